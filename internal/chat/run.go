package chat

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/obs"
	"colloquy/internal/storage"
)

const (
	// checkpointEvery is how often the text so far is saved.
	checkpointEvery = time.Second
	// perCheckpoint bounds one checkpoint transaction: senders wait for it.
	perCheckpoint = 64
)

// Run saves the text of open replies about once a second, passes on what other
// processes ask of them, and finds replies whose writer died, until ctx ends.
func (s *Service) Run(ctx context.Context) error {
	save, sweep := time.NewTicker(checkpointEvery), time.NewTicker(sweepEvery)
	defer save.Stop()
	defer sweep.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-save.C:
			s.upkeep(ctx, s.checkpoint)
			s.upkeep(ctx, s.passStops)
		case <-sweep.C:
			s.upkeep(ctx, s.sweep)
		}
	}
}

// upkeep does one task of Run. An error or a panic of it ends neither Run nor
// the tasks beside it.
func (s *Service) upkeep(ctx context.Context, task func(context.Context) error) {
	defer obs.Recover(ctx, s.Log, "chat upkeep")
	if err := task(ctx); err != nil && ctx.Err() == nil {
		s.Log.ErrorContext(ctx, "chat upkeep failed", "error", err.Error())
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

// dueText is the text of a reply as a checkpoint saves it.
type dueText struct {
	reply *reply
	text  string
}

func (s *Service) dueReplies() []dueText {
	now := core.Elapsed(s.Clock)
	s.mu.Lock()
	defer s.mu.Unlock()
	var due []dueText
	for _, r := range s.writing {
		if r == nil {
			continue
		}
		if text, is := r.due(now); is {
			due = append(due, dueText{r, text})
		}
	}
	return due
}

// due tells whether a reply has new text or an ageing lease, and its text.
func (r *reply) due(now time.Duration) (text string, is bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String(), r.text.Len() != r.saved || now-r.leasedAt >= renewAfter
}

func (r *reply) noteSaved(bytes int, now time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.saved, r.leasedAt = bytes, now
}

func (s *Service) saveTexts(ctx context.Context, due []dueText) error {
	now, elapsed := s.Clock.Now(), core.Elapsed(s.Clock)
	err := s.DB.Write(ctx, func(tx storage.Querier) error {
		for _, d := range due {
			err := s.store.checkpoint(ctx, tx, d.reply.turn.ReplyID, d.text, core.Millis(now.Add(leaseFor)), core.Millis(now))
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, d := range due {
		d.reply.noteSaved(len(d.text), elapsed)
	}
	return nil
}

// passStops hands the stops that other processes ask for to the logs of the
// replies that this one writes.
func (s *Service) passStops(ctx context.Context) error {
	s.mu.Lock()
	idle := len(s.writing) == 0
	s.mu.Unlock()
	if idle {
		return nil
	}
	list, err := s.store.stops(ctx, s.DB.Read(), s.owner)
	if err != nil {
		return err
	}
	for _, one := range list {
		if _, err := s.Live.RequestStop(ctx, one.id, one.seen); err != nil {
			return err
		}
	}
	return nil
}

// Drain lets streams end, so that the server can: readers come back and resume.
func (s *Service) Drain() { s.drain() }

// Close waits for replies until ctx ends, then stops them as interrupted and
// stores what they have.
func (s *Service) Close(ctx context.Context) {
	s.drain()
	s.mu.Lock()
	s.closing = true
	s.mu.Unlock()
	finished := make(chan struct{})
	obs.Go(ctx, s.Log, "wait for replies", func() {
		s.starting.Wait()
		s.wg.Wait()
		close(finished)
	})
	select {
	case <-finished:
	case <-ctx.Done():
	}
	s.cancel(errShutdown)
	<-finished
}
