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
// with the greeting. A locked character can be opened; its screen shows the lock, and
// sends are refused.
func (s *Service) Open(ctx context.Context, actor core.Actor, ref string) (Session, error) {
	ch, err := s.deps.Characters.Find(ctx, ref)
	if err != nil {
		return Session{}, err
	}
	id := conversationID(actor.UserID, ch.Persona.CharacterID)
	c, err := s.store.conversation(ctx, s.deps.DB.Reader(), id)
	if core.KindOf(err) == core.NotFound {
		if ch.Hidden {
			return Session{}, errNoCharacter
		}
		c, err = s.createConversation(ctx, actor, ch)
	}
	if err != nil {
		return Session{}, err
	}
	return s.withGrant(ctx, actor, Session{Conversation: c, Character: ch})
}

// createConversation stores a conversation and its greeting. Of parallel calls one
// creates the row and the others read it.
func (s *Service) createConversation(ctx context.Context, actor core.Actor, ch Character) (Conversation, error) {
	now := s.deps.Clock.Now()
	c := Conversation{
		ID: conversationID(actor.UserID, ch.Persona.CharacterID), UserID: actor.UserID,
		CharacterID: ch.Persona.CharacterID, LastMessage: message.Preview(ch.Persona.Greeting), MessageCount: 1,
		CreatedAt: now, UpdatedAt: now,
	}
	greeting := message.Message{
		ID: core.NewID(now), ConversationID: c.ID, Content: ch.Persona.Greeting,
		Status: message.Complete, Suggestions: ch.Persona.FirstQuestions(), CreatedAt: now,
	}
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

func (s *Service) withGrant(ctx context.Context, actor core.Actor, session Session) (Session, error) {
	grants, err := s.deps.Access.Grants(ctx, actor.UserID, []Character{session.Character})
	if err != nil {
		return Session{}, err
	}
	session.Grant, session.Demo = grants[session.CharacterID], s.deps.Demo()
	return session, nil
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
	ids := make([]int, len(list))
	for i, c := range list {
		ids[i] = c.CharacterID
	}
	characters, err := s.deps.Characters.Cards(ctx, ids)
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
