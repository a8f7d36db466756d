package jobs

import (
	"context"
	"fmt"

	"colloquy/internal/storage"
)

// DropContaining deletes the jobs of a kind whose payload contains a text, in the
// caller's transaction, whether they wait, run or have failed permanently. A running
// attempt is not ended.
func (q *Queue) DropContaining(ctx context.Context, tx storage.Querier, kind, text string) error {
	// Both engines have replace; they have no common function that finds a text.
	_, err := tx.ExecContext(ctx, `DELETE FROM jobs WHERE kind = $1 AND replace(payload, $2, '') <> payload`, kind, text)
	if err != nil {
		return fmt.Errorf("jobs: drop %s: %w", kind, err)
	}
	return nil
}
