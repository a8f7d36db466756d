package jobs

import (
	"context"
	"fmt"

	"colloquy/internal/storage"
)

// DropContaining deletes the jobs of a kind whose payload contains text. It runs in the caller's
// transaction. It deletes waiting jobs, running jobs and those that have failed permanently. A
// running attempt continues.
func (q *Queue) DropContaining(ctx context.Context, tx storage.Querier, kind, text string) error {
	// SQLite and PostgreSQL both have replace; they share no function that searches for a text.
	_, err := tx.ExecContext(ctx, `DELETE FROM jobs WHERE kind = $1 AND replace(payload, $2, '') <> payload`, kind, text)
	if err != nil {
		return fmt.Errorf("jobs: drop %s: %w", kind, err)
	}
	return nil
}

// DropKinds deletes all jobs of the given kinds and returns their number. No queue may run
// on the database.
func DropKinds(ctx context.Context, tx storage.Querier, kinds ...string) (int64, error) {
	placeholders, args := storage.InList(nil, kinds)
	n, err := storage.ExecCount(ctx, tx, `DELETE FROM jobs WHERE kind IN (`+placeholders+`)`, args...)
	if err != nil {
		return 0, fmt.Errorf("jobs: drop: %w", err)
	}
	return n, nil
}
