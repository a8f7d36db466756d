package chat

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/live"
	"colloquy/internal/obs"
)

const (
	heartbeat = 15 * time.Second
	// pollEvery is how often a reply that another process writes is read from
	// its row, when its log cannot be reached.
	pollEvery = time.Second
)

// Sink takes the events of a stream. Events gather until Flush, which fails
// when the reader is gone.
type Sink interface {
	// Ready tells that a Flush of n bytes more would not wait for the reader.
	// False where that cannot be known.
	Ready(n int) bool
	Event(id int64, name string, data []byte)
	Comment()
	Flush() error
}

// Running names the reply of the actor's conversation that is being written.
// found is false when there is none.
func (s *Service) Running(ctx context.Context, actor core.Actor, ref string) (t Turn, found bool, err error) {
	c, err := s.resolve(ctx, actor, ref)
	if err != nil {
		return Turn{}, false, err
	}
	if err := s.mendLook(ctx, c.ID); err != nil {
		return Turn{}, false, err
	}
	m, err := s.store.newest(ctx, s.DB.Read(), c.ID)
	return turnOf(m), m.Status == Generating, err
}

// Attach names a reply of the actor's conversation, running or ended.
func (s *Service) Attach(ctx context.Context, actor core.Actor, ref, replyID string) (Turn, error) {
	c, err := s.resolve(ctx, actor, ref)
	if err != nil {
		return Turn{}, err
	}
	m, err := s.store.byID(ctx, s.DB.Read(), c.ID, replyID)
	if err == nil && m.IsUser {
		err = errNoMessage
	}
	return turnOf(m), err
}

// Follow sends the events of a reply after the given one, replayed and then
// live, until the reply ends, the reader goes or the server drains. The writer
// never waits for it. A place that the reply does not have is of another one:
// then the reader gets this one from its start, in place of what it shows.
func (s *Service) Follow(ctx context.Context, t Turn, after int64, to Sink) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.draining, cancel)()
	reader, err := s.Live.Open(ctx, t.ReplyID)
	if errors.Is(err, live.ErrGone) {
		return s.followRow(ctx, t, to)
	}
	if err != nil {
		return err
	}
	defer reader.Close()
	if after > reader.Last() {
		to.Event(0, "", replaceEvent(""))
		after = 0
	}
	send := func(events []live.Event) error {
		for _, e := range events {
			to.Event(e.Seq, e.Name, e.Data)
			after = e.Seq
		}
		return to.Flush()
	}
	// As long as its connection takes them at once, the writer itself sends the
	// events: waking this goroutine for each costs as much as sending it.
	if direct, ok := reader.(live.Direct); ok {
		direct.Offer(func(events []live.Event) bool { return to.Ready(sizeOf(events)) && send(events) == nil })
	}
	for {
		events, end, err := reader.Next(ctx, after, heartbeat)
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

// sizeOf is at least what events take on the wire.
func sizeOf(events []live.Event) int {
	const around = 64 // id, name and line ends
	n := 0
	for _, e := range events {
		n += len(e.Data) + around
	}
	return n
}

// followRow sends a reply from its row: one that ended long ago whole, and one
// that another process writes in the steps of its checkpoints.
func (s *Service) followRow(ctx context.Context, t Turn, to Sink) error {
	shown, silent := "", time.Duration(0)
	for first := true; ; first = false {
		if err := s.mendLook(ctx, t.ConversationID); err != nil {
			return err
		}
		m, err := s.store.byID(ctx, s.DB.Read(), t.ConversationID, t.ReplyID)
		if err != nil {
			return err
		}
		if first || m.Content != shown {
			to.Event(0, "", replaceEvent(m.Content))
			shown, silent = m.Content, 0
		}
		if m.Status != Generating {
			return s.sendEnd(m, t, obs.RequestID(ctx), to)
		}
		if silent >= heartbeat {
			to.Comment()
			silent = 0
		}
		if err := to.Flush(); err != nil {
			return err
		}
		select {
		case <-time.After(pollEvery):
			silent += pollEvery
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (s *Service) sendEnd(m Message, t Turn, requestID string, to Sink) error {
	if m.Status.retryable() {
		to.Event(0, "error", errorEvent(m.ErrorCode, requestID))
	}
	if len(m.Suggestions) > 0 {
		to.Event(0, "", suggestionsEvent(m.Suggestions))
	}
	to.Event(0, "done", doneEvent(t, m.Status, s.Demo()))
	return to.Flush()
}
