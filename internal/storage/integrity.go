package storage

import (
	"context"
	"errors"
	"fmt"
)

// ErrDamaged reports that the file of a SQLite database, or a copy of it, is damaged.
var ErrDamaged = errors.New("storage: the database file is damaged")

// CheckIntegrity reads the whole SQLite database while writers go on. If pages or rows are damaged
// or unreadable, the error is ErrDamaged. PostgreSQL checks its pages itself, so CheckIntegrity
// only checks that the database answers. Rule operations-doctor.
func (db *DB) CheckIntegrity(ctx context.Context) error {
	if db.engine != SQLite {
		return db.Reader().QueryRowContext(ctx, `SELECT 1`).Scan(new(int))
	}
	var result string
	err := db.Reader().QueryRowContext(ctx, `PRAGMA quick_check(1)`).Scan(&result)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if result != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, result)
	}
	return nil
}
