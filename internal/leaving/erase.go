package leaving

import (
	"context"
	"encoding/json"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// erasure is the payload of the job.
type erasure struct {
	UserID    string
	Addresses []string
	// Before is an id of the time of the deletion. The address may belong to a new
	// account since then, whose mail stays.
	Before string
	Last   bool // all calls that ran during the deletion have ended
}

// erase is the job. It deletes what the transaction of Delete has left, and what calls
// that ran at the same time have added.
func (s *Service) erase(ctx context.Context, payload []byte) error {
	var e erasure
	if err := json.Unmarshal(payload, &e); err != nil {
		return fmt.Errorf("leaving: payload of %s: %w", eraseJob, err)
	}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.forgetAgain(ctx, tx, &e) })
	if err != nil {
		return err
	}
	for _, room := range s.deps.Rooms {
		if eraser, is := room.Forgetter.(Eraser); is {
			if err := eraser.Erase(ctx, e.UserID); err != nil {
				return fmt.Errorf("leaving: %s: %w", room.Name, err)
			}
		}
	}
	if err := s.deps.Mail.Scrub(e.Addresses, e.Before); err != nil {
		return err
	}
	if err := s.deps.DB.Scrub(ctx); err != nil || !e.Last {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.markErased(ctx, tx, e.UserID, s.deps.Clock.Now())
	})
}

// forgetAgain repeats the transaction of Delete. The account exists only if an operator
// deletes it or a backup was restored; the mail to its address is then dropped too.
func (s *Service) forgetAgain(ctx context.Context, tx storage.Querier, e *erasure) error {
	removed, err := s.deps.Accounts.Remove(ctx, tx, e.UserID)
	switch {
	case err == nil:
		e.Addresses, e.Before = removed.Addresses, core.NewID(s.deps.Clock.Now())
	case core.KindOf(err) != core.Unauthenticated:
		return err
	}
	return s.forget(ctx, tx, e.UserID, removed.Addresses)
}

// eraseUnfinished is a job. It starts the deletions that have not ended in time, among
// them those of an operator, and deletes old ids.
func (s *Service) eraseUnfinished(ctx context.Context) error {
	now := s.deps.Clock.Now()
	ids, err := s.store.unfinished(ctx, now.Add(-overdueAge))
	if err != nil {
		return err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		for _, id := range ids {
			if err := s.enqueueRuns(ctx, tx, erasure{UserID: id}, " again", now); err != nil {
				return err
			}
		}
		return s.store.deleteOld(ctx, tx, now.Add(-idRetention))
	})
	if err == nil && len(ids) > 0 {
		s.deps.Jobs.Kick()
	}
	return err
}
