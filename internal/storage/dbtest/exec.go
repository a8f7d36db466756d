package dbtest

import (
	"testing"

	"colloquy/internal/storage"
)

// Exec runs a statement in a write transaction. It fails the test on an error.
func Exec(t testing.TB, db *storage.DB, query string, args ...any) {
	t.Helper()
	ctx := t.Context()
	err := db.Write(ctx, func(tx storage.Querier) error {
		_, err := tx.ExecContext(ctx, query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
