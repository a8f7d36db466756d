package storage

import "context"

// StopWrites keeps other transactions from writing to a table until tx ends. It first waits
// for the end of the transactions that have written to the table; their commits are visible
// to the next statement of tx. On SQLite it does nothing, because only one transaction of
// Write runs at a time.
func (db *DB) StopWrites(ctx context.Context, tx Querier, table string) error {
	if db.engine == SQLite {
		return nil
	}
	_, err := tx.ExecContext(ctx, `LOCK TABLE `+table+` IN SHARE MODE`)
	return err
}
