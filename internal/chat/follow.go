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
	// Ready tells that a Flush of a few events would not wait for the reader.
	// False where that cannot be known.
	Ready() bool
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
	return Turn{c.ID, m.ReplyTo, m.ID}, m.Status == Generating, err
}

// Follow sends the events of a reply after the given one, replayed and then
// live, until the reply ends, the reader goes or the server drains. The writer
// never waits for it.
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
		direct.Offer(func(events []live.Event) bool { return to.Ready() && send(events) == nil })
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

// followRow sends a reply from its row: one that ended long ago whole, and one
// that another process writes in the steps of its checkpoints.
func (s *Service) followRow(ctx context.Context, t Turn, to Sink) error {
	for {
		if err := s.mendLook(ctx, t.ConversationID); err != nil {
			return err
		}
		m, err := s.store.byID(ctx, s.DB.Read(), t.ConversationID, t.ReplyID)
		if err != nil {
			return err
		}
		to.Event(0, "", replaceEvent(m.Content))
		if m.Status != Generating {
			return sendEnd(m, t, obs.RequestID(ctx), to)
		}
		if err := to.Flush(); err != nil {
			return err
		}
		select {
		case <-time.After(pollEvery):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func sendEnd(m Message, t Turn, requestID string, to Sink) error {
	if m.Status.retryable() {
		to.Event(0, "error", errorEvent(m.ErrorCode, requestID))
	}
	if len(m.Suggestions) > 0 {
		to.Event(0, "", suggestionsEvent(m.Suggestions))
	}
	to.Event(0, "done", doneEvent(t, m.Status))
	return to.Flush()
}
