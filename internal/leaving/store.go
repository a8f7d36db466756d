package leaving

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct{ db *storage.DB }

func (store) insertDeletedAccount(ctx context.Context, tx storage.Querier, userID string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO deleted_accounts (user_id, deleted_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, userID, core.Millis(now))
	return err
}

func (store) markErased(ctx context.Context, tx storage.Querier, userID string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE deleted_accounts SET erased_at = $2 WHERE user_id = $1`, userID, core.Millis(now))
	return err
}

// unfinishedDeletions returns at most 100 accounts that were deleted before a time and
// still have rows. Rule accounts-delete-within.
func (s store) unfinishedDeletions(ctx context.Context, before time.Time) ([]string, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT user_id FROM deleted_accounts WHERE erased_at IS NULL AND deleted_at < $1 ORDER BY deleted_at LIMIT 100`, core.Millis(before))
}

// deleteOldErasedUserIDs deletes the ids of accounts whose last rows were deleted before a time.
func (store) deleteOldErasedUserIDs(ctx context.Context, tx storage.Querier, before time.Time) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM deleted_accounts WHERE erased_at < $1`, core.Millis(before))
	return err
}
