package notices

import (
	"context"

	"colloquy/internal/storage"
)

// expiredNotice is a row that cleanNotices deletes.
type expiredNotice struct{ id, userID, kind, objectID string }

func scanExpiredNotice(r storage.Row) (n expiredNotice, err error) {
	return n, r.Scan(&n.id, &n.userID, &n.kind, &n.objectID)
}

// noticesOlderThan returns rows from before a time, ordered by user.
func (s store) noticesOlderThan(ctx context.Context, before int64, limit int) ([]expiredNotice, error) {
	return storage.QueryAll(ctx, s.db.Reader(), scanExpiredNotice, `SELECT id, user_id, type, object_id FROM (
			SELECT id, user_id, type, object_id FROM notifications WHERE created_at < $1 ORDER BY created_at LIMIT $2) n
		ORDER BY user_id, id`, before, limit)
}

// usersWithMoreNoticesThan returns the users with more than maxCount rows.
func (s store) usersWithMoreNoticesThan(ctx context.Context, maxCount int) ([]string, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT user_id FROM notifications GROUP BY user_id HAVING count(*) > $1`, maxCount)
}

// noticesBeyond skips the newest maxCount rows of a user and returns at most limit of the older
// ones. Rule notifications-kept.
func (s store) noticesBeyond(ctx context.Context, userID string, maxCount, limit int) ([]expiredNotice, error) {
	return storage.QueryAll(ctx, s.db.Reader(), scanExpiredNotice, `SELECT id, user_id, type, object_id FROM notifications
		WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`, userID, limit, maxCount)
}

func (store) deleteNoticeRow(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM notifications WHERE id = $1`, id)
	return err
}
