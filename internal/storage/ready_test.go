package storage_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// setPragma sets a pragma of the writing connection.
func setPragma(t *testing.T, db *storage.DB, text string) {
	t.Helper()
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), "PRAGMA "+text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestReadyNeedsWrites: a database that can be read but not written is not ready. Rule
// operations-ready.
func TestReadyNeedsWrites(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		o.LockWait = 100 * time.Millisecond
		db := dbtest.Open(t, o)
		if err := db.Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
		var allowWrites func()
		if db.Engine() == storage.SQLite {
			lockingTx, err := dbtest.OpenSQL(t, o).BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			allowWrites = func() { lockingTx.Rollback() }
		} else {
			setReadOnly(t, o, "on")
			allowWrites = func() { setReadOnly(t, o, "off") }
		}
		waitUntil(t, "not ready", func() bool { return storage.IsUnavailable(db.Ready(t.Context())) })
		if countJobs(t, db) != 0 {
			t.Error("nothing can be read")
		}
		allowWrites()
		waitUntil(t, "ready again", func() bool { return db.Ready(t.Context()) == nil })
	})
}

// setReadOnly sets whether new sessions of the database refuse writes. It then ends all sessions
// except the one in which it runs.
func setReadOnly(t *testing.T, o storage.Options, value string) {
	t.Helper()
	adminDB := dbtest.OpenSQL(t, o)
	for _, query := range []string{
		`DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_read_only = ` + value + `'; END $$`,
		`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
	} {
		if _, err := adminDB.ExecContext(t.Context(), `SET default_transaction_read_only = off`); err != nil {
			t.Fatal(err)
		}
		if _, err := adminDB.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
}

func waitUntil(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never happened: %s", what)
		}
	}
}

// TestFullSQLiteIsUnavailable: a write to a full database fails, and IsUnavailable is true for the
// error. A write succeeds as soon as there is space.
func TestFullSQLiteIsUnavailable(t *testing.T) {
	db, ctx := dbtest.Open(t, dbtest.SQLite(t)), t.Context()
	setPragma(t, db, "max_page_count = 1")
	writeBigRow := func() error {
		return db.Write(ctx, func(tx storage.Querier) error {
			_, err := tx.ExecContext(ctx, insertJob, fmt.Sprint(time.Now().UnixNano()), "k", fmt.Sprint(time.Now().UnixNano()), string(make([]byte, 1<<20)), 1, 1)
			return err
		})
	}
	if err := writeBigRow(); !storage.IsUnavailable(err) {
		t.Errorf("a full database: %v", err)
	}
	if countJobs(t, db) != 0 {
		t.Error("a row of a transaction that failed is there")
	}
	setPragma(t, db, "max_page_count = 1000000")
	if err := writeBigRow(); err != nil {
		t.Errorf("with room again: %v", err)
	}
}

// TestWritersShareOneTimeout: while another process has locked the database, the last
// of many writers fails as early as the first.
func TestWritersShareOneTimeout(t *testing.T) {
	o := dbtest.SQLite(t)
	o.LockWait = 500 * time.Millisecond
	db := dbtest.Open(t, o)
	holder, err := dbtest.OpenSQL(t, o).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	write := func(ctx context.Context, id int) error {
		return db.Write(ctx, func(tx storage.Querier) error { return addJob(ctx, tx, fmt.Sprint(id)) })
	}
	start := time.Now()
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			if err := write(t.Context(), i); !storage.IsUnavailable(err) {
				t.Errorf("writer %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if took := time.Since(start); took > 20*o.LockWait { // 200 writers one after the other would need 200 times LockWait
		t.Errorf("the last of 200 writers waited %v", took)
	}
	// A writer returns when its context ends.
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := write(ctx, 999); err == nil {
		t.Error("a locked database was written")
	}
	if err := errors.Join(holder.Rollback(), write(t.Context(), 1000)); err != nil {
		t.Errorf("after it was unlocked: %v", err)
	}
}
