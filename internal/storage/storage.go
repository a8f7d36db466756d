// Package storage opens the database, SQLite or PostgreSQL, and migrates it. Both
// engines run the same SQL: $n placeholders, RETURNING, ON CONFLICT, CTEs and
// row-value comparisons.
package storage

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Engine is the database behind a DB.
type Engine string

// The engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// Options are the location and the timeouts of a database.
type Options struct {
	URL     string // postgres://...; empty means SQLite in DataDir
	DataDir string // locked by the process; contains colloquy.db on SQLite
	// LockWait is how long a statement waits for a lock. On SQLite this is the lock of another process
	// on the database. After LockWait the statement fails, and IsUnavailable is true for its error. 0
	// means the default of the engine.
	LockWait time.Duration
}

// Querier runs statements, in a transaction or outside one.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// DB is an open database. It is safe for concurrent use. Reads run in parallel; on
// SQLite all writes use one connection.
type DB struct {
	engine    Engine
	readPool  *sql.DB
	writePool *sql.DB
	dir       *dataDir
	busyTimer busyTimer
	probe     writeProbe
	// The prepared statements of readPool and of writePool; nil on PostgreSQL.
	readStatements, writeStatements *statementCache
}

// Open locks the data directory and connects to the database, without a migration. The error is
// ErrLocked if another process uses the directory. It is ErrMoved if the SQLite database was moved
// to PostgreSQL.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.URL != "" && !IsPostgresURL(o.URL) {
		return nil, ErrNotPostgres
	}
	if o.URL == "" {
		if err := checkNotMoved(o.DataDir); err != nil {
			return nil, err
		}
	}
	dir, err := openDataDir(o.DataDir)
	if err != nil {
		return nil, err
	}
	db, err := openEngine(ctx, o)
	if err != nil {
		dir.close()
		return nil, err
	}
	db.dir = dir
	return db, nil
}

// ErrNotPostgres reports a URL that IsPostgresURL refuses.
var ErrNotPostgres = errors.New("storage: the database URL must begin with postgres://")

// IsPostgresURL reports whether url has the scheme of a PostgreSQL database.
func IsPostgresURL(url string) bool {
	return strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://")
}

// OpenWithoutLock connects to a database for commands of the operator. Another process may use the
// database at the same time, so the data directory is not locked. Nothing is created or migrated.
// Errors:
//   - ErrMoved: the SQLite database was moved to PostgreSQL.
//   - ErrNoDatabase: there is no SQLite database.
//   - ErrInterrupted: a restore was interrupted.
//   - ErrNewerDatabase: a newer binary has migrated the database.
//   - ErrOlderDatabase: a migration is missing.
func OpenWithoutLock(ctx context.Context, o Options) (*DB, error) {
	if o.URL == "" {
		if err := checkNotMoved(o.DataDir); err != nil {
			return nil, err
		}
		if err := checkDatabaseExists(o.DataDir); err != nil {
			return nil, err
		}
	}
	db, err := openEngine(ctx, o)
	if err != nil {
		return nil, err
	}
	db.dir = &dataDir{path: cmp.Or(o.DataDir, ".")}
	if err := db.checkVersion(ctx); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// checkDatabaseExists returns ErrNoDatabase if a data directory has no SQLite database, and
// ErrInterrupted after an interrupted restore.
func checkDatabaseExists(dir string) error {
	if _, err := os.Stat(filepath.Join(dir, SQLiteFile)); err != nil {
		return fmt.Errorf("%w in %s: %w", ErrNoDatabase, cmp.Or(dir, "."), err)
	}
	if _, err := os.Stat(filepath.Join(dir, replacingDir)); err == nil {
		return ErrInterrupted
	}
	return nil
}

func openEngine(ctx context.Context, o Options) (*DB, error) {
	if o.URL == "" {
		return openSQLite(ctx, o.DataDir, cmp.Or(o.LockWait, defaultBusyWait))
	}
	return openPostgres(ctx, o.URL, cmp.Or(o.LockWait, defaultLockWait))
}

// NodeName returns the name of this process. The name survives restarts, and no other process of
// the database has it. It is empty after OpenWithoutLock.
func (db *DB) NodeName() string { return db.dir.nodeName }

// Engine returns the engine of the database.
func (db *DB) Engine() Engine { return db.engine }

// Reader returns the pool of connections for reading.
func (db *DB) Reader() Querier {
	if db.readStatements != nil {
		return db.readStatements
	}
	return db.readPool
}

// Ping returns an error if the database cannot be read. Ready also checks writing.
func (db *DB) Ping(ctx context.Context) error { return db.readPool.PingContext(ctx) }

// Write runs fn in a transaction and commits it. If fn returns an error, Write rolls back and
// returns the error unchanged. On PostgreSQL, Write repeats fn after a serialization failure or a
// deadlock, up to five runs in all. So fn must not have effects outside the database.
func (db *DB) Write(ctx context.Context, fn func(tx Querier) error) error {
	const tries = 5
	var err error
	for range tries {
		if err = db.writeOnce(ctx, fn); !isSerializationOrDeadlock(err) {
			return err
		}
	}
	return err
}

func (db *DB) writeOnce(ctx context.Context, fn func(tx Querier) error) error {
	tx, err := db.beginWrite(ctx)
	if err != nil {
		return fmt.Errorf("storage: begin: %w", err)
	}
	defer tx.Rollback()
	q := &writeTx{Tx: tx, cache: db.writeStatements}
	if err := commitUnlessError(tx, fn(q)); err != nil {
		return err
	}
	q.prepareUncachedQueries(ctx)
	for _, fn := range q.afterCommit {
		fn()
	}
	return nil
}

// commitUnlessError commits tx if err is nil. Otherwise it only returns err, and the caller rolls
// back.
func commitUnlessError(tx *sql.Tx, err error) error {
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("storage: commit: %w", err)
	}
	return nil
}

// ScrubDeletedRows removes the texts of deleted rows from the files of a SQLite database. The pragma
// secure_delete has overwritten these rows in the pages of the write-ahead log. ScrubDeletedRows
// moves the pages into the database file and truncates the log. If a query still reads the log, a
// part of it stays until the next call. On PostgreSQL it does nothing, because VACUUM removes the
// texts.
func (db *DB) ScrubDeletedRows(ctx context.Context) error {
	if db.engine != SQLite {
		return nil
	}
	var busy, pages, moved int
	err := db.writePool.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &moved)
	if isSQLiteBusy(err) {
		return nil
	}
	return err
}

// Close closes the pools and unlocks the data directory.
func (db *DB) Close() error {
	err := db.readPool.Close()
	if db.writePool != db.readPool {
		err = firstError(err, db.writePool.Close())
	}
	db.dir.close()
	return err
}

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
