package chat

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Input is what a user sends. ClientID is made by the client, begins with
// user-, and makes the send happen once however often it arrives.
type Input struct {
	Content  string
	ClientID string
}

// Turn names a user's line and the reply to it.
type Turn struct {
	ConversationID string
	UserMessageID  string
	ReplyID        string
}

const (
	perMinute = 20
	perDay    = 300
	perUser   = 2 // replies written at once for one user
	// reuseFor is how long a line stored without a reply waits for a stream
	// call with the same text (decisions §3).
	reuseFor = 60 * time.Second
)

func (in *Input) check() error {
	in.Content = strings.TrimSpace(in.Content)
	switch n := utf8.RuneCountInString(in.Content); {
	case n == 0:
		return core.Fields("content", emptyText)
	case n > maxMessage:
		return core.Fields("content", longText)
	}
	if in.ClientID != "" && (!strings.HasPrefix(in.ClientID, "user-") || len(in.ClientID) > maxClientID) {
		return core.Fields("client_id", clientText)
	}
	return nil
}

// Send stores the user's line, starts the reply and names both. The same
// client id again names the same turn and sends nothing.
func (s *Service) Send(ctx context.Context, actor core.Actor, ref string, in Input) (Turn, error) {
	if err := in.check(); err != nil {
		return Turn{}, err
	}
	c, err := s.resolve(ctx, actor, ref)
	if err != nil {
		return Turn{}, err
	}
	if turn, found, err := s.alreadySent(ctx, c, in); found || err != nil {
		return turn, err
	}
	ch, err := s.admit(ctx, actor, c)
	if err != nil {
		return Turn{}, err
	}
	turn, err := s.begins(ctx, actor, c, ch, func(tx storage.Querier) (Message, error) {
		return s.line(ctx, tx, c, in)
	})
	if !storage.IsUnique(err) {
		return turn, err
	}
	// Another call was faster: the same send, or a different one.
	if turn, found, err := s.alreadySent(ctx, c, in); found || err != nil {
		return turn, err
	}
	return Turn{}, errBusy
}

// admit checks everything that can refuse a reply before anything is stored.
func (s *Service) admit(ctx context.Context, actor core.Actor, c Conversation) (Character, error) {
	ch, err := s.character(ctx, c)
	if err != nil {
		return ch, err
	}
	if err := s.mayWrite(ctx, actor, ch); err != nil {
		return ch, err
	}
	if s.base.Err() != nil || s.draining.Err() != nil {
		return ch, errShuttingDown
	}
	if err := s.mendLook(ctx, c.ID); err != nil {
		return ch, err
	}
	if s.writingFor(actor.UserID) >= perUser {
		return ch, errTooMany
	}
	for _, rate := range []struct {
		n   int
		per time.Duration
	}{{perMinute, time.Minute}, {perDay, 24 * time.Hour}} {
		if wait, ok := s.Limiter.Allow("send "+rate.per.String()+" "+actor.UserID, rate.n, rate.per); !ok {
			return ch, errTooFast.After(wait)
		}
	}
	return ch, nil
}

// alreadySent finds the turn that an earlier arrival of this send made: by its
// client id, or without one by the text of the reply that is being written.
func (s *Service) alreadySent(ctx context.Context, c Conversation, in Input) (Turn, bool, error) {
	line, err := s.earlierLine(ctx, c, in)
	if err == nil {
		var reply Message
		if reply, err = s.store.replyTo(ctx, s.DB.Read(), line.ID); err == nil {
			return Turn{c.ID, line.ID, reply.ID}, true, nil
		}
	}
	if core.KindOf(err) == core.NotFound {
		err = nil
	}
	return Turn{}, false, err
}

func (s *Service) earlierLine(ctx context.Context, c Conversation, in Input) (Message, error) {
	if in.ClientID != "" {
		return s.store.byClientID(ctx, s.DB.Read(), c.ID, in.ClientID)
	}
	running, err := s.store.newest(ctx, s.DB.Read(), c.ID)
	if err != nil || running.Status != Generating {
		return Message{}, errNoMessage
	}
	line, err := s.store.byID(ctx, s.DB.Read(), c.ID, running.ReplyTo)
	if err == nil && line.Content != in.Content {
		err = errNoMessage
	}
	return line, err
}

// line stores the user's message, or finds the one that POST /messages stored
// a moment ago and nobody has answered.
func (s *Service) line(ctx context.Context, tx storage.Querier, c Conversation, in Input) (Message, error) {
	now := s.Clock.Now()
	last, err := s.store.newest(ctx, tx, c.ID)
	if err == nil && last.IsUser && last.Content == in.Content && now.Sub(last.CreatedAt) < reuseFor &&
		(last.ClientID == "" || last.ClientID == in.ClientID) {
		return last, s.store.claimLine(ctx, tx, last.ID, in.ClientID)
	}
	if err != nil && core.KindOf(err) != core.NotFound {
		return Message{}, err
	}
	return s.storeLine(ctx, tx, c, in, now)
}

func (s *Service) storeLine(ctx context.Context, tx storage.Querier, c Conversation, in Input, now time.Time) (Message, error) {
	seq, err := s.store.nextSeq(ctx, tx, c.ID)
	if err != nil {
		return Message{}, err
	}
	m := Message{
		ID: core.NewID(now), ConversationID: c.ID, Seq: seq, IsUser: true, Content: in.Content,
		Status: Complete, ClientID: in.ClientID, CreatedAt: now,
	}
	if err := s.store.insertMessage(ctx, tx, m); err != nil {
		return Message{}, err
	}
	return m, s.store.touch(ctx, tx, c.ID, preview(m.Content), 1, core.Millis(now))
}

// Store keeps a user's line without a reply (POST /messages/{id}).
func (s *Service) Store(ctx context.Context, actor core.Actor, ref string, in Input) (Message, error) {
	if err := in.check(); err != nil {
		return Message{}, err
	}
	c, err := s.resolve(ctx, actor, ref)
	if err != nil {
		return Message{}, err
	}
	if in.ClientID != "" {
		if m, err := s.store.byClientID(ctx, s.DB.Read(), c.ID, in.ClientID); err == nil {
			return m, nil
		}
	}
	ch, err := s.character(ctx, c)
	if err != nil {
		return Message{}, err
	}
	if err := s.mayWrite(ctx, actor, ch); err != nil {
		return Message{}, err
	}
	var m Message
	err = s.DB.Write(ctx, func(tx storage.Querier) error {
		last, err := s.store.newest(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		if last.Status == Generating {
			return errBusy
		}
		m, err = s.storeLine(ctx, tx, c, in, s.Clock.Now())
		return err
	})
	if storage.IsUnique(err) {
		return Message{}, errBusy
	}
	return m, err
}
