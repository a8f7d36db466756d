// Package move copies the rows of a SQLite database into an empty PostgreSQL database. It only
// reads SQLite. One transaction of PostgreSQL writes and verifies all rows. After an interruption
// the target has the schema and no rows, and the next call begins again.
package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"colloquy/internal/storage"
)

// Options are the databases of a move.
type Options struct {
	Source *storage.DB // a SQLite database to which no other process writes; see storage.OpenForMove
	URL    string      // of the target: postgres://...
	// Finish runs in the transaction of the target after all rows are verified. Its error
	// undoes the move.
	Finish func(ctx context.Context, tx storage.Querier) error
	// Progress is called before each step. While a table is copied, it is also called with the
	// number of copied rows.
	Progress func(step string, rows int64)
}

// MovedTable is the result for one table.
type MovedTable struct {
	Name     string `json:"table"`
	RowCount int64  `json:"rows"`
	// Checksum is the checksum of all rows, in hexadecimal. It was computed twice with one result:
	// when the rows were read from SQLite and when they were read back from PostgreSQL.
	Checksum string `json:"checksum"`
}

// Run moves the rows of all tables. After an error the target has no rows. Rule
// operations-move-database. Errors:
//   - ErrNotEmpty: the target has rows, or tables of another program.
//   - storage.ErrNewerDatabase: the target has a newer schema.
//   - ErrOrphans: rows of SQLite violate a foreign key.
//   - *ValueError: PostgreSQL cannot store a value.
//   - ErrRowsDiffer: the rows that were read back from PostgreSQL differ.
func Run(ctx context.Context, o Options) (out []MovedTable, err error) {
	if !storage.IsPostgresURL(o.URL) {
		return nil, storage.ErrNotPostgres
	}
	pool, err := sql.Open("pgx", o.URL)
	if err != nil {
		return nil, fmt.Errorf("move: open: %w", err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	// The write transaction of SQLite writes nothing. It keeps commands of the operator, which
	// do not lock the data directory, from writing rows that would not be moved.
	err = o.Source.Write(ctx, func(source storage.Querier) error {
		o.Progress("checking the rows of SQLite", 0)
		if err := checkForeignKeys(ctx, source); err != nil {
			return err
		}
		if err := prepareTarget(ctx, pool, o.URL); err != nil {
			return err
		}
		out, err = moveRows(ctx, source, pool, o)
		return err
	})
	return out, err
}

// moveRows copies and verifies all rows in one transaction of the target.
func moveRows(ctx context.Context, source storage.Querier, pool *sql.DB, o Options) (out []MovedTable, err error) {
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("move: connect: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("move: begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // after the commit it does nothing
	tables, err := readTables(ctx, tx)
	if err != nil {
		return nil, err
	}
	if err := lockAndCheckEmpty(ctx, tx, tables); err != nil {
		return nil, err
	}
	if tables, err = selectMovedTables(ctx, source, tables); err != nil {
		return nil, err
	}
	if out, err = copyTables(ctx, source, targetConn{conn, tx}, tables, o.Progress); err != nil {
		return nil, err
	}
	if err := o.Finish(ctx, tx); err != nil {
		return nil, err
	}
	o.Progress("committing", 0)
	if err := tx.Commit(); err != nil {
		return nil, fmt.Errorf("move: commit: %w", err)
	}
	return out, nil
}

// targetConn is the connection to the target and the transaction that is open on it.
type targetConn struct {
	conn *sql.Conn
	tx   *sql.Tx
}

// copyTables copies the rows of the tables and reads them back. It builds the indexes and checks
// the foreign keys afterwards, because this saves time and memory of the server.
func copyTables(ctx context.Context, source storage.Querier, to targetConn, tables []table, progress func(string, int64)) (out []MovedTable, err error) {
	dropStatements, createStatements, err := constraintAndIndexSQL(ctx, to.tx)
	if err != nil {
		return nil, err
	}
	if err := execAll(ctx, to.tx, dropStatements); err != nil {
		return nil, err
	}
	for _, t := range tables {
		progress(t.name, 0)
		movedTable, err := moveTable(ctx, source, to, t, progress)
		if err != nil {
			return nil, err
		}
		out = append(out, movedTable)
	}
	progress("building the indexes", 0)
	if err := execAll(ctx, to.tx, createStatements); err != nil {
		return nil, err
	}
	if err := advanceSequences(ctx, to.tx, tables); err != nil {
		return nil, err
	}
	return out, collectTableStatistics(ctx, to.tx, tables)
}
