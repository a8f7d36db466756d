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

// SQLiteFile is the database's name inside the data directory.
const SQLiteFile = "colloquy.db"

// sqliteReaders is how many queries run side by side on SQLite.
const sqliteReaders = 4

func openSQLite(ctx context.Context, dir string, heldWait time.Duration) (*DB, error) {
	db := &DB{engine: SQLite, held: held{wait: heldWait}}
	path := filepath.Join(dir, SQLiteFile)
	if err := createPrivate(path); err != nil {
		return nil, err
	}
	if err := db.openPools(ctx, path); err != nil {
		return nil, err
	}
	return db, nil
}

func (db *DB) openPools(ctx context.Context, path string) error {
	var err error
	if db.write, err = sql.Open("sqlite", sqliteDSN(path, "immediate", false)); err != nil {
		return fmt.Errorf("storage: open: %w", err)
	}
	db.write.SetMaxOpenConns(1)
	if err := db.write.PingContext(ctx); err != nil {
		return fmt.Errorf("storage: open %s: %w", path, err)
	}
	// From here on begin waits, not SQLite: it knows how long the others waited.
	if _, err := db.write.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout = %d", heldTry.Milliseconds())); err != nil {
		return fmt.Errorf("storage: open %s: %w", path, err)
	}
	if db.read, err = sql.Open("sqlite", sqliteDSN(path, "deferred", true)); err != nil {
		return fmt.Errorf("storage: open: %w", err)
	}
	db.read.SetMaxOpenConns(sqliteReaders)
	db.read.SetMaxIdleConns(sqliteReaders)
	db.readStatements, db.writeStatements = newStatements(db.read), newStatements(db.write)
	return nil
}

// sqliteDSN sets what every connection needs. FULL makes a commit survive a
// power cut: a message is acknowledged only after its commit.
func sqliteDSN(path, txlock string, readOnly bool) string {
	v := url.Values{"_txlock": {txlock}}
	for _, p := range []string{
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)",
		"foreign_keys(1)", "journal_size_limit(67108864)",
	} {
		v.Add("_pragma", p)
	}
	if readOnly {
		v.Add("_pragma", "query_only(1)")
	}
	return (&url.URL{Scheme: "file", Opaque: path, RawQuery: v.Encode()}).String()
}

func isSQLiteUnique(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// sqliteAway are the codes of a file that cannot be read or written now, or that
// another process holds.
var sqliteAway = []int{
	sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY,
	sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PROTOCOL,
}

func isSQLiteAway(err error) bool { return slices.Contains(sqliteAway, sqliteCode(err)) }

func isSQLiteBusy(err error) bool { return sqliteCode(err) == sqlite3.SQLITE_BUSY }

// sqliteCode is the primary code of an error of SQLite, 0 for any other.
func sqliteCode(err error) int {
	const primary = 0xff // the rest of a code says more about it
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return 0
	}
	return e.Code() & primary
}

const (
	// heldTry is how long one attempt waits for a database that another process
	// holds, and defaultHeldWait how long all of them together do.
	heldTry         = 10 * time.Millisecond
	defaultHeldWait = 5 * time.Second
)

// held measures for how long another process has held a SQLite database. All
// writers share it: whoever comes while the database has been held for long is
// told so at once, instead of waiting in a row.
type held struct {
	wait  time.Duration
	mu    sync.Mutex
	since time.Time // zero while it is free
}

// note takes in the outcome of an attempt and tells whether to try again.
func (h *held) note(busy bool) (again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case !busy:
		h.since = time.Time{}
	case h.since.IsZero():
		h.since = time.Now()
	}
	return busy && time.Since(h.since) < h.wait
}

// begin starts a write transaction.
func (db *DB) begin(ctx context.Context) (*sql.Tx, error) {
	for {
		tx, err := db.write.BeginTx(ctx, nil)
		if !db.held.note(isSQLiteBusy(err)) {
			return tx, err
		}
	}
}
