package leaving

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// Delete deletes the actor's account, after a check of the password. It takes effect at
// the commit of one transaction; the job deletes the rest. The confirmation is mailed.
// Rule accounts-delete.
func (s *Service) Delete(ctx context.Context, actor core.Actor, network core.Network, password string) error {
	if err := s.deps.Accounts.ConfirmPassword(ctx, actor, network, password); err != nil {
		return err
	}
	if err := s.deps.Chats.StopReplies(ctx, actor.UserID); err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		removed, err := s.deps.Accounts.Remove(ctx, tx, actor.UserID)
		if err != nil {
			return err
		}
		if err := s.forget(ctx, tx, actor.UserID, removed.Addresses); err != nil {
			return err
		}
		if err := s.store.insertDeletedAccount(ctx, tx, actor.UserID, now); err != nil {
			return err
		}
		return s.enqueue(ctx, tx, actor.UserID, removed, now)
	})
	if err != nil {
		return err
	}
	s.deps.Jobs.Kick()
	s.deps.Accounts.RecordDeletion(ctx, network, actor.UserID)
	return nil
}

// forget asks every room to delete what it holds of a user and the addresses.
func (s *Service) forget(ctx context.Context, tx storage.Querier, userID string, addresses []string) error {
	for _, room := range s.deps.Rooms {
		if err := room.Forget(ctx, tx, userID); err != nil {
			return err
		}
	}
	for _, room := range slices.Concat(s.deps.Letters, []AddressForgetter{s.deps.Mail}) {
		for _, address := range addresses {
			if err := room.ForgetAddress(ctx, tx, address); err != nil {
				return err
			}
		}
	}
	return nil
}

// enqueue adds both runs of the job, and the mail that confirms the deletion.
func (s *Service) enqueue(ctx context.Context, tx storage.Querier, userID string, removed Removed, now time.Time) error {
	mailID := core.NewID(now)
	e := erasure{UserID: userID, Addresses: removed.Addresses, Before: mailID}
	if err := s.enqueueRuns(ctx, tx, e, "", now); err != nil {
		return err
	}
	return s.deps.Mail.Enqueue(ctx, tx, mailID, confirmation(removed.Email, now))
}

// enqueueRuns adds a run of the job for now and the last one for later. suffix is part
// of their keys.
func (s *Service) enqueueRuns(ctx context.Context, tx storage.Querier, e erasure, suffix string, now time.Time) error {
	err := s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: eraseJob, Key: e.UserID + suffix, Payload: e})
	if err != nil {
		return err
	}
	e.Last = true
	return s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: eraseJob, Key: e.UserID + suffix + " last", Payload: e, RunAt: now.Add(secondEraseDelay)})
}
