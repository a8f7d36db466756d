package notices

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// retention is how long a notice is kept.
	retention = 365 * 24 * time.Hour
	// maxNotices is how many notices of a user are kept: the latest ones.
	maxNotices = 10_000
	// cleanInterval is the interval of cleaning.
	cleanInterval = 24 * time.Hour
	// deletedPerTx limits how long one transaction of cleaning takes.
	deletedPerTx = 500
)

// clean is a recurring job. It deletes notices older than retention, and the oldest ones
// of users with more than maxNotices. Rule notifications-kept.
func (s *Service) clean(ctx context.Context) error {
	before := core.Millis(s.deps.Clock.Now().Add(-retention))
	if err := s.deleteAll(ctx, func() ([]ownNotice, error) { return s.store.olderThan(ctx, before, deletedPerTx) }); err != nil {
		return err
	}
	users, err := s.store.usersWithMoreThan(ctx, maxNotices)
	if err != nil {
		return err
	}
	for _, id := range users {
		if err := s.deleteAll(ctx, func() ([]ownNotice, error) { return s.store.beyond(ctx, id, maxNotices, deletedPerTx) }); err != nil {
			return err
		}
	}
	return nil
}

// deleteAll deletes what next finds, one transaction for each call of next, until it finds
// nothing.
func (s *Service) deleteAll(ctx context.Context, next func() ([]ownNotice, error)) error {
	for {
		list, err := next()
		if err != nil || len(list) == 0 {
			return err
		}
		if err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.deleteOld(ctx, tx, list) }); err != nil {
			return err
		}
	}
}

// deleteOld deletes notices, ordered by user. The likes of a comment are counted again.
func (s *Service) deleteOld(ctx context.Context, tx storage.Querier, list []ownNotice) error {
	locked, thinned := "", map[likedComment]bool{}
	for _, n := range list {
		if n.userID != locked {
			locked = n.userID
			if err := s.lockUser(ctx, tx, locked); err != nil {
				return err
			}
		}
		if err := s.store.deleteRow(ctx, tx, n.id); err != nil {
			return err
		}
		if n.kind == likeType {
			thinned[likedComment{n.userID, n.objectID}] = true
		}
	}
	for c := range thinned {
		if err := s.store.regroupLikes(ctx, tx, c.userID, c.objectID); err != nil {
			return err
		}
	}
	return nil
}
