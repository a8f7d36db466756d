// Package dbtest gives each test a fresh, migrated database on both engines.
// PostgreSQL is a throwaway server of the test process's own; when it is not
// installed the test fails and says what to install.
package dbtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"colloquy/internal/storage"
)

// Each runs fn as a subtest on SQLite and on PostgreSQL, with an empty,
// migrated database each time.
func Each(t *testing.T, fn func(t *testing.T, db *storage.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { fn(t, Open(t, SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { fn(t, Open(t, Postgres(t))) })
}

// EachOptions is Each for tests that open the database themselves, such as
// those that start the whole application or kill it.
func EachOptions(t *testing.T, fn func(t *testing.T, o storage.Options)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { fn(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { fn(t, Postgres(t)) })
}

// Open opens a database and closes it with the test.
func Open(t testing.TB, o storage.Options) *storage.DB {
	t.Helper()
	db, err := storage.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// template is a migrated SQLite file, made once a process: copying it is much
// cheaper than migrating for every test.
var template = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "colloquy-template-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := migrate(storage.Options{DataDir: dir}); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(dir, storage.SQLiteFile))
})

// SQLite returns the options of a fresh SQLite database.
func SQLite(t testing.TB) storage.Options {
	t.Helper()
	file, err := template()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, storage.SQLiteFile), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return storage.Options{DataDir: dir}
}

func migrate(o storage.Options) error {
	ctx := context.Background()
	db, err := storage.Open(ctx, o)
	if err != nil {
		return err
	}
	if _, err = db.Migrate(ctx); err != nil {
		db.Close()
		return err
	}
	return db.Close()
}
