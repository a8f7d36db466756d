package notices

import (
	"context"

	"colloquy/internal/storage"
)

// ownNotice is a row to delete.
type ownNotice struct{ id, userID, kind, objectID string }

func scanOwn(r storage.Row) (n ownNotice, err error) {
	return n, r.Scan(&n.id, &n.userID, &n.kind, &n.objectID)
}

// olderThan returns rows from before a time, ordered by user.
func (s store) olderThan(ctx context.Context, before int64, limit int) ([]ownNotice, error) {
	return storage.All(ctx, s.db.Reader(), scanOwn, `SELECT id, user_id, type, object_id FROM (
			SELECT id, user_id, type, object_id FROM notifications WHERE created_at < $1 ORDER BY created_at LIMIT $2) n
		ORDER BY user_id, id`, before, limit)
}

// usersWithMoreThan returns the users with more than most rows, from an index.
func (s store) usersWithMoreThan(ctx context.Context, most int) ([]string, error) {
	return storage.All(ctx, s.db.Reader(), func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT user_id FROM notifications GROUP BY user_id HAVING count(*) > $1`, most)
}

// beyond returns rows of a user that follow the latest most ones.
func (s store) beyond(ctx context.Context, userID string, most, limit int) ([]ownNotice, error) {
	return storage.All(ctx, s.db.Reader(), scanOwn, `SELECT id, user_id, type, object_id FROM notifications
		WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`, userID, limit, most)
}

func (store) deleteRow(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM notifications WHERE id = $1`, id)
	return err
}
