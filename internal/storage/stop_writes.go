package storage

import (
	"context"
	"strings"
)

// StopWrites keeps other transactions from writing to tables until tx ends. It first waits for
// transactions that have written to the tables. The next statement of tx sees their commits. On
// SQLite it does nothing, because only one transaction of Write runs at a time.
func (db *DB) StopWrites(ctx context.Context, tx Querier, tables ...string) error {
	if db.engine == SQLite {
		return nil
	}
	_, err := tx.ExecContext(ctx, `LOCK TABLE `+strings.Join(tables, ", ")+` IN SHARE MODE`)
	return err
}
