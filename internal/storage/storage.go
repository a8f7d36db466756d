// Package storage opens the database, SQLite or PostgreSQL, and lends it out
// for reading and writing. Both engines run the same SQL text: $n
// placeholders, RETURNING, ON CONFLICT, CTEs and row-value comparisons work
// unchanged on either (architecture, Data).
package storage

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
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

// Options says where the data lives.
type Options struct {
	URL     string // postgres://...; empty means SQLite in DataDir
	DataDir string // one process at a time; holds colloquy.db on SQLite
	// LockWait is how long a statement waits for what another transaction holds, on
	// SQLite for what another process holds, before it fails as IsAway; 0 means
	// the engine's default.
	LockWait time.Duration
}

// Querier runs statements. Stores take it, so that the same function works in
// a transaction and outside one.
type Querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// DB is an open database. Reads run side by side; on SQLite all writes pass
// through one connection.
type DB struct {
	engine Engine
	read   *sql.DB
	write  *sql.DB
	dir    *dataDir
	held   held
	probe  probe
	// The prepared statements of either pool; nil where the driver keeps its own.
	readStatements, writeStatements *statements
}

// Open locks the data directory and connects to the database that o names. It
// does not migrate.
func Open(ctx context.Context, o Options) (*DB, error) {
	if o.URL != "" && !strings.HasPrefix(o.URL, "postgres://") && !strings.HasPrefix(o.URL, "postgresql://") {
		return nil, fmt.Errorf("storage: the database URL must begin with postgres://")
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

func openEngine(ctx context.Context, o Options) (*DB, error) {
	if o.URL == "" {
		return openSQLite(ctx, o.DataDir, cmp.Or(o.LockWait, defaultHeldWait))
	}
	return openPostgres(ctx, o.URL, cmp.Or(o.LockWait, defaultLockWait))
}

// Node names the process that holds the data directory. The name outlives the
// process.
func (db *DB) Node() string { return db.dir.node }

// Engine tells which engine db runs on.
func (db *DB) Engine() Engine { return db.engine }

// Read returns the pool for queries that change nothing.
func (db *DB) Read() Querier {
	if db.readStatements != nil {
		return db.readStatements
	}
	return db.read
}

// Ping checks that the database answers queries; Ready, that it takes writes.
func (db *DB) Ping(ctx context.Context) error { return db.read.PingContext(ctx) }

// Write runs fn in one transaction and commits it. An error from fn rolls
// back and is returned as it is. On PostgreSQL fn runs again after a
// serialization failure, so it must not have effects outside the database.
func (db *DB) Write(ctx context.Context, fn func(tx Querier) error) error {
	const tries = 5
	var err error
	for range tries {
		if err = db.writeOnce(ctx, fn); !isSerialization(err) {
			return err
		}
	}
	return err
}

func (db *DB) writeOnce(ctx context.Context, fn func(tx Querier) error) error {
	tx, err := db.begin(ctx)
	if err != nil {
		return fmt.Errorf("storage: begin: %w", err)
	}
	defer tx.Rollback()
	if db.writeStatements == nil {
		return finish(tx, fn(tx))
	}
	q := &inTx{Tx: tx, prepared: db.writeStatements}
	if err := finish(tx, fn(q)); err != nil {
		return err
	}
	q.learn(ctx)
	return nil
}

// finish commits, unless there was an error.
func finish(tx *sql.Tx, err error) error {
	if err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("storage: commit: %w", err)
	}
	return nil
}

// Close closes the pools and frees the data directory.
func (db *DB) Close() error {
	err := db.read.Close()
	if db.write != db.read {
		err = firstError(err, db.write.Close())
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
