package chat

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Session is a conversation as the sidebar shows it: with its character and
// whether it is locked for this user.
type Session struct {
	Conversation
	Character Character
	Grant     Grant
	Demo      bool // replies come from the demo responder
}

// Open finds or makes the actor's conversation with a character. A new one
// begins with the character's greeting. A locked character can be opened: the
// screen shows the lock, and sending is refused.
func (s *Service) Open(ctx context.Context, actor core.Actor, ref string) (Session, error) {
	ch, err := s.Characters.Find(ctx, ref)
	if err != nil {
		return Session{}, err
	}
	id := conversationID(actor.UserID, ch.Persona.CharacterID)
	c, err := s.store.conversation(ctx, s.DB.Read(), id)
	if core.KindOf(err) == core.NotFound {
		if ch.Hidden {
			return Session{}, errNoCharacter
		}
		c, err = s.begin(ctx, actor, ch)
	}
	if err != nil {
		return Session{}, err
	}
	return s.withGrant(ctx, actor, Session{Conversation: c, Character: ch})
}

// begin stores a conversation and its greeting. Of many calls at once, one
// makes the row and the others find it.
func (s *Service) begin(ctx context.Context, actor core.Actor, ch Character) (Conversation, error) {
	now := s.Clock.Now()
	c := Conversation{
		ID: conversationID(actor.UserID, ch.Persona.CharacterID), UserID: actor.UserID,
		CharacterID: ch.Persona.CharacterID, LastMessage: preview(ch.Persona.Greeting), MessageCount: 1,
		CreatedAt: now, UpdatedAt: now,
	}
	greeting := Message{
		ID: core.NewID(now), ConversationID: c.ID, Seq: 1, Content: ch.Persona.Greeting,
		Status: Complete, Suggestions: firstAsks(ch.Persona), CreatedAt: now,
	}
	err := s.DB.Write(ctx, func(tx storage.Querier) error {
		made, err := s.store.insertConversation(ctx, tx, c)
		if err != nil || !made {
			return err
		}
		return s.store.insertMessage(ctx, tx, greeting)
	})
	if err != nil {
		return Conversation{}, err
	}
	return s.store.conversation(ctx, s.DB.Read(), c.ID)
}

func (s *Service) withGrant(ctx context.Context, actor core.Actor, one Session) (Session, error) {
	grants, err := s.Access.Grants(ctx, actor.UserID, []Character{one.Character})
	if err != nil {
		return Session{}, err
	}
	one.Grant, one.Demo = grants[one.CharacterID], s.Demo
	return one, nil
}

// Sessions lists the actor's conversations, the latest first. Three queries,
// however many there are.
func (s *Service) Sessions(ctx context.Context, actor core.Actor) ([]Session, error) {
	list, err := s.store.conversations(ctx, actor.UserID)
	if err != nil {
		return nil, err
	}
	ids := make([]int, len(list))
	for i, c := range list {
		ids[i] = c.CharacterID
	}
	known, err := s.Characters.Many(ctx, ids)
	if err != nil {
		return nil, err
	}
	characters := make([]Character, 0, len(known))
	for _, ch := range known {
		characters = append(characters, ch)
	}
	grants, err := s.Access.Grants(ctx, actor.UserID, characters)
	if err != nil {
		return nil, err
	}
	out := make([]Session, 0, len(list))
	for _, c := range list {
		if ch, ok := known[c.CharacterID]; ok {
			out = append(out, Session{c, ch, grants[c.CharacterID], s.Demo})
		}
	}
	return out, nil
}

// firstAsks are the suggestions under a greeting: the questions of the first
// topics, as their author wrote them.
func firstAsks(p *core.Persona) []string {
	var out []string
	for _, t := range p.Topics[:min(maxSuggestions, len(p.Topics))] {
		out = append(out, t.Ask)
	}
	return out
}

// preview is the line under a name in the sidebar.
func preview(text string) string {
	const most = 140
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most-1]) + "…"
}
