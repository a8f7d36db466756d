package spend

import (
	"context"

	"colloquy/internal/storage"
)

// Forget deletes the sums of a user. The sums of networks and of all users stay, because
// they identify no user.
func (l *Ledger) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	return deleteSpendByKeyHash(ctx, tx, l.keyHash(ScopeUser, userID))
}

func deleteSpendByKeyHash(ctx context.Context, tx storage.Querier, keyHash string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM model_spend WHERE key_hash = $1`, keyHash)
	return err
}
