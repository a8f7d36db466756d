package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// stopWait is how long a stop call waits for the reply to end.
	stopWait = 3 * time.Second
	// stopLook is how often it looks for the end of a reply of another process.
	stopLook = 100 * time.Millisecond
)

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
	running, err := s.Live.RequestStop(ctx, m.ID, seen)
	if err != nil {
		return Message{}, err
	}
	if !running {
		return s.stopElsewhere(ctx, m, seen)
	}
	s.awaitEnd(ctx, m.ID)
	return s.store.byID(ctx, s.DB.Read(), c.ID, m.ID)
}

// stopElsewhere asks the process that writes a reply to end it. That one looks
// about once a second.
func (s *Service) stopElsewhere(ctx context.Context, m Message, seen int) (Message, error) {
	err := s.DB.Write(ctx, func(tx storage.Querier) error { return s.store.askToStop(ctx, tx, m.ID, seen) })
	if err != nil {
		return Message{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, stopWait)
	defer cancel()
	for {
		now, err := s.store.byID(ctx, s.DB.Read(), m.ConversationID, m.ID)
		if err == nil && now.Status != Generating {
			return now, nil
		}
		select {
		case <-ctx.Done():
			return m, nil
		case <-time.After(stopLook):
		}
	}
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
