package media

import (
	"context"

	"colloquy/internal/storage"
)

// userExists reports whether a user has an account. It reads a table of package accounts.
func (store) userExists(ctx context.Context, tx storage.Querier, userID string) (exists bool, err error) {
	return exists, tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM users WHERE id = $1)`, userID).Scan(&exists)
}
