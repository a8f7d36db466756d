package leaving

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

// Delete checks the password and deletes the actor's account in one transaction. A durable job then
// deletes the remaining rows. A mail confirms the deletion. Rule accounts-delete.
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
		if err := s.forgetUser(ctx, tx, actor.UserID, removed.EmailAddresses); err != nil {
			return err
		}
		if err := s.store.insertDeletedAccount(ctx, tx, actor.UserID, now); err != nil {
			return err
		}
		return s.enqueueErasure(ctx, tx, actor.UserID, removed, now)
	})
	if err != nil {
		return err
	}
	s.deps.Jobs.Wake()
	s.deps.Accounts.RecordDeletion(ctx, network, actor.UserID)
	return nil
}

// forgetUser makes every room delete the rows of a user. It also makes Mail and every
// AddressForgetter delete what belongs to the addresses.
func (s *Service) forgetUser(ctx context.Context, tx storage.Querier, userID string, addresses []string) error {
	for _, room := range s.deps.Rooms {
		if err := room.Forget(ctx, tx, userID); err != nil {
			return err
		}
	}
	for _, room := range slices.Concat(s.deps.AddressForgetters, []AddressForgetter{s.deps.Mail}) {
		for _, address := range addresses {
			if err := room.ForgetAddress(ctx, tx, address); err != nil {
				return err
			}
		}
	}
	return nil
}

// enqueueErasure queues two runs of eraseJob, and the mail that confirms the deletion.
func (s *Service) enqueueErasure(ctx context.Context, tx storage.Querier, userID string, removed RemovedAccount, now time.Time) error {
	mailID := core.NewID(now)
	e := erasure{UserID: userID, Addresses: removed.EmailAddresses, Before: mailID}
	if err := s.enqueueEraseRuns(ctx, tx, e, "", now); err != nil {
		return err
	}
	return s.deps.Mail.Enqueue(ctx, tx, mailID, confirmationMail(removed.Email, now))
}

// enqueueEraseRuns queues two runs of eraseJob: one for now, and one after eraseRerunDelay. suffix
// is part of the keys of both jobs.
func (s *Service) enqueueEraseRuns(ctx context.Context, tx storage.Querier, e erasure, suffix string, now time.Time) error {
	err := s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: eraseJob, UniqueKey: e.UserID + suffix, Payload: e})
	if err != nil {
		return err
	}
	e.Last = true
	return s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: eraseJob, UniqueKey: e.UserID + suffix + " last", Payload: e, RunAt: now.Add(eraseRerunDelay)})
}
