package leaving_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// password is the body of a call that deletes the account.
var password = map[string]any{"password": apptest.Password}

// tables returns the columns of each table of the application. The text index of SQLite
// cannot be read as a table; its data are tables of their own.
func tables(t *testing.T, db *storage.DB) map[string][]string {
	t.Helper()
	query := `SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%'`
	if db.Engine() == storage.Postgres {
		query = `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'`
	}
	out := map[string][]string{}
	_, err := storage.All(t.Context(), db.Reader(), func(r storage.Row) (string, error) {
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

// find returns the columns, as table.column, that contain a text in any letter case.
func find(t *testing.T, db *storage.DB, text string) []string {
	t.Helper()
	var out []string
	for table, columns := range tables(t, db) {
		for _, column := range columns {
			n := count(t, db, fmt.Sprintf(`%s WHERE lower(CAST(%s AS TEXT)) <> replace(lower(CAST(%s AS TEXT)), '%s', '')`,
				table, column, column, strings.ToLower(text)))
			if n > 0 {
				out = append(out, table+"."+column)
			}
		}
	}
	return out
}

// count counts the rows of a table, which may have a condition.
func count(t *testing.T, db *storage.DB, table string) (n int) {
	t.Helper()
	if err := db.Reader().QueryRowContext(t.Context(), `SELECT count(*) FROM `+table).Scan(&n); err != nil {
		t.Fatalf("%s: %v", table, err)
	}
	return n
}

func execute(t *testing.T, db *storage.DB, statement string) {
	t.Helper()
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// eventually waits for a condition, at most fifteen seconds.
func eventually(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(15 * time.Second); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within fifteen seconds", what)
		}
	}
}

// finish lets the time of a deletion pass and waits for its end.
func finish(t *testing.T, e *apptest.Env, userID string) {
	t.Helper()
	e.Clock.Advance(41 * time.Second)
	eventually(t, "the deletion ends", func() bool {
		return count(t, e.App.DB(), `deleted_accounts WHERE erased_at IS NOT NULL AND user_id = '`+userID+`'`) == 1
	})
	eventually(t, "its jobs end", func() bool { return count(t, e.App.DB(), `jobs WHERE kind IN ('mail', 'leaving.erase')`) == 0 })
}
