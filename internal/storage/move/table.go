package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"colloquy/internal/storage"
)

// ErrRowsDiffer reports that the rows that were read back from PostgreSQL differ from those of
// SQLite.
var ErrRowsDiffer = errors.New("move: the rows that were read back differ")

// rowsPerProgress is the number of rows between two reports of the progress.
const rowsPerProgress = 100_000

// moveTable copies the rows of a table and reads them back. It has one row in memory at a time.
// Rule operations-move-database.
func moveTable(ctx context.Context, source storage.Querier, to targetConn, t table, progress func(string, int64)) (MovedTable, error) {
	copiedTable, err := copyRows(ctx, source, to.conn, t, progress)
	if err != nil {
		return MovedTable{}, err
	}
	readTable, err := readTargetTable(ctx, to.tx, t)
	if err != nil {
		return MovedTable{}, err
	}
	if readTable != copiedTable {
		return MovedTable{}, fmt.Errorf("%w: %s had %d rows with the checksum %s, and has %d with %s", ErrRowsDiffer, t.name, copiedTable.RowCount, copiedTable.Checksum, readTable.RowCount, readTable.Checksum)
	}
	return copiedTable, nil
}

// copyRows copies the rows of a table with COPY on the connection of the open transaction.
func copyRows(ctx context.Context, source storage.Querier, conn *sql.Conn, t table, progress func(string, int64)) (out MovedTable, err error) {
	err = readRows(ctx, source, t, func(rows *tableRows) error {
		rows.progress = func(n int64) { progress(t.name, n) }
		err := conn.Raw(func(driver any) error {
			_, err := driver.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{t.name}, t.columnNames(), rows)
			return err
		})
		out = rows.result()
		if rows.err != nil {
			return rows.err // why the copy, which returned err, failed
		}
		if err != nil {
			return fmt.Errorf("move: copy %s: %w", t.name, withoutRowValues(err))
		}
		return nil
	})
	return out, err
}

// readTargetTable reads all rows of a table of the target.
func readTargetTable(ctx context.Context, tx storage.Querier, t table) (out MovedTable, err error) {
	err = readRows(ctx, tx, t, func(rows *tableRows) error {
		for rows.Next() {
		}
		out = rows.result()
		return rows.err
	})
	return out, err
}

// readRows calls fn with the rows of a table of either engine.
func readRows(ctx context.Context, from storage.Querier, t table, fn func(rows *tableRows) error) error {
	rows, err := from.QueryContext(ctx, t.selectAll())
	if err != nil {
		return fmt.Errorf("move: read %s: %w", t.name, err)
	}
	defer rows.Close()
	r := &tableRows{Rows: rows, table: t, values: make([]any, len(t.columns)), scanTargets: make([]any, len(t.columns)), progress: func(int64) {}}
	for i := range r.values {
		r.scanTargets[i] = &r.values[i]
	}
	if err := fn(r); err != nil {
		return err
	}
	return rows.Err()
}

// tableRows reads the rows of a table of either engine and computes their checksum. It is a
// pgx.CopyFromSource.
type tableRows struct {
	*sql.Rows
	table       table
	values      []any // of the current row, converted
	scanTargets []any // pointers to values, for Scan
	sum         checksum
	rowCount    int64
	err         error
	progress    func(rows int64)
}

// Next reads the next row. It returns false after the last row and after an error.
func (r *tableRows) Next() bool {
	if r.err != nil || !r.Rows.Next() {
		return false
	}
	if r.err = r.readRow(); r.err != nil {
		return false
	}
	r.sum.add(r.values)
	if r.rowCount++; r.rowCount%rowsPerProgress == 0 {
		r.progress(r.rowCount)
	}
	return true
}

// readRow reads and converts the values of the current row.
func (r *tableRows) readRow() error {
	if err := r.Scan(r.scanTargets...); err != nil {
		return fmt.Errorf("move: read %s: %w", r.table.name, err)
	}
	for i, c := range r.table.columns {
		v, err := convertValue(r.values[i], c.dataType)
		if err != nil {
			return &ValueError{r.table.name, r.key(), c.name, err}
		}
		r.values[i] = v
	}
	return nil
}

// key returns the primary key of the current row, such as id = a.
func (r *tableRows) key() string {
	var keyColumnTexts []string
	for i, c := range r.table.columns {
		if slices.Contains(r.table.key, c.name) {
			keyColumnTexts = append(keyColumnTexts, fmt.Sprintf("%s = %v", c.name, r.values[i]))
		}
	}
	return strings.Join(keyColumnTexts, ", ")
}

// Values implements pgx.CopyFromSource. It returns the current row.
func (r *tableRows) Values() ([]any, error) { return r.values, nil }

// Err implements pgx.CopyFromSource. It returns the error that ended the reading.
func (r *tableRows) Err() error { return errors.Join(r.err, r.Rows.Err()) }

// result returns the number of the rows that were read, and their checksum.
func (r *tableRows) result() MovedTable {
	return MovedTable{Name: r.table.name, RowCount: r.rowCount, Checksum: r.sum.String()}
}
