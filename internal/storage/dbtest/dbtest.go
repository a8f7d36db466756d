// Package dbtest gives each test an empty, migrated database on both engines. For PostgreSQL it
// uses a throwaway server. The test process starts one, or the command withpostgres starts one for
// several test processes. If PostgreSQL is not installed, the tests fail and name the package to
// install. COLLOQUY_TEST_ENGINE=sqlite skips the tests on PostgreSQL.
package dbtest

import (
	"context"
	"testing"

	"colloquy/internal/storage"
)

// Each runs fn as a subtest on SQLite and on PostgreSQL, each with an empty, migrated
// database.
func Each(t *testing.T, fn func(t *testing.T, db *storage.DB)) {
	t.Helper()
	EachOptions(t, func(t *testing.T, o storage.Options) { fn(t, Open(t, o)) })
}

// EachOptions is like Each, for tests that open the database themselves, for example
// because they start the whole application.
func EachOptions(t *testing.T, fn func(t *testing.T, o storage.Options)) {
	t.Helper()
	migratedTemplate.Each(t, fn)
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

// SQLite returns the options of an empty SQLite database.
func SQLite(t testing.TB) storage.Options {
	t.Helper()
	return migratedTemplate.SQLite(t)
}

// Postgres returns the options of an empty PostgreSQL database. The database is dropped
// when the test ends.
func Postgres(t testing.TB) storage.Options {
	t.Helper()
	return migratedTemplate.Postgres(t)
}

// migratedTemplate is a template database with the schema and no rows.
var migratedTemplate = NewTemplate(func(ctx context.Context, o storage.Options) error {
	db, err := storage.Open(ctx, o)
	if err != nil {
		return err
	}
	if _, err = db.Migrate(ctx); err != nil {
		db.Close()
		return err
	}
	return db.Close()
})
