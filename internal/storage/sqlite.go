package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"sync"
	"time"

	sqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLiteFile is the name of the database file in the data directory.
const SQLiteFile = "colloquy.db"

// sqliteReaderConns is the number of connections for reading, and so of queries that run in
// parallel on SQLite.
const sqliteReaderConns = 4

// sqliteCacheKiB is the size of the page cache of each connection in KiB. The driver's allocator
// rounds a page and its header to a power of two. So a page of 4 KiB takes 8 KiB of memory.
// SQLite's default of 2,000 KiB would take 4 MiB. A small cache is enough: each write of another
// connection empties a reader's cache, and the operating system caches the files too
// (docs/performance.md).
const sqliteCacheKiB = 500

func openSQLite(ctx context.Context, dir string, busyWait time.Duration) (*DB, error) {
	db := &DB{engine: SQLite, busyTimer: busyTimer{timeout: busyWait}}
	path := filepath.Join(dir, SQLiteFile)
	if err := createPrivateFile(path); err != nil {
		return nil, err
	}
	if err := db.openPools(ctx, path); err != nil {
		return nil, err
	}
	return db, nil
}

func (db *DB) openPools(ctx context.Context, path string) error {
	var err error
	if db.writePool, err = sql.Open("sqlite", sqliteDSN(path, "immediate", false)); err != nil {
		return fmt.Errorf("storage: open: %w", err)
	}
	db.writePool.SetMaxOpenConns(1)
	if err := db.writePool.PingContext(ctx); err != nil {
		return fmt.Errorf("storage: open %s: %w", path, err)
	}
	// SQLite itself waits only for busyAttemptTimeout. DB.beginWrite tries again, so that all
	// writers share one timeout.
	if _, err := db.writePool.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", busyAttemptTimeout.Milliseconds())); err != nil {
		return fmt.Errorf("storage: open %s: %w", path, err)
	}
	if db.readPool, err = sql.Open("sqlite", sqliteDSN(path, "deferred", true)); err != nil {
		return fmt.Errorf("storage: open: %w", err)
	}
	db.readPool.SetMaxOpenConns(sqliteReaderConns)
	db.readPool.SetMaxIdleConns(sqliteReaderConns)
	db.readStatements, db.writeStatements = newStatementCache(db.readPool, sqliteReaderConns), newStatementCache(db.writePool, 1)
	return nil
}

// sqliteDSN returns the data source name with the pragmas of every connection. With
// synchronous(FULL) a commit survives a power failure (rule operations-power). This matters because
// a message is acknowledged after its commit. With secure_delete(ON) SQLite overwrites deleted
// rows, as the promises about deleted accounts require (see Scrub).
func sqliteDSN(path, txlock string, readOnly bool) string {
	v := url.Values{"_txlock": {txlock}}
	for _, p := range []string{
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)",
		"foreign_keys(1)", "journal_size_limit(67108864)", "secure_delete(ON)",
		fmt.Sprintf("cache_size(-%d)", sqliteCacheKiB),
	} {
		v.Add("_pragma", p)
	}
	if readOnly {
		v.Add("_pragma", "query_only(1)")
	}
	return fileURI(path, v)
}

func isSQLiteUnique(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

func isSQLiteForeignKey(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code() == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}

// sqliteUnavailableCodes are the codes for a file that cannot be read or written, or that
// another process has locked.
var sqliteUnavailableCodes = []int{
	sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY,
	sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL,
}

func isSQLiteUnavailable(err error) bool {
	return slices.Contains(sqliteUnavailableCodes, sqliteCode(err))
}

func isSQLiteBusy(err error) bool { return sqliteCode(err) == sqlite3.SQLITE_BUSY }

// sqliteCode returns the primary code of an SQLite error, and 0 for other errors.
func sqliteCode(err error) int {
	const primary = 0xff // mask of the primary code in an extended code
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return 0
	}
	return e.Code() & primary
}

const (
	// busyAttemptTimeout is how long one attempt waits for a database that another process has
	// locked. defaultBusyWait is the timeout of all attempts together.
	busyAttemptTimeout = 10 * time.Millisecond
	defaultBusyWait    = 5 * time.Second
)

// busyTimer measures how long another process has locked a SQLite database. All writers share it.
// After the timeout each further writer fails at once, without a wait of its own.
type busyTimer struct {
	timeout   time.Duration
	mu        sync.Mutex
	busySince time.Time // zero while the database is not locked
}

// shouldRetry records whether an attempt failed because the database was locked (isBusy), and
// reports whether to try again.
func (b *busyTimer) shouldRetry(isBusy bool) (again bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case !isBusy:
		b.busySince = time.Time{}
	case b.busySince.IsZero():
		b.busySince = time.Now()
	}
	return isBusy && time.Since(b.busySince) < b.timeout
}

// beginWrite starts a write transaction. While another process has locked the database, it
// tries again until the timeout of db.busy.
func (db *DB) beginWrite(ctx context.Context) (*sql.Tx, error) {
	for {
		tx, err := db.writePool.BeginTx(ctx, nil)
		if !db.busyTimer.shouldRetry(isSQLiteBusy(err)) {
			return tx, err
		}
	}
}
