package storage

import (
	"context"
	"strings"
)

// StopWrites keeps other transactions from writing to tables until tx ends. It first waits
// for the end of the transactions that have written to them; their commits are visible to
// the next statement of tx. On SQLite it does nothing, because only one transaction of Write
// runs at a time.
func (db *DB) StopWrites(ctx context.Context, tx Querier, tables ...string) error {
	if db.engine == SQLite {
		return nil
	}
	_, err := tx.ExecContext(ctx, `LOCK TABLE `+strings.Join(tables, ", ")+` IN SHARE MODE`)
	return err
}
