package storage_test

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func TestMigrateTwiceChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		steps, err := db.Migrate(t.Context())
		if err != nil || steps != 0 {
			t.Errorf("a migrated database took %d steps, %v", steps, err)
		}
		current, newest, err := db.SchemaVersion(t.Context())
		if err != nil || current != newest || newest == 0 {
			t.Errorf("version %d of %d, %v", current, newest, err)
		}
	})
}

func TestNewerDatabaseIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		if err := db.Write(ctx, func(tx storage.Querier) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, $2)`, 99999, true)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		advice := map[storage.Engine]string{storage.SQLite: "colloquy rollback", storage.Postgres: "restore the dump"}[db.Engine()]
		if _, err := db.Migrate(ctx); !errors.Is(err, storage.ErrNewerDatabase) || !strings.Contains(err.Error(), advice) {
			t.Errorf("a newer database gave %v, want ErrNewerDatabase with %q", err, advice)
		}
	})
}

// TestEmptyDatabaseMigrates migrates an empty database, unlike other tests, which copy a database
// that is migrated already.
func TestEmptyDatabaseMigrates(t *testing.T) {
	db := dbtest.Open(t, storage.Options{DataDir: t.TempDir()})
	steps, err := db.Migrate(t.Context())
	if err != nil || steps == 0 {
		t.Errorf("an empty database took %d steps, %v", steps, err)
	}
}

// TestBothEnginesHaveTheSameSchema compares the columns of both engines after the migrations. It
// leaves out the tables of the text index, which only SQLite has. It needs "make test", because
// "make check" runs only SQLite.
func TestBothEnginesHaveTheSameSchema(t *testing.T) {
	got := map[storage.Engine][]string{}
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		query := `SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'`
		if db.Engine() == storage.SQLite {
			query = `SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'`
		}
		columns, err := storage.QueryAll(t.Context(), db.Reader(), func(r storage.Row) (s string, err error) {
			return s, r.Scan(&s)
		}, query)
		if err != nil {
			t.Fatal(err)
		}
		columns = slices.DeleteFunc(columns, func(s string) bool {
			return strings.HasPrefix(s, "goose_") || strings.HasPrefix(s, "sqlite_") || strings.HasPrefix(s, "message_word")
		})
		slices.Sort(columns)
		got[db.Engine()] = columns
	})
	if len(got) < 2 {
		t.Skip("only one engine ran")
	}
	if !slices.Equal(got[storage.SQLite], got[storage.Postgres]) {
		t.Errorf("schemas differ:\nsqlite   %v\npostgres %v", got[storage.SQLite], got[storage.Postgres])
	}
}

// TestLibcIsPinned: modernc's packages sqlite and libc are generated together. Updating
// only libc can crash.
func TestLibcIsPinned(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`modernc\.org/sqlite v1\.61\.1\b`, `modernc\.org/libc v1\.79\.0\b`} {
		if !regexp.MustCompile(want).Match(mod) {
			t.Errorf("go.mod has no %s", want)
		}
	}
}
