package notices

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// MarkRead marks a notice of the actor as read, with all likes of its comment if it is a
// like. For a notice of another user the error is core.NotFound. Rule notifications-read.
func (s *Service) MarkRead(ctx context.Context, actor core.Actor, id string) error {
	return s.change(ctx, actor.UserID, id, s.store.markRead)
}

// Delete deletes a notice of the actor, with all likes of its comment if it is a like. For
// a notice of another user the error is core.NotFound. Rule notifications-delete.
func (s *Service) Delete(ctx context.Context, actor core.Actor, id string) error {
	return s.change(ctx, actor.UserID, id, s.store.delete)
}

// change calls fn with the key of a user's notice, in a transaction.
func (s *Service) change(ctx context.Context, userID, id string, fn func(context.Context, storage.Querier, noticeKey) error) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.lockUser(ctx, tx, userID); err != nil {
			return err
		}
		key, err := s.store.noticeKey(ctx, tx, userID, id)
		if err != nil {
			return err
		}
		return fn(ctx, tx, key)
	})
}

// MarkAllRead marks the notices of the actor as read. until is Newest of a Page: notices
// that arrived after it stay unread. An empty until marks all. Rule
// notifications-all-read.
func (s *Service) MarkAllRead(ctx context.Context, actor core.Actor, until string) error {
	last, err := parsePosition(until)
	if err != nil {
		return err
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.lockUser(ctx, tx, actor.UserID); err != nil {
			return err
		}
		return s.store.markAllRead(ctx, tx, actor.UserID, last)
	})
}
