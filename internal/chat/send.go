package chat

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/core/plain"
	"colloquy/internal/limits"
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
	isNew          bool // this call started it
}

func turnOf(reply Message) Turn {
	return Turn{ConversationID: reply.ConversationID, UserMessageID: reply.ReplyTo, ReplyID: reply.ID}
}

// from is the place in the reply's log where a reader goes on that says it read
// up to after. In a reply that its own call started it can have read nothing:
// its place is one of another reply.
func (t Turn) from(after int64) int64 {
	if t.isNew {
		return 0
	}
	return after
}

const (
	perMinute = 20
	perDay    = 300
	perUser   = 2 // replies written at once for one user
	// reuseFor is how long a line stored without a client id waits for a stream
	// call with the same text (decisions §3). One with a client id waits for ever.
	reuseFor = 60 * time.Second
	// maxLineBytes is how much text one user's lines may take in all.
	maxLineBytes = 32 << 20
)

func (in *Input) check() error {
	in.Content = cleanLine(in.Content)
	switch n := utf8.RuneCountInString(in.Content); {
	case !plain.HasInk(in.Content):
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
	if _, turn, err := s.alreadySent(ctx, s.DB.Read(), c, in); turn.ReplyID != "" || err != nil {
		return turn, err
	}
	ch, err := s.admit(ctx, actor, c)
	if err != nil {
		return Turn{}, err
	}
	return s.startTurn(ctx, actor, c, ch, func(tx storage.Querier) (Message, error) {
		return s.line(ctx, tx, c, in)
	})
}

// admit checks what can refuse a reply before the transaction that stores it.
// Limits are taken in that transaction.
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
	return ch, s.mendLook(ctx, c.ID)
}

// alreadySent finds what an earlier arrival of this send left: by its client
// id, or without one by the text of the reply that is being written. The turn
// is empty when the line has no reply yet, the line when there is none.
func (s *Service) alreadySent(ctx context.Context, q storage.Querier, c Conversation, in Input) (Message, Turn, error) {
	line, err := s.earlierLine(ctx, q, c, in)
	if err != nil {
		return Message{}, Turn{}, unlessNone(err)
	}
	reply, err := s.store.replyTo(ctx, q, line.ID)
	if err != nil {
		return line, Turn{}, unlessNone(err)
	}
	return line, turnOf(reply), nil
}

// unlessNone drops the error of a message that is not there.
func unlessNone(err error) error {
	if core.KindOf(err) == core.NotFound {
		return nil
	}
	return err
}

func (s *Service) earlierLine(ctx context.Context, q storage.Querier, c Conversation, in Input) (Message, error) {
	if in.ClientID != "" {
		line, err := s.store.byClientID(ctx, q, c.ID, in.ClientID)
		if err == nil && line.Content != in.Content {
			err = core.Fields("client_id", otherText)
		}
		return line, err
	}
	running, err := s.store.newest(ctx, q, c.ID)
	if err != nil || running.Status != Generating {
		return Message{}, errNoMessage
	}
	line, err := s.store.byID(ctx, q, c.ID, running.ReplyTo)
	if err == nil && line.Content != in.Content {
		err = errNoMessage
	}
	return line, err
}

// line stores the user's message, or finds the one that POST /messages stored
// and nobody has answered.
func (s *Service) line(ctx context.Context, tx storage.Querier, c Conversation, in Input) (Message, error) {
	// Each query may see more than the one before: a reply of this very send that
	// newest finds is found by alreadySent too.
	last, err := s.store.newest(ctx, tx, c.ID)
	if unlessNone(err) != nil {
		return Message{}, err
	}
	line, turn, err := s.alreadySent(ctx, tx, c, in)
	if err != nil {
		return Message{}, err
	}
	if turn.ReplyID != "" {
		return Message{}, &startedError{turn}
	}
	if last.Status == Generating {
		return Message{}, errBusy
	}
	if line.ID != "" {
		return line, nil
	}
	now := s.Clock.Now()
	if last.IsUser && last.Content == in.Content && last.ClientID == "" && now.Sub(last.CreatedAt) < reuseFor {
		return last, s.store.claimLine(ctx, tx, last.ID, in.ClientID)
	}
	return s.storeLine(ctx, tx, c, in, now)
}

// storeLine stores a new line and counts it under the limits of its user.
func (s *Service) storeLine(ctx context.Context, tx storage.Querier, c Conversation, in Input, now time.Time) (Message, error) {
	if err := s.takeLimits(ctx, tx, c.UserID); err != nil {
		return Message{}, err
	}
	fits, err := s.store.addUsage(ctx, tx, c.UserID, len(in.Content), maxLineBytes)
	if err != nil {
		return Message{}, err
	}
	if !fits {
		return Message{}, errStorageFull
	}
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

// takeLimits counts a line, or another try for a reply, under the limits of
// sending. It is rolled back with the transaction.
func (s *Service) takeLimits(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := s.Limits.TakeIn(ctx, tx,
		limits.Limit{Key: "send " + userID, N: perMinute, Per: time.Minute},
		limits.Limit{Key: "send " + userID, N: perDay, Per: 24 * time.Hour})
	if wait, full := limits.Full(err); full {
		return errTooFast.After(wait)
	}
	return err
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
		if m, err := s.earlierLine(ctx, s.DB.Read(), c, in); err == nil || unlessNone(err) != nil {
			return m, err
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
	return m, again(func() error {
		return s.DB.Write(ctx, func(tx storage.Querier) (err error) {
			m, err = s.storeOnce(ctx, tx, c, in)
			return err
		})
	})
}

func (s *Service) storeOnce(ctx context.Context, tx storage.Querier, c Conversation, in Input) (Message, error) {
	last, err := s.store.newest(ctx, tx, c.ID) // first, as in line
	if err != nil {
		return Message{}, err
	}
	if in.ClientID != "" {
		if m, err := s.earlierLine(ctx, tx, c, in); err == nil || unlessNone(err) != nil {
			return m, err
		}
	}
	if last.Status == Generating {
		return Message{}, errBusy
	}
	return s.storeLine(ctx, tx, c, in, s.Clock.Now())
}
