package notices

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// noticeRetention is how long a notice is kept.
	noticeRetention = 365 * 24 * time.Hour
	// maxNotices is the most notices of a user that are kept.
	maxNotices = 10_000
	// cleanInterval is the time between two runs of cleanNotices.
	cleanInterval = 24 * time.Hour
	// deletedNoticesPerTx is the most notices that one transaction of cleanNotices deletes.
	deletedNoticesPerTx = 500
)

// cleanNotices is a recurring job. It deletes notices older than noticeRetention, and the oldest ones
// of users with more than maxNotices. Rule notifications-kept.
func (s *Service) cleanNotices(ctx context.Context) error {
	cutoffMillis := core.Millis(s.deps.Clock.Now().Add(-noticeRetention))
	if err := s.deleteNoticesInBatches(ctx, func() ([]expiredNotice, error) {
		return s.store.noticesOlderThan(ctx, cutoffMillis, deletedNoticesPerTx)
	}); err != nil {
		return err
	}
	users, err := s.store.usersWithMoreNoticesThan(ctx, maxNotices)
	if err != nil {
		return err
	}
	for _, id := range users {
		if err := s.deleteNoticesInBatches(ctx, func() ([]expiredNotice, error) {
			return s.store.noticesBeyond(ctx, id, maxNotices, deletedNoticesPerTx)
		}); err != nil {
			return err
		}
	}
	return nil
}

// deleteNoticesInBatches calls the function `next` repeatedly, until it returns no notices. The notices of
// each call are deleted in one transaction.
func (s *Service) deleteNoticesInBatches(ctx context.Context, next func() ([]expiredNotice, error)) error {
	for {
		list, err := next()
		if err != nil || len(list) == 0 {
			return err
		}
		if err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.deleteNotices(ctx, tx, list) }); err != nil {
			return err
		}
	}
}

// deleteNotices deletes the notices of list, which is ordered by user. If notices about likes of
// a comment are deleted, it calls regroupLikes for the comment.
func (s *Service) deleteNotices(ctx context.Context, tx storage.Querier, list []expiredNotice) error {
	lockedUserID, commentsToRegroup := "", map[likedComment]bool{}
	for _, n := range list {
		if n.userID != lockedUserID {
			lockedUserID = n.userID
			if err := s.lockNotices(ctx, tx, lockedUserID); err != nil {
				return err
			}
		}
		if err := s.store.deleteNoticeRow(ctx, tx, n.id); err != nil {
			return err
		}
		if n.kind == likeType {
			commentsToRegroup[likedComment{n.userID, n.objectID}] = true
		}
	}
	for c := range commentsToRegroup {
		if err := s.store.regroupLikes(ctx, tx, c.userID, c.objectID); err != nil {
			return err
		}
	}
	return nil
}
