package chat

import (
	"context"
	"maps"
	"math"
	"slices"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/storage"
)

// Session is a conversation in the sidebar, with its character and whether the user may write
// to it.
type Session struct {
	Conversation
	Character Character
	Grant     Grant
	IsDemo    bool // replies come from the demo responder
}

// Open returns or creates the actor's conversation with a character. A new conversation begins with
// the greeting. For a locked character Open stores nothing; it returns a conversation that is not
// stored.
func (s *Service) Open(ctx context.Context, actor core.Actor, ref string) (Session, error) {
	return s.openOrCreate(ctx, actor, ref, s.createConversation)
}

// Reopen is like Open, but creates nothing. It returns errNoConversation if the conversation does
// not exist. ref may also be the id of the conversation. A page calls Reopen for a chat that was
// open. So a deleted chat does not come back (rule chats-delete).
func (s *Service) Reopen(ctx context.Context, actor core.Actor, ref string) (Session, error) {
	if user, number, ok := plain.CutLast(ref, "_"); ok && user == actor.UserID {
		ref = number
	}
	return s.openOrCreate(ctx, actor, ref, func(context.Context, Conversation, string, message.Message) (Conversation, error) {
		return Conversation{}, errNoConversation
	})
}

// createConversationFunc stores a conversation and its greeting. person is Character.ID.
type createConversationFunc func(ctx context.Context, c Conversation, person string, greeting message.Message) (Conversation, error)

// openOrCreate returns the conversation with a character, or calls create if there is none.
func (s *Service) openOrCreate(ctx context.Context, actor core.Actor, ref string, create createConversationFunc) (Session, error) {
	ch, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return Session{}, err
	}
	grant, err := s.grantOf(ctx, actor, ch)
	if err != nil {
		return Session{}, err
	}
	c, err := s.store.conversation(ctx, s.deps.DB.Reader(), conversationID(actor.UserID, ch.Persona.CharacterID))
	if core.KindOf(err) == core.NotFound {
		c, err = s.newConversation(ctx, actor, ch, grant, create)
	}
	return Session{c, ch, grant, s.deps.IsDemo()}, err
}

// newConversation makes a conversation with its greeting and calls create to store it. For a locked
// character it returns the conversation without storing it. For a hidden character it returns
// errNoCharacter. Rule access-locked-stores-nothing.
func (s *Service) newConversation(ctx context.Context, actor core.Actor, ch Character, grant Grant, create createConversationFunc) (Conversation, error) {
	if ch.IsHidden {
		return Conversation{}, errNoCharacter
	}
	greeting := s.newGreeting(actor, ch.Persona)
	c := Conversation{
		ID: greeting.ConversationID, UserID: actor.UserID, CharacterID: ch.Persona.CharacterID,
		LastMessage: message.Preview(greeting.Content), MessageCount: 1, CreatedAt: greeting.CreatedAt, UpdatedAt: greeting.CreatedAt,
	}
	if grant.IsLocked {
		return c, nil
	}
	return create(ctx, c, ch.ID, greeting)
}

// newGreeting returns the first message of a conversation with a persona. Rule chat-greeting.
func (s *Service) newGreeting(actor core.Actor, p *core.Persona) message.Message {
	now := s.deps.Clock.Now()
	return message.Message{
		ID: core.NewID(now), ConversationID: conversationID(actor.UserID, p.CharacterID), Content: p.Greeting,
		Status: message.Complete, Suggestions: p.FirstQuestions(), CreatedAt: now,
	}
}

// createConversation stores a conversation and its greeting. If calls run in parallel, one call
// inserts the row and the other calls read the row. createConversation calls IsSamePerson after the
// insert. The seed loader blocks inserts before it replaces the person of a character. So
// IsSamePerson sees the new person.
func (s *Service) createConversation(ctx context.Context, c Conversation, personID string, greeting message.Message) (Conversation, error) {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		created, err := s.store.insertConversation(ctx, tx, c)
		if err != nil || !created {
			return err
		}
		// Rule seed-person-replaced.
		isSame, err := s.deps.Characters.IsSamePerson(ctx, tx, c.CharacterID, personID)
		if err != nil {
			return err
		}
		if !isSame {
			return errNoCharacter
		}
		_, err = message.Insert(ctx, tx, greeting)
		return err
	})
	if err != nil {
		return Conversation{}, err
	}
	return s.store.conversation(ctx, s.deps.DB.Reader(), c.ID)
}

// grantOf returns the actor's grant for a character. If there is none, the character is locked.
func (s *Service) grantOf(ctx context.Context, actor core.Actor, ch Character) (Grant, error) {
	grants, err := s.deps.Access.Grants(ctx, actor.UserID, []Character{ch})
	if err != nil {
		return Grant{}, err
	}
	grant, ok := grants[ch.Persona.CharacterID]
	grant.IsLocked = grant.IsLocked || !ok
	return grant, nil
}

// sessionOf returns a stored conversation as a session.
func (s *Service) sessionOf(ctx context.Context, actor core.Actor, conversationID string) (Session, error) {
	c, err := s.store.conversation(ctx, s.deps.DB.Reader(), conversationID)
	if err != nil {
		return Session{}, err
	}
	ch, err := s.loadCharacter(ctx, c)
	if err != nil {
		return Session{}, err
	}
	grant, err := s.grantOf(ctx, actor, ch)
	return Session{c, ch, grant, s.deps.IsDemo()}, err
}

// maxSessions is the largest page of the sidebar and of the chat history. Rule chats-list.
const maxSessions = 100

// SessionPage is a page of a user's conversations, latest first.
type SessionPage struct {
	Sessions   []Session
	NextCursor string // cursor of the next page; empty at the end
}

// sessionCursor is the position of a page's last conversation.
type sessionCursor struct {
	At int64  `json:"t"`
	ID string `json:"i"`
}

// Sessions returns a page of the actor's conversations, latest first. limit is clamped to 1..100.
// cursor is the NextCursor of the previous page. Sessions makes three queries for any number of
// conversations. Rule chat-sidebar-order.
func (s *Service) Sessions(ctx context.Context, actor core.Actor, limit int, cursor string) (SessionPage, error) {
	from := sessionCursor{At: math.MaxInt64}
	if cursor != "" {
		if err := core.ParseCursor(cursor, &from); err != nil {
			return SessionPage{}, errBadCursor.Because(err)
		}
	}
	limit = min(max(limit, 1), maxSessions)
	list, err := s.store.conversations(ctx, actor.UserID, from, limit+1)
	if err != nil {
		return SessionPage{}, err
	}
	var page SessionPage
	if len(list) > limit {
		list = list[:limit]
		last := list[limit-1]
		page.NextCursor = core.FormatCursor(sessionCursor{core.Millis(last.UpdatedAt), last.ID})
	}
	page.Sessions, err = s.asSessions(ctx, actor, list)
	return page, err
}

// asSessions adds characters and grants to conversations. It leaves out a conversation whose
// character is unknown.
func (s *Service) asSessions(ctx context.Context, actor core.Actor, list []Conversation) ([]Session, error) {
	characters, err := s.deps.Characters.FindWithoutPersonas(ctx, characterIDs(list))
	if err != nil {
		return nil, err
	}
	grants, err := s.deps.Access.Grants(ctx, actor.UserID, slices.Collect(maps.Values(characters)))
	if err != nil {
		return nil, err
	}
	out := make([]Session, 0, len(list))
	for _, c := range list {
		if ch, ok := characters[c.CharacterID]; ok {
			out = append(out, Session{c, ch, grants[c.CharacterID], s.deps.IsDemo()})
		}
	}
	return out, nil
}
