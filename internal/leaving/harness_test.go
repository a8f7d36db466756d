package leaving_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// passwordBody is the body of a call that deletes the account.
var passwordBody = map[string]any{"password": apptest.Password}

// tableColumns returns the columns of each table of the application. It leaves out virtual tables:
// the text index of SQLite cannot be read as a table. Its data are in separate tables.
func tableColumns(t *testing.T, db *storage.DB) map[string][]string {
	t.Helper()
	query := `SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`
	if db.Engine() == storage.Postgres {
		query = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`
	}
	out := map[string][]string{}
	_, err := storage.QueryAll(t.Context(), db.Reader(), func(r storage.Row) (string, error) {
		var table, column string
		err := r.Scan(&table, &column)
		if !strings.HasPrefix(table, "sqlite_") && !strings.HasPrefix(table, "goose_") {
			out[table] = append(out[table], column)
		}
		return table, err
	}, query)
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 20 {
		t.Fatalf("only %d tables: %v", len(out), out)
	}
	return out
}

// columnsContaining returns the columns, as table.column, that contain a text in any
// letter case.
func columnsContaining(t *testing.T, db *storage.DB, text string) []string {
	t.Helper()
	var out []string
	for table, columns := range tableColumns(t, db) {
		for _, column := range columns {
			n := countRows(t, db, fmt.Sprintf(`%s WHERE lower(CAST(%s AS TEXT)) <> replace(lower(CAST(%s AS TEXT)), '%s', '')`,
				table, column, column, strings.ToLower(text)))
			if n > 0 {
				out = append(out, table+"."+column)
			}
		}
	}
	return out
}

// countRows counts rows. table is the name of a table, or a name with a WHERE clause after
// it.
func countRows(t *testing.T, db *storage.DB, table string) (n int) {
	t.Helper()
	if err := db.Reader().QueryRowContext(t.Context(), `SELECT count(*) FROM `+table).Scan(&n); err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	return n
}

func execSQL(t *testing.T, db *storage.DB, statement string) {
	t.Helper()
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// awaitDeletion advances the clock past the second run of a deletion and waits until all
// jobs of the deletion have ended.
func awaitDeletion(t *testing.T, e *apptest.Env, userID string) {
	t.Helper()
	isAccountErased := func() bool {
		return countRows(t, e.App.DB(), `deleted_accounts WHERE erased_at IS NOT NULL AND user_id = '`+userID+`'`) == 1
	}
	// The second run of the deletion is due 40 seconds after it was queued. So the clock must not
	// advance before the runs are queued.
	apptest.Eventually(t, "the runs are queued", func() bool {
		return isAccountErased() || countRows(t, e.App.DB(), `jobs WHERE kind = 'leaving.erase'`) > 0
	})
	e.Clock.Advance(41 * time.Second)
	apptest.Eventually(t, "the deletion ends", isAccountErased)
	apptest.Eventually(t, "its jobs end", func() bool { return countRows(t, e.App.DB(), `jobs WHERE kind IN ('mail', 'leaving.erase')`) == 0 })
}
