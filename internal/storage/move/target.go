package move

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"colloquy/internal/storage"
)

// ErrNotEmpty reports that the target has rows, or tables of another program. Rule
// operations-move-database.
var ErrNotEmpty = errors.New("move: the PostgreSQL database is not empty")

var errEncoding = errors.New("move: the PostgreSQL database does not store UTF-8")

// lockWait is how long the move waits for other connections to the target. An interrupted move may
// still have a connection, because the server has not noticed that the process ended.
const lockWait = "30s"

// prepareTarget migrates an empty database. It changes nothing in a database that is not empty.
func prepareTarget(ctx context.Context, tx storage.Querier, url string) error {
	var encoding string
	if err := tx.QueryRowContext(ctx, `SHOW server_encoding`).Scan(&encoding); err != nil {
		return fmt.Errorf("move: connect: %w", err)
	}
	if encoding != "UTF8" {
		return fmt.Errorf("%w but %s", errEncoding, encoding)
	}
	tables, err := readTables(ctx, tx)
	if err != nil {
		return err
	}
	hasVersionTable := slices.ContainsFunc(tables, func(t table) bool { return t.name == versionTable })
	if len(tables) > 0 && !hasVersionTable {
		return fmt.Errorf("%w: it has the table %s of another program", ErrNotEmpty, tables[0].name)
	}
	if err := checkEmpty(ctx, tx, tables); err != nil {
		return err
	}
	return storage.MigratePostgres(ctx, url)
}

// checkEmpty returns ErrNotEmpty if a table other than unmovedTables has a row.
func checkEmpty(ctx context.Context, tx storage.Querier, tables []table) error {
	var filledTables []string
	for _, t := range tables {
		if slices.Contains(unmovedTables, t.name) {
			continue
		}
		var has bool
		if err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+quoteName(t.name)+`)`).Scan(&has); err != nil {
			return fmt.Errorf("move: look into %s: %w", t.name, err)
		}
		if has {
			filledTables = append(filledTables, t.name)
		}
	}
	const named = 5
	switch n := len(filledTables); {
	case n == 0:
		return nil
	case n > named:
		return fmt.Errorf("%w: it has rows in %s and %d other tables", ErrNotEmpty, strings.Join(filledTables[:named], ", "), n-named)
	}
	return fmt.Errorf("%w: it has rows in %s", ErrNotEmpty, strings.Join(filledTables, ", "))
}

// lockAndCheckEmpty locks the tables against other connections until tx ends, and returns ErrNotEmpty if
// one has written a row meanwhile.
func lockAndCheckEmpty(ctx context.Context, tx storage.Querier, tables []table) error {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = quoteName(t.name)
	}
	err := execAll(ctx, tx, []string{
		`SET LOCAL lock_timeout = '` + lockWait + `'`,
		`SET LOCAL statement_timeout = 0`,
		`SET LOCAL idle_in_transaction_session_timeout = 0`,
		`LOCK TABLE ` + strings.Join(names, ", ") + ` IN ACCESS EXCLUSIVE MODE`,
	})
	if err != nil {
		return err
	}
	return checkEmpty(ctx, tx, tables)
}

// execAll executes statements.
func execAll(ctx context.Context, tx storage.Querier, statements []string) error {
	for _, s := range statements {
		if _, err := tx.ExecContext(ctx, s); err != nil {
			return fmt.Errorf("move: %s: %w", s, withoutRowValues(err))
		}
	}
	return nil
}

// constraintAndIndexSQL returns statements that drop and create foreign keys and indexes of all tables.
// It leaves out indexes that belong to a constraint.
func constraintAndIndexSQL(ctx context.Context, tx storage.Querier) (dropStatements, createStatements []string, err error) {
	type definition struct{ table, name, text string }
	scan := func(r storage.Row) (d definition, err error) { return d, r.Scan(&d.table, &d.name, &d.text) }
	indexes, err := storage.QueryAll(ctx, tx, scan, `SELECT tablename, indexname, indexdef FROM pg_indexes i WHERE schemaname = current_schema()
		AND NOT EXISTS (SELECT 1 FROM pg_constraint c JOIN pg_class k ON k.oid = c.conindid WHERE k.relname = i.indexname AND c.contype <> 'f') ORDER BY 1, 2`)
	if err != nil {
		return nil, nil, err
	}
	foreignKeys, err := storage.QueryAll(ctx, tx, scan, `SELECT t.relname, c.conname, pg_get_constraintdef(c.oid) FROM pg_constraint c
		JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace WHERE c.contype = 'f' AND n.nspname = current_schema() ORDER BY 1, 2`)
	for _, k := range foreignKeys {
		dropStatements = append(dropStatements, `ALTER TABLE `+quoteName(k.table)+` DROP CONSTRAINT `+quoteName(k.name))
	}
	for _, i := range indexes {
		dropStatements = append(dropStatements, `DROP INDEX `+quoteName(i.name))
		createStatements = append(createStatements, i.text)
	}
	for _, k := range foreignKeys {
		createStatements = append(createStatements, `ALTER TABLE `+quoteName(k.table)+` ADD CONSTRAINT `+quoteName(k.name)+` `+k.text)
	}
	return dropStatements, createStatements, err
}

// advanceSequences sets each sequence to one more than the largest value of its column. So new rows
// do not get the numbers of moved rows.
func advanceSequences(ctx context.Context, tx storage.Querier, tables []table) error {
	for _, t := range tables {
		for _, c := range t.columns {
			if c.dataType != bigintType && c.dataType != integerType {
				continue
			}
			_, err := tx.ExecContext(ctx, `SELECT setval(s.name, s.last + 1, FALSE)
				FROM (SELECT pg_get_serial_sequence($1, $2) AS name, (SELECT COALESCE(MAX(`+quoteName(c.name)+`), 0) FROM `+quoteName(t.name)+`) AS last) s WHERE s.name IS NOT NULL`,
				quoteName(t.name), c.name)
			if err != nil {
				return fmt.Errorf("move: sequence of %s.%s: %w", t.name, c.name, err)
			}
		}
	}
	return nil
}

// collectTableStatistics collects the statistics that the planner of PostgreSQL needs.
func collectTableStatistics(ctx context.Context, tx storage.Querier, tables []table) error {
	for _, t := range tables {
		if err := execAll(ctx, tx, []string{`ANALYZE ` + quoteName(t.name)}); err != nil {
			return err
		}
	}
	return nil
}
