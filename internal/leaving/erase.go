package leaving

import (
	"context"
	"encoding/json"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// erasure is the payload of eraseJob.
type erasure struct {
	UserID    string
	Addresses []string
	// Before is a mail id from the time of the deletion. Mails with later ids stay: they
	// may belong to a new account with the same address.
	Before string
	Last   bool // the second run: all calls that ran during the deletion have ended
}

// runEraseJob is the handler of eraseJob. It deletes the rows that the transaction of Delete has
// left, and the rows that concurrent calls have added.
func (s *Service) runEraseJob(ctx context.Context, payload []byte) error {
	var e erasure
	if err := json.Unmarshal(payload, &e); err != nil {
		return fmt.Errorf("leaving: payload of %s: %w", eraseJob, err)
	}
	return s.eraseAccount(ctx, e)
}

// eraseAccount deletes all rows of an account and the mails to its addresses. After the
// last run it records that the account is erased. Rule accounts-delete-within.
func (s *Service) eraseAccount(ctx context.Context, e erasure) error {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.forgetUserAgain(ctx, tx, &e) })
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
	if err := s.deps.Mail.DeleteOutboxMail(e.Addresses, e.Before); err != nil {
		return err
	}
	if err := s.deps.DB.ScrubDeletedRows(ctx); err != nil || !e.Last {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.markErased(ctx, tx, e.UserID, s.deps.Clock.Now())
	})
}

// forgetUserAgain repeats the transaction of Delete. Usually the account does not exist any more. If it
// exists, an operator ordered the deletion or a backup was restored. forgetUserAgain then adds the
// account's addresses to e, so that mails to them are deleted too.
func (s *Service) forgetUserAgain(ctx context.Context, tx storage.Querier, e *erasure) error {
	removed, err := s.deps.Accounts.Remove(ctx, tx, e.UserID)
	switch {
	case err == nil:
		e.Addresses, e.Before = removed.EmailAddresses, core.NewID(s.deps.Clock.Now())
	case core.KindOf(err) != core.Unauthenticated:
		return err
	}
	return s.forgetUser(ctx, tx, e.UserID, removed.EmailAddresses)
}

// restartErasures is the handler of restartErasuresJob. restartErasures restarts deletions that are
// unfinished after overdueDeletionAge, and deletions that an operator has requested. When an
// account has been erased for the time erasedUserIDRetention, restartErasures deletes the id of the account.
func (s *Service) restartErasures(ctx context.Context) error {
	now := s.deps.Clock.Now()
	ids, err := s.store.unfinishedDeletions(ctx, now.Add(-overdueDeletionAge))
	if err != nil {
		return err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		for _, id := range ids {
			if err := s.enqueueEraseRuns(ctx, tx, erasure{UserID: id}, " again", now); err != nil {
				return err
			}
		}
		return s.store.deleteOldErasedUserIDs(ctx, tx, now.Add(-erasedUserIDRetention))
	})
	if err == nil && len(ids) > 0 {
		s.deps.Jobs.Wake()
	}
	return err
}
