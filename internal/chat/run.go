package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// renewAfter keeps a lease well ahead of its end.
	renewAfter = 3 * time.Second
	sweepEvery = 5 * time.Second
	// perCheckpoint bounds one checkpoint transaction: senders wait for it.
	perCheckpoint = 64
)

// Recover marks the replies that a former life of this process left unfinished.
// It runs before the first request.
func (s *Service) Recover(ctx context.Context) error { return s.sweep(ctx, s.DB.Node()) }

// Run saves the text of open replies about once a second and finds replies
// whose writer died, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	save, sweep := time.NewTicker(checkpointEvery), time.NewTicker(sweepEvery)
	defer save.Stop()
	defer sweep.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-save.C:
			err = s.checkpoint(ctx)
		case <-sweep.C:
			err = s.sweep(ctx, "")
		}
		if err != nil && ctx.Err() == nil {
			s.Log.ErrorContext(ctx, "chat upkeep failed", "error", err.Error())
		}
	}
}

// checkpoint saves what changed since the last one, many replies a transaction.
func (s *Service) checkpoint(ctx context.Context) error {
	due := s.dueReplies()
	for len(due) > 0 {
		n := min(len(due), perCheckpoint)
		if err := s.saveTexts(ctx, due[:n]); err != nil {
			return err
		}
		due = due[n:]
	}
	return nil
}

func (s *Service) dueReplies() []*reply {
	now := s.Clock.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	var due []*reply
	for _, r := range s.writing {
		if r.due(now) {
			due = append(due, r)
		}
	}
	return due
}

// due tells whether a reply has new text or an ageing lease, and counts it as saved.
func (r *reply) due(now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.text.Len() == r.saved && now.Sub(r.leasedAt) < renewAfter {
		return false
	}
	r.saved, r.leasedAt = r.text.Len(), now
	return true
}

func (s *Service) saveTexts(ctx context.Context, due []*reply) error {
	now := s.Clock.Now()
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		for _, r := range due {
			err := s.store.checkpoint(ctx, tx, r.turn.ReplyID, r.snapshot(), core.Millis(now.Add(leaseFor)), core.Millis(now))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Drain lets streams end, so that the server can: readers come back and resume.
func (s *Service) Drain() { s.drain() }

// Close waits for replies until ctx ends, then stops them as interrupted and
// stores what they have.
func (s *Service) Close(ctx context.Context) {
	s.drain()
	finished := make(chan struct{})
	go func() {
		s.wg.Wait()
		close(finished)
	}()
	select {
	case <-finished:
	case <-ctx.Done():
	}
	s.cancel(errShutdown)
	<-finished
}
