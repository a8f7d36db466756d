package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"

	sqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLiteFile is the database's name inside the data directory.
const SQLiteFile = "colloquy.db"

// sqliteReaders is how many queries run side by side on SQLite.
const sqliteReaders = 4

func openSQLite(ctx context.Context, dir string) (*DB, error) {
	db := &DB{engine: SQLite}
	if err := db.openPools(ctx, filepath.Join(dir, SQLiteFile)); err != nil {
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

func isSQLiteBusy(err error) bool {
	const primary = 0xff // the rest of a code says more about it
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&primary == sqlite3.SQLITE_BUSY
}
