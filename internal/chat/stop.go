package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
)

// stopWait is how long a stop call waits for the reply to end.
const stopWait = 3 * time.Second

// Stop ends the reply that is being written, also at the model's side, and
// keeps the first seen code points of it; negative seen keeps all. It answers
// the reply as stored. Stopping what has ended changes nothing.
func (s *Service) Stop(ctx context.Context, actor core.Actor, ref string, seen int) (Message, error) {
	c, err := s.resolve(ctx, actor, ref)
	if err != nil {
		return Message{}, err
	}
	m, err := s.store.newest(ctx, s.DB.Read(), c.ID)
	if err != nil {
		return Message{}, err
	}
	if m.Status != Generating {
		return m, nil
	}
	if _, err := s.Live.RequestStop(ctx, m.ID, seen); err != nil {
		return Message{}, err
	}
	s.awaitEnd(ctx, m.ID)
	return s.store.byID(ctx, s.DB.Read(), c.ID, m.ID)
}

// awaitEnd waits until the reply has its final state, if this process writes it.
func (s *Service) awaitEnd(ctx context.Context, id string) {
	s.mu.Lock()
	r := s.writing[id]
	s.mu.Unlock()
	if r == nil {
		return
	}
	timer := time.NewTimer(stopWait)
	defer timer.Stop()
	select {
	case <-r.done:
	case <-timer.C:
	case <-ctx.Done():
	}
}
