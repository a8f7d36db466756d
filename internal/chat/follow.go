package chat

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/chat/event"
	"colloquy/internal/chat/message"
	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/obs"
)

const (
	// heartbeatInterval is how long a stream may be silent. Then it sends a comment, which
	// keeps proxies from closing the connection.
	heartbeatInterval = 15 * time.Second
	// pollInterval is the interval at which the row of another process's reply is read
	// when its log cannot be reached.
	pollInterval = time.Second
)

// Sink receives the events of a stream and buffers them until Flush, which returns an
// error when the reader is disconnected.
type Sink interface {
	// Ready reports whether a Flush with n more bytes would not block. It returns false
	// if that is unknown.
	Ready(n int) bool
	Event(id int64, name string, data []byte)
	Comment()
	Flush() error
}

// Running returns the running reply of the actor's conversation. found is false if
// there is none.
func (s *Service) Running(ctx context.Context, actor core.Actor, ref string) (t message.Turn, found bool, err error) {
	c, err := s.conversation(ctx, actor, ref)
	if errors.Is(err, errNoConversation) {
		_, err = s.lockedCharacter(ctx, actor, ref)
		return message.Turn{}, false, err
	}
	if err != nil {
		return message.Turn{}, false, err
	}
	m, err := s.replies.ExpireStale(ctx, c.ID)
	return message.TurnOf(m), m.Status == message.Generating, err
}

// Attach returns a reply of the actor's conversation, running or ended.
func (s *Service) Attach(ctx context.Context, actor core.Actor, ref, replyID string) (message.Turn, error) {
	c, err := s.conversation(ctx, actor, ref)
	if err != nil {
		return message.Turn{}, err
	}
	m, err := message.ByID(ctx, s.deps.DB.Reader(), c.ID, replyID)
	if err == nil && m.IsUser {
		err = message.ErrNotFound
	}
	return message.TurnOf(m), err
}

// Follow sends the events of a reply after the given Seq, first the past ones and then
// live ones, until the reply ends, the reader disconnects or the server drains. It
// never blocks the writer. If after is greater than the last Seq of the log, the reader
// has the Seq of another reply: it then gets this reply from its start, as a
// replacement of the shown text.
func (s *Service) Follow(ctx context.Context, t message.Turn, after int64, to Sink) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.draining, cancel)()
	reader, err := s.deps.Live.Open(ctx, t.ReplyID)
	if errors.Is(err, live.ErrGone) {
		return s.followRow(ctx, t, to)
	}
	if err != nil {
		return err
	}
	defer reader.Close()
	if after > reader.Last() {
		to.Event(0, "", event.Replace(""))
		after = 0
	}
	send := func(events []live.Event) error {
		for _, e := range events {
			to.Event(e.Seq, e.Name, e.Data)
			after = e.Seq
		}
		return to.Flush()
	}
	// While the connection accepts events without blocking, the writer's goroutine
	// sends them: waking this goroutine costs as much as sending an event.
	if direct, ok := reader.(live.Direct); ok {
		direct.Offer(func(events []live.Event) bool { return to.Ready(sizeOf(events)) && send(events) == nil })
	}
	for {
		events, end, err := reader.Next(ctx, after, heartbeatInterval)
		if err != nil {
			return err
		}
		if len(events) == 0 && !end {
			to.Comment()
		}
		if err := send(events); err != nil || end {
			return err
		}
	}
}

// sizeOf is an upper bound of the size of events on the wire, in bytes.
func sizeOf(events []live.Event) int {
	const around = 64 // id, name and line ends
	n := 0
	for _, e := range events {
		n += len(e.Data) + around
	}
	return n
}

// followRow sends a reply from its row: once if the reply has ended, else after each
// checkpoint of the process that writes it.
func (s *Service) followRow(ctx context.Context, t message.Turn, to Sink) error {
	shown, silent := "", time.Duration(0)
	for first := true; ; first = false {
		if _, err := s.replies.ExpireStale(ctx, t.ConversationID); message.UnlessNotFound(err) != nil {
			return err
		}
		m, err := message.ByID(ctx, s.deps.DB.Reader(), t.ConversationID, t.ReplyID)
		if err != nil {
			return err
		}
		if first || m.Content != shown {
			to.Event(0, "", event.Replace(m.Content))
			shown, silent = m.Content, 0
		}
		if m.Status != message.Generating {
			return s.sendEnd(m, t, obs.RequestID(ctx), to)
		}
		if silent >= heartbeatInterval {
			to.Comment()
			silent = 0
		}
		if err := to.Flush(); err != nil {
			return err
		}
		select {
		case <-time.After(pollInterval):
			silent += pollInterval
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Service) sendEnd(m message.Message, t message.Turn, requestID string, to Sink) error {
	if m.Status.Retryable() {
		to.Event(0, "error", event.Failed(m.ErrorCode, requestID))
	}
	list := []message.Message{m}
	s.replies.AddUnsaved(list)
	if m = list[0]; len(m.Suggestions) > 0 {
		to.Event(0, "", event.Suggestions(m.Suggestions))
	}
	to.Event(0, "done", event.Done(t, m.Status, s.deps.Demo()))
	return to.Flush()
}
