package notices

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// MarkRead marks a notice of the actor as read. If the notice is about a like of a comment,
// MarkRead marks the notices about all likes of the comment. A notice of another user gives
// core.NotFound. Rule notifications-read.
func (s *Service) MarkRead(ctx context.Context, actor core.Actor, id string) error {
	return s.changeNotice(ctx, actor.UserID, id, s.store.markRead)
}

// Delete deletes a notice of the actor. If the notice is about a like of a comment, Delete deletes
// the notices about all likes of the comment. A notice of another user gives core.NotFound. Rule
// notifications-delete.
func (s *Service) Delete(ctx context.Context, actor core.Actor, id string) error {
	return s.changeNotice(ctx, actor.UserID, id, s.store.deleteNotice)
}

// changeNotice finds the user's notice with the given id and calls fn with its key, in a
// transaction. If the user has no such notice, it returns errNoNotice.
func (s *Service) changeNotice(ctx context.Context, userID, id string, fn func(context.Context, storage.Querier, noticeKey) error) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.lockNotices(ctx, tx, userID); err != nil {
			return err
		}
		key, err := s.store.findNoticeKey(ctx, tx, userID, id)
		if err != nil {
			return err
		}
		return fn(ctx, tx, key)
	})
}

// MarkAllRead marks the notices of the actor as read, up to the position until: the NewestCursor of
// a Page. Notices that arrived later stay unread. If until is empty, it marks all notices. Rule
// notifications-all-read.
func (s *Service) MarkAllRead(ctx context.Context, actor core.Actor, until string) error {
	last, err := parsePosition(until)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.lockNotices(ctx, tx, actor.UserID); err != nil {
			return err
		}
		return s.store.markAllRead(ctx, tx, actor.UserID, last)
	})
}
