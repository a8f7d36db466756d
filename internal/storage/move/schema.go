package move

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"colloquy/internal/storage"
)

// versionTable is the table in which goose records the migrations of a database.
const versionTable = "goose_db_version"

// unmovedTables are tables that each engine fills itself, so their rows are not moved: the version of
// the schema and the version of the catalogue. Triggers set the latter: PostgreSQL uses transaction
// numbers, SQLite a count.
var unmovedTables = []string{versionTable, "catalogue_version"}

// searchTable is the ordinary table of SQLite's search index. The other tables of the index are
// virtual. PostgreSQL has no such index.
const searchTable = "message_word_rows"

var errSchemasDiffer = errors.New("move: the schemas of SQLite and PostgreSQL differ")

// table is a table of the target. The field columns has no generated columns.
type table struct {
	name    string
	columns []column
	key     []string // columns of the primary key
}

type column struct {
	name     string
	dataType string // data type of PostgreSQL
}

// columnNames returns the names of the columns.
func (t table) columnNames() []string {
	out := make([]string, len(t.columns))
	for i, c := range t.columns {
		out[i] = c.name
	}
	return out
}

// selectAll returns a query that selects all rows. Both engines understand the query.
func (t table) selectAll() string {
	quotedColumns := make([]string, len(t.columns))
	for i, c := range t.columns {
		quotedColumns[i] = quoteName(c.name)
	}
	return "SELECT " + strings.Join(quotedColumns, ", ") + " FROM " + quoteName(t.name)
}

// quoteName quotes the name of a table, column or constraint for both engines.
func quoteName(name string) string { return pgx.Identifier{name}.Sanitize() }

// readTables returns all tables of the target, including unmovedTables.
func readTables(ctx context.Context, tx storage.Querier) ([]table, error) {
	tablesByName := map[string]*table{}
	type row struct{ table, column, kind, generated string }
	rows, err := storage.QueryAll(ctx, tx, func(r storage.Row) (v row, err error) {
		return v, r.Scan(&v.table, &v.column, &v.kind, &v.generated)
	}, `SELECT c.table_name, c.column_name, c.data_type, c.is_generated FROM information_schema.columns c
		JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
		WHERE t.table_schema = current_schema() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		if tablesByName[r.table] == nil {
			tablesByName[r.table] = &table{name: r.table}
		}
		if r.generated == "NEVER" {
			tablesByName[r.table].columns = append(tablesByName[r.table].columns, column{r.column, r.kind})
		}
	}
	if err := readKeys(ctx, tx, tablesByName); err != nil {
		return nil, err
	}
	out := make([]table, 0, len(tablesByName))
	for _, name := range slices.Sorted(maps.Keys(tablesByName)) {
		out = append(out, *tablesByName[name])
	}
	return out, nil
}

// readKeys adds the columns of the primary keys to tables.
func readKeys(ctx context.Context, tx storage.Querier, tables map[string]*table) error {
	keys, err := storage.QueryAll(ctx, tx, func(r storage.Row) (v [2]string, err error) { return v, r.Scan(&v[0], &v[1]) },
		`SELECT k.table_name, k.column_name FROM information_schema.key_column_usage k
			JOIN information_schema.table_constraints c ON c.constraint_schema = k.constraint_schema AND c.constraint_name = k.constraint_name AND c.table_name = k.table_name
			WHERE c.table_schema = current_schema() AND c.constraint_type = 'PRIMARY KEY' ORDER BY k.table_name, k.ordinal_position`)
	for _, k := range keys {
		if t := tables[k[0]]; t != nil {
			t.key = append(t.key, k[1])
		}
	}
	return err
}

// selectMovedTables returns the tables whose rows are moved: all except unmovedTables. If SQLite has
// other tables or columns, it returns an error, because rows would be left behind. Rule
// operations-move-database.
func selectMovedTables(ctx context.Context, source storage.Querier, tables []table) ([]table, error) {
	sourceColumns, err := sourceTables(ctx, source)
	if err != nil {
		return nil, err
	}
	tables = slices.DeleteFunc(tables, func(t table) bool { return slices.Contains(unmovedTables, t.name) })
	for _, t := range tables {
		names := slices.Sorted(slices.Values(t.columnNames()))
		if !slices.Equal(names, sourceColumns[t.name]) {
			return nil, fmt.Errorf("%w: %s has the columns %v in PostgreSQL and %v in SQLite", errSchemasDiffer, t.name, names, sourceColumns[t.name])
		}
		for _, c := range t.columns {
			if !slices.Contains(convertedTypes, c.dataType) {
				return nil, fmt.Errorf("%w: %s.%s has the type %s, for which the move has no conversion", errSchemasDiffer, t.name, c.name, c.dataType)
			}
		}
		delete(sourceColumns, t.name)
	}
	if len(sourceColumns) > 0 {
		return nil, fmt.Errorf("%w: PostgreSQL lacks %v", errSchemasDiffer, slices.Sorted(maps.Keys(sourceColumns)))
	}
	return tables, nil
}

// sourceTables returns the tables of SQLite whose rows are moved, each with the sorted names of
// its columns. Generated columns are left out.
func sourceTables(ctx context.Context, source storage.Querier) (map[string][]string, error) {
	out := map[string][]string{}
	rows, err := storage.QueryAll(ctx, source, func(r storage.Row) (v [2]string, err error) { return v, r.Scan(&v[0], &v[1]) },
		`SELECT t.name, c.name FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c
			WHERE t.schema = 'main' AND t.type = 'table' AND substr(t.name, 1, 7) <> 'sqlite_' AND c.hidden = 0 ORDER BY t.name, c.name`)
	for _, r := range rows {
		if r[0] != searchTable && !slices.Contains(unmovedTables, r[0]) {
			out[r[0]] = append(out[r[0]], r[1])
		}
	}
	return out, err
}

// ErrOrphans reports rows of SQLite whose foreign key refers to no row. A client of SQLite can
// leave such rows if it does not set the pragma foreign_keys.
var ErrOrphans = errors.New("move: rows of SQLite refer to rows that do not exist")

// checkForeignKeys returns ErrOrphans if rows violate a foreign key. The error has the number of
// such rows in each table.
func checkForeignKeys(ctx context.Context, source storage.Querier) error {
	orphans, err := storage.QueryAll(ctx, source, func(r storage.Row) (string, error) {
		var child, parent string
		var n int64
		err := r.Scan(&child, &parent, &n)
		return fmt.Sprintf("%d rows of %s without their row of %s", n, child, parent), err
	}, `SELECT "table", parent, COUNT(*) FROM pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table", parent`)
	if err != nil || len(orphans) == 0 {
		return err
	}
	return fmt.Errorf("%w: %s", ErrOrphans, strings.Join(orphans, ", "))
}
