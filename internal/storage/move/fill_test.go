package move_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// rowsPerTable is how many rows fillTables writes into each table.
const rowsPerTable = 3

// filledColumn is a column of SQLite that fillTables fills.
type filledColumn struct {
	table, name, kind string
	isNullable        bool
	parent, parentKey string // table and column to which the foreign key refers; empty without a foreign key
}

// valueInRow returns the SQL value of a column in row i. In the last row the value is NULL if the column
// may be NULL. A foreign key refers to row i of the other table.
func (f filledColumn) valueInRow(i int) string {
	switch {
	case f.isNullable && i == rowsPerTable-1:
		return "NULL"
	case f.parent != "":
		return filledColumn{table: f.parent, name: f.parentKey, kind: f.kind}.valueInRow(i)
	case f.kind == "TEXT":
		return fmt.Sprintf("'%s %s %d: Ünï „cøde“ 李白 🎭' || char(10, 9, 39, 92)", f.table, f.name, i)
	case f.kind == "BOOLEAN":
		return fmt.Sprint(i%2 == 1)
	case f.kind == "BLOB":
		return fmt.Sprintf("x'00ff%02x'", i)
	case f.kind == "REAL":
		return fmt.Sprintf("%d.125", i)
	case f.kind == "INTEGER":
		return fmt.Sprint(2147483645 + i)
	}
	return fmt.Sprint(140000000000000 + i) // a time in ms; the search index multiplies it by 65536, in 64 bits
}

// columnsToFill returns the columns of the tables of SQLite, by table. It leaves out tables whose
// rows are not moved.
func columnsToFill(t *testing.T, db *storage.DB) map[string][]filledColumn {
	t.Helper()
	list, err := storage.QueryAll(t.Context(), db.Reader(), func(r storage.Row) (f filledColumn, err error) {
		var isRequired bool
		err = r.Scan(&f.table, &f.name, &f.kind, &isRequired, &f.parent, &f.parentKey)
		f.isNullable = !isRequired
		return f, err
	}, `SELECT t.name, c.name, c.type, c."notnull" OR c.pk > 0, COALESCE(k."table", ''), COALESCE(k."to", '')
		FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c LEFT JOIN pragma_foreign_key_list(t.name) k ON k."from" = c.name
		WHERE t.schema = 'main' AND t.type = 'table' AND substr(t.name, 1, 7) <> 'sqlite_' AND c.hidden = 0`)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]filledColumn{}
	for _, f := range list {
		if !slices.Contains([]string{"goose_db_version", "catalogue_version", "message_word_rows"}, f.table) {
			out[f.table] = append(out[f.table], f)
		}
	}
	return out
}

// fillTables writes rows into every table of the schema, and returns the names of the tables. A new
// table is tested without a change of the tests.
func fillTables(t *testing.T, db *storage.DB) (names []string) {
	t.Helper()
	columnsByTable := columnsToFill(t, db)
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		if _, err := tx.ExecContext(t.Context(), `PRAGMA defer_foreign_keys = ON`); err != nil {
			return err
		}
		for name, fields := range columnsByTable {
			names = append(names, name)
			for i := range rowsPerTable {
				var columns, values []string
				for _, f := range fields {
					columns, values = append(columns, f.name), append(values, f.valueInRow(i))
				}
				if _, err := tx.ExecContext(t.Context(), fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`, name, strings.Join(columns, ", "), strings.Join(values, ", "))); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
		// The job that indexes messages writes their words in an update.
		_, err := tx.ExecContext(t.Context(), `UPDATE messages SET search_text = 'some words' WHERE search_text IS NULL`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// fillMessages writes n messages of one conversation, each of 500 letters.
func fillMessages(t *testing.T, db *storage.DB, n int) {
	t.Helper()
	dbtest.Exec(t, db, `INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ('talk1', 'talk', 1, 1, 1)`)
	dbtest.Exec(t, db, fmt.Sprintf(`INSERT INTO messages (id, conversation_id, seq, is_user, content, status, search_text, created_at, updated_at)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		SELECT 'message' || i, 'talk1', i, i %% 2 = 0, hex(randomblob(250)), 'complete', 'a few words of number ' || i, i, i FROM n`, n))
}
