package leaving

import (
	"context"

	"colloquy/internal/storage"
)

// restoredDeletedAtMarker is the deleted_at, in Unix milliseconds, of accounts that must be deleted
// again.
const restoredDeletedAtMarker = 1

// MarkRestoredForDeletion marks an account in the database of a backup, so that
// EraseRestored deletes it.
func MarkRestoredForDeletion(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO deleted_accounts (user_id, deleted_at) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET deleted_at = excluded.deleted_at, erased_at = NULL`, userID, restoredDeletedAtMarker)
	return err
}

// EraseRestored deletes the accounts that a restore or an operator has marked. Call it before the
// server takes calls. Other processes may add rows meanwhile; restartErasuresJob deletes these
// later. Rule operations-backup-revocations.
func (s *Service) EraseRestored(ctx context.Context) error {
	ids, err := s.store.markedAccountIDsToErase(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.eraseAccount(ctx, erasure{UserID: id}); err != nil {
			return err
		}
	}
	return nil
}

// markedAccountIDsToErase returns the ids of accounts that MarkRestoredForDeletion has marked and that are
// not erased yet.
func (s store) markedAccountIDsToErase(ctx context.Context) ([]string, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT user_id FROM deleted_accounts WHERE erased_at IS NULL AND deleted_at = $1 ORDER BY user_id`, restoredDeletedAtMarker)
}
