package storage

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"
)

// openSampleDB returns an SQLite database with the table things.
func openSampleDB(t testing.TB) *DB {
	t.Helper()
	db, err := Open(t.Context(), Options{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	if err := db.Write(t.Context(), func(tx Querier) error {
		_, err := tx.ExecContext(t.Context(), `CREATE TABLE things (id BIGINT PRIMARY KEY, name TEXT NOT NULL)`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return db
}

func insertThing(ctx context.Context, tx Querier, id int) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO things (id, name) VALUES ($1, $2)`, id, fmt.Sprint("thing ", id))
	return err
}

func selectThingName(ctx context.Context, q Querier, id int) (name string, err error) {
	err = q.QueryRowContext(ctx, `SELECT name FROM things WHERE id = $1`, id).Scan(&name)
	return name, err
}

func TestStatementsArePreparedOnce(t *testing.T) {
	db, ctx := openSampleDB(t), t.Context()
	statementCountBefore := len(db.writeStatements.statementsByText)
	for id := range 3 {
		if err := db.Write(ctx, func(tx Querier) error { return insertThing(ctx, tx, id) }); err != nil {
			t.Fatal(err)
		}
		if got, err := selectThingName(ctx, db.Reader(), id); err != nil || got != fmt.Sprint("thing ", id) {
			t.Errorf("%q, %v", got, err)
		}
	}
	if got := len(db.writeStatements.statementsByText) - statementCountBefore; got != 1 {
		t.Errorf("%d statements prepared for writing, want 1", got)
	}
	if got := len(db.readStatements.statementsByText); got != 1 {
		t.Errorf("%d statements prepared for reading, want 1", got)
	}
}

// A prepared statement runs inside the transaction that uses it. The transaction sees the changes
// of the statement, and a rollback of the transaction reverts the changes.
func TestPreparedStatementsBelongToTheTransaction(t *testing.T) {
	db, ctx := openSampleDB(t), t.Context()
	errStop := errors.New("stop")
	insertAndSelect := func(tx Querier, id int) error {
		if err := insertThing(ctx, tx, id); err != nil {
			return err
		}
		if got, err := selectThingName(ctx, tx, id); err != nil || got != fmt.Sprint("thing ", id) {
			t.Errorf("inside: %q, %v", got, err)
		}
		return nil
	}
	if err := db.Write(ctx, func(tx Querier) error { return insertAndSelect(tx, 1) }); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		err := db.Write(ctx, func(tx Querier) error { return errors.Join(insertAndSelect(tx, 2), errStop) })
		if !errors.Is(err, errStop) {
			t.Fatal(err)
		}
		if got, err := selectThingName(ctx, db.Reader(), 2); err == nil {
			t.Errorf("%q is left of what was rolled back", got)
		}
	}
}

func TestInvalidStatementsReturnTheirError(t *testing.T) {
	db, ctx := openSampleDB(t), t.Context()
	for range 2 {
		if _, err := db.Reader().ExecContext(ctx, `SELEKT 1`); err == nil {
			t.Error("an invalid statement ran")
		}
		if err := db.Reader().QueryRowContext(ctx, `SELECT nothing FROM nowhere`).Scan(new(int)); err == nil {
			t.Error("a table that is not there was read")
		}
		err := db.Write(ctx, func(tx Querier) error {
			_, err := tx.QueryContext(ctx, `SELEKT 1`)
			return err
		})
		if err == nil {
			t.Error("an invalid statement ran in a transaction")
		}
	}
}

func TestStatementsAreBounded(t *testing.T) {
	db, ctx := openSampleDB(t), t.Context()
	for i := range maxStatements + 20 {
		var got int
		if err := db.Reader().QueryRowContext(ctx, fmt.Sprintf(`SELECT %d`, i)).Scan(&got); err != nil || got != i {
			t.Fatalf("%d, %v", got, err)
		}
	}
	if got := len(db.readStatements.statementsByText); got != maxStatements {
		t.Errorf("%d statements are kept, want %d", got, maxStatements)
	}
}

// A statement that was prepared before a change of the schema works with the new
// schema.
func TestStatementsSurviveASchemaChange(t *testing.T) {
	db, ctx := openSampleDB(t), t.Context()
	columns := func() (n int) {
		rows, err := db.Reader().QueryContext(ctx, `SELECT * FROM things`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		names, err := rows.Columns()
		if err != nil || rows.Err() != nil {
			t.Fatal(err, rows.Err())
		}
		return len(names)
	}
	if got := columns(); got != 2 {
		t.Fatalf("%d columns", got)
	}
	if _, err := db.writePool.ExecContext(ctx, `ALTER TABLE things ADD COLUMN size BIGINT`); err != nil {
		t.Fatal(err)
	}
	if got := columns(); got != 3 {
		t.Errorf("%d columns after one was added", got)
	}
}

func TestParallelStatementsReturnTheirRows(t *testing.T) {
	db, ctx := openSampleDB(t), t.Context()
	var wg sync.WaitGroup
	for worker := range 8 {
		wg.Go(func() {
			for i := range 20 {
				id := worker*100 + i
				if err := db.Write(ctx, func(tx Querier) error { return insertThing(ctx, tx, id) }); err != nil {
					t.Error(err)
				}
				if got, err := selectThingName(ctx, db.Reader(), id); err != nil || got != fmt.Sprint("thing ", id) {
					t.Errorf("%q, %v", got, err)
				}
			}
		})
	}
	wg.Wait()
}

// A prepared statement can be used again after one of its queries was cancelled.
func TestStatementsSurviveACancelledQuery(t *testing.T) {
	db, ctx := openSampleDB(t), t.Context()
	const slow = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT count(*) FROM n`
	var n int
	if err := db.Reader().QueryRowContext(ctx, slow, 10).Scan(&n); err != nil || n != 10 {
		t.Fatal(n, err)
	}
	short, cancel := context.WithCancel(ctx)
	cancel()
	if err := db.Reader().QueryRowContext(short, slow, 100_000_000).Scan(&n); err == nil {
		t.Error("a cancelled query answered")
	}
	if err := db.Reader().QueryRowContext(ctx, slow, 20).Scan(&n); err != nil || n != 20 {
		t.Errorf("%d, %v after a cancelled query", n, err)
	}
}

// database/sql and the driver start goroutines for a context that can be cancelled. Starting
// them allocates memory, so more allocations than the budget mean that goroutines are
// started.
func TestReadStartsNoGoroutines(t *testing.T) {
	db := openSampleDB(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if err := db.Write(ctx, func(tx Querier) error { return insertThing(ctx, tx, 1) }); err != nil {
		t.Fatal(err)
	}
	const budget = 25 // measured allocations: 22 if the read starts no goroutines, 29 if it starts them
	if got := testing.AllocsPerRun(100, func() { selectThingName(ctx, db.Reader(), 1) }); got > budget {
		t.Errorf("a read of one row allocates %v times, budget %d", got, budget)
	}
}

// A call that waits for a connection can be cancelled.
func TestWaitForAConnectionIsCancelled(t *testing.T) {
	db := openSampleDB(t)
	selectThingName(t.Context(), db.Reader(), 1) // prepares the statement
	for range sqliteReaderConns {
		rows, err := db.Reader().QueryContext(t.Context(), `SELECT 1 UNION ALL SELECT 2`)
		if err != nil || !rows.Next() {
			t.Fatal(err)
		}
		defer rows.Close()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := selectThingName(ctx, db.Reader(), 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for a connection returned %v", err)
	}
}

// BenchmarkRead queries one row.
func BenchmarkRead(b *testing.B) {
	db := openSampleDB(b)
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	if err := db.Write(ctx, func(tx Querier) error { return insertThing(ctx, tx, 1) }); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := selectThingName(ctx, db.Reader(), 1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWrite runs a transaction of five statements.
func BenchmarkWrite(b *testing.B) {
	db := openSampleDB(b)
	ctx, cancel := context.WithCancel(b.Context())
	defer cancel()
	id := 0
	b.ReportAllocs()
	for b.Loop() {
		err := db.Write(ctx, func(tx Querier) error {
			for range 5 {
				id++
				if err := insertThing(ctx, tx, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
