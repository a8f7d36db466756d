package chat

import (
	"context"
	"maps"
	"math"
	"slices"

	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Session is a conversation in the sidebar, with its character and the user's right to
// write to it.
type Session struct {
	Conversation
	Character Character
	Grant     Grant
	Demo      bool // replies come from the demo responder
}

// Open returns or creates the actor's conversation with a character. A new one begins
// with the greeting. For a locked character Open creates nothing: the conversation in the
// result is not stored (rule access-locked-stores-nothing).
func (s *Service) Open(ctx context.Context, actor core.Actor, ref string) (Session, error) {
	return s.open(ctx, actor, ref, s.createConversation)
}

// Reopen is Open without creating: the error of a conversation that does not exist is
// errNoConversation. A page that was open while its chat was deleted calls it, and so does
// not bring the chat back (rule chats-delete).
func (s *Service) Reopen(ctx context.Context, actor core.Actor, ref string) (Session, error) {
	return s.open(ctx, actor, ref, func(context.Context, Conversation, message.Message) (Conversation, error) {
		return Conversation{}, errNoConversation
	})
}

// createFunc stores a conversation and its greeting.
type createFunc func(ctx context.Context, c Conversation, greeting message.Message) (Conversation, error)

func (s *Service) open(ctx context.Context, actor core.Actor, ref string, create createFunc) (Session, error) {
	ch, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return Session{}, err
	}
	grant, err := s.grant(ctx, actor, ch)
	if err != nil {
		return Session{}, err
	}
	c, err := s.store.conversation(ctx, s.deps.DB.Reader(), conversationID(actor.UserID, ch.Persona.CharacterID))
	if core.KindOf(err) == core.NotFound {
		c, err = s.newConversation(ctx, actor, ch, grant, create)
	}
	return Session{c, ch, grant, s.deps.Demo()}, err
}

// newConversation stores a conversation with its greeting by calling create. For a locked
// character it stores nothing and returns the conversation; a hidden one is not found.
func (s *Service) newConversation(ctx context.Context, actor core.Actor, ch Character, grant Grant, create createFunc) (Conversation, error) {
	if ch.Hidden {
		return Conversation{}, errNoCharacter
	}
	greeting := s.greeting(actor, ch)
	c := Conversation{
		ID: greeting.ConversationID, UserID: actor.UserID, CharacterID: ch.Persona.CharacterID,
		LastMessage: message.Preview(greeting.Content), MessageCount: 1, CreatedAt: greeting.CreatedAt, UpdatedAt: greeting.CreatedAt,
	}
	if grant.Locked {
		return c, nil
	}
	return create(ctx, c, greeting)
}

// greeting returns the first message of a conversation.
func (s *Service) greeting(actor core.Actor, ch Character) message.Message {
	now := s.deps.Clock.Now()
	return message.Message{
		ID: core.NewID(now), ConversationID: conversationID(actor.UserID, ch.Persona.CharacterID), Content: ch.Persona.Greeting,
		Status: message.Complete, Suggestions: ch.Persona.FirstQuestions(), CreatedAt: now,
	}
}

// createConversation stores a conversation and its greeting. Of parallel calls one
// creates the row and the others read it.
func (s *Service) createConversation(ctx context.Context, c Conversation, greeting message.Message) (Conversation, error) {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		created, err := s.store.insertConversation(ctx, tx, c)
		if err != nil || !created {
			return err
		}
		_, err = message.Insert(ctx, tx, greeting)
		return err
	})
	if err != nil {
		return Conversation{}, err
	}
	return s.store.conversation(ctx, s.deps.DB.Reader(), c.ID)
}

// grant returns the actor's access to a character.
func (s *Service) grant(ctx context.Context, actor core.Actor, ch Character) (Grant, error) {
	grants, err := s.deps.Access.Grants(ctx, actor.UserID, []Character{ch})
	if err != nil {
		return Grant{}, err
	}
	grant, ok := grants[ch.Persona.CharacterID]
	grant.Locked = grant.Locked || !ok
	return grant, nil
}

// maxSessions is the largest page of the sidebar.
const maxSessions = 100

// SessionPage is a page of a user's conversations, latest first.
type SessionPage struct {
	Sessions []Session
	Next     string // cursor of the next page; empty at the end
}

// sessionCursor is the position of a page's last conversation.
type sessionCursor struct {
	At int64  `json:"t"`
	ID string `json:"i"`
}

// Sessions returns a page of the actor's conversations, latest first. limit is clamped
// to 1..100; cursor is the Next of the previous page. Sessions makes three queries for
// any number of conversations.
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
		page.Next = core.Cursor(sessionCursor{core.Millis(last.UpdatedAt), last.ID})
	}
	page.Sessions, err = s.asSessions(ctx, actor, list)
	return page, err
}

func (s *Service) asSessions(ctx context.Context, actor core.Actor, list []Conversation) ([]Session, error) {
	characters, err := s.deps.Characters.Cards(ctx, characterIDs(list))
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
			out = append(out, Session{c, ch, grants[c.CharacterID], s.deps.Demo()})
		}
	}
	return out, nil
}
