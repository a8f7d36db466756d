package notices

import (
	"context"

	"colloquy/internal/storage"
)

// noticeKey identifies the rows of an entry of the list: one row, or all likes of a comment.
type noticeKey struct {
	userID, id string
	commentID  string // id of the liked comment; empty for other notices
}

// findNoticeKey finds a notice of a user. The error is errNoNotice if there is none.
func (store) findNoticeKey(ctx context.Context, tx storage.Querier, userID, id string) (noticeKey, error) {
	var kind, objectID string
	err := tx.QueryRowContext(ctx, `SELECT type, object_id FROM notifications WHERE id = $1 AND user_id = $2`, id, userID).Scan(&kind, &objectID)
	if storage.IsNoRows(err) {
		return noticeKey{}, errNoNotice
	}
	if kind == likeType {
		return noticeKey{userID, id, objectID}, err
	}
	return noticeKey{userID, id, ""}, err
}

// markRead marks a notice as read. If k.commentID is set, markRead marks the notices about all
// likes of the comment. Rules notifications-read, notifications-likes-grouped.
func (store) markRead(ctx context.Context, tx storage.Querier, k noticeKey) error {
	if k.commentID == "" {
		_, err := tx.ExecContext(ctx, `UPDATE notifications SET is_read = TRUE WHERE id = $1 AND is_read = FALSE`, k.id)
		return err
	}
	_, err := tx.ExecContext(ctx, `UPDATE notifications SET is_read = TRUE WHERE user_id = $1 AND object_id = $2 AND type = $3 AND is_read = FALSE`, k.userID, k.commentID, likeType)
	return err
}

// deleteNotice deletes a notice. If k.commentID is set, deleteNotice deletes the notices about all
// likes of the comment. Rules notifications-delete, notifications-likes-grouped.
func (store) deleteNotice(ctx context.Context, tx storage.Querier, k noticeKey) error {
	if k.commentID == "" {
		_, err := tx.ExecContext(ctx, `DELETE FROM notifications WHERE id = $1`, k.id)
		return err
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM notifications WHERE user_id = $1 AND object_id = $2 AND type = $3`, k.userID, k.commentID, likeType)
	return err
}

// markAllRead marks the notices up to a position as read. Rule notifications-all-read.
func (store) markAllRead(ctx context.Context, tx storage.Querier, userID string, last position) error {
	_, err := tx.ExecContext(ctx, `UPDATE notifications SET is_read = TRUE WHERE user_id = $1 AND is_read = FALSE AND (created_at, id) <= ($2, $3)`, userID, last.At, last.ID)
	return err
}
