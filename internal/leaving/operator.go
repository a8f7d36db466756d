package leaving

import (
	"context"
	"time"

	"colloquy/internal/storage"
)

// MarkAccountForDeletion marks an account for deletion, in the caller's transaction. A server finds
// the mark within minutes and deletes everything of the account. Rule operations-accounts.
func MarkAccountForDeletion(ctx context.Context, tx storage.Querier, userID string) error {
	return store{}.insertDeletedAccount(ctx, tx, userID, time.UnixMilli(1)) // older than overdueDeletionAge
}
