package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"syscall"

	sqlite "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// SQLiteFile is the database's name inside the data directory.
const SQLiteFile = "colloquy.db"

// sqliteReaders is how many queries run side by side on SQLite.
const sqliteReaders = 4

// ErrLocked says that another process serves from the same data directory.
var ErrLocked = errors.New("storage: another colloquy process uses this data directory")

func openSQLite(ctx context.Context, dir string) (*DB, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("storage: data directory: %w", err)
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	db := &DB{engine: SQLite, lock: lock}
	path := filepath.Join(dir, SQLiteFile)
	if err := db.openPools(ctx, path); err != nil {
		lock.Close()
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

// lockDir takes the directory for this process. The kernel frees the lock when
// the process ends, however it ends.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("storage: lock: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%w (%s)", ErrLocked, dir)
	}
	return f, nil
}

func isSQLiteUnique(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}
