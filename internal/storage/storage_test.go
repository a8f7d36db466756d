package storage_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

const insertJob = `INSERT INTO jobs (id, kind, key, payload, run_at, created_at) VALUES ($1, $2, $3, $4, $5, $6)`

func addJob(ctx context.Context, q storage.Querier, id string) error {
	_, err := q.ExecContext(ctx, insertJob, id, "k", id, "{}", 1, 1)
	return err
}

func countJobs(t *testing.T, db *storage.DB) int {
	t.Helper()
	var n int
	if err := db.Reader().QueryRowContext(t.Context(), `SELECT count(*) FROM jobs`).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWriteCommitsOrRollsBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		if err := db.Write(ctx, func(tx storage.Querier) error { return addJob(ctx, tx, "a") }); err != nil {
			t.Fatal(err)
		}
		errStop := errors.New("stop")
		err := db.Write(ctx, func(tx storage.Querier) error {
			if err := addJob(ctx, tx, "b"); err != nil {
				return err
			}
			return errStop
		})
		if !errors.Is(err, errStop) {
			t.Fatalf("Write returned %v, want the error of fn", err)
		}
		if got := countJobs(t, db); got != 1 {
			t.Errorf("rows after a commit and a rollback: %d, want 1", got)
		}
	})
}

func TestAfterCommitRunsOnlyAfterACommit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		var ran []string
		write := func(name string, err error) {
			db.Write(ctx, func(tx storage.Querier) error {
				storage.AfterCommit(tx, func() { ran = append(ran, fmt.Sprint(name, countJobs(t, db))) })
				return errors.Join(addJob(ctx, tx, name), err)
			})
		}
		write("a", nil)
		write("b", errors.New("stop"))
		write("c", nil)
		storage.AfterCommit(db.Reader(), func() { ran = append(ran, "outside") })
		if fmt.Sprint(ran) != "[a1 c2 outside]" {
			t.Errorf("ran %v", ran)
		}
	})
}

func TestUniqueViolationIsRecognised(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		addSameJob := func() error {
			return db.Write(ctx, func(tx storage.Querier) error { return addJob(ctx, tx, "same") })
		}
		if err := addSameJob(); err != nil {
			t.Fatal(err)
		}
		if err := addSameJob(); !storage.IsUniqueViolation(err) {
			t.Errorf("a second row with the same key gave %v, want a unique violation", err)
		}
		if storage.IsUniqueViolation(errors.New("other")) {
			t.Error("an unrelated error was taken for a unique violation")
		}
	})
}

func TestParallelWritesAllSucceed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		var wg sync.WaitGroup
		errs := make(chan error, 40)
		for i := range 40 {
			wg.Go(func() {
				errs <- db.Write(ctx, func(tx storage.Querier) error { return addJob(ctx, tx, fmt.Sprint(i)) })
			})
		}
		wg.Wait()
		close(errs)
		for err := range errs {
			if err != nil {
				t.Error(err)
			}
		}
		if got := countJobs(t, db); got != 40 {
			t.Errorf("rows: %d, want 40", got)
		}
	})
}

func TestReadPoolCannotWriteOnSQLite(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	if err := addJob(t.Context(), db.Reader(), "x"); err == nil {
		t.Error("the read pool accepted a write")
	}
}

func TestDataDirectoryIsLocked(t *testing.T) {
	o := dbtest.SQLite(t)
	dbtest.Open(t, o)
	if _, err := storage.Open(t.Context(), o); !errors.Is(err, storage.ErrLocked) {
		t.Errorf("a second process got %v, want ErrLocked", err)
	}
}

func TestSQLiteCommitsDurably(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	const full = 2
	var got int
	if err := db.Write(t.Context(), func(tx storage.Querier) error {
		return tx.QueryRowContext(t.Context(), `PRAGMA synchronous`).Scan(&got)
	}); err != nil {
		t.Fatal(err)
	}
	if got != full {
		t.Errorf("synchronous is %d, want FULL", got)
	}
}

// TestSQLiteCachesFewPages: each connection caches at most 500 KiB. With SQLite's default cache,
// five connections would take 20 MiB.
func TestSQLiteCachesFewPages(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	const kib = -500
	var read, write int
	if err := db.Reader().QueryRowContext(t.Context(), `PRAGMA cache_size`).Scan(&read); err != nil {
		t.Fatal(err)
	}
	if err := db.Write(t.Context(), func(tx storage.Querier) error {
		return tx.QueryRowContext(t.Context(), `PRAGMA cache_size`).Scan(&write)
	}); err != nil {
		t.Fatal(err)
	}
	if read != kib || write != kib {
		t.Errorf("cache_size is %d for reading and %d for writing, want %d", read, write, kib)
	}
}

func TestQueryAllScansEachRow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		for _, id := range []string{"a", "b"} {
			if err := db.Write(ctx, func(tx storage.Querier) error { return addJob(ctx, tx, id) }); err != nil {
				t.Fatal(err)
			}
		}
		ids, err := storage.QueryAll(ctx, db.Reader(), func(r storage.Row) (id string, err error) {
			return id, r.Scan(&id)
		}, `SELECT id FROM jobs WHERE run_at = $1 ORDER BY id DESC`, 1)
		if err != nil || fmt.Sprint(ids) != "[b a]" {
			t.Errorf("All gave %v, %v", ids, err)
		}
	})
}

func TestNodeNameSurvivesARestart(t *testing.T) {
	o := dbtest.SQLite(t)
	first, err := storage.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	name := first.NodeName()
	first.Close()
	if again := dbtest.Open(t, o).NodeName(); name == "" || again != name {
		t.Errorf("the node was %q and is %q after a restart", name, again)
	}
}

// TestCopiedDirectoryIsAnotherNode: a copied directory gets another node name. An older binary wrote
// only the name into the node file, without the identity of the file. Such a name is kept.
func TestCopiedDirectoryIsAnotherNode(t *testing.T) {
	o := dbtest.SQLite(t)
	name := dbtest.Open(t, o).NodeName()
	text, err := os.ReadFile(filepath.Join(o.DataDir, "node"))
	if err != nil {
		t.Fatal(err)
	}
	nodeNameForFileText := func(text string) string {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "node"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return dbtest.Open(t, storage.Options{DataDir: dir}).NodeName()
	}
	if got := nodeNameForFileText(string(text)); got == name || got == "" {
		t.Errorf("the copy is called %q, as the original", got)
	}
	if got := nodeNameForFileText("an-older-name\n"); got != "an-older-name" {
		t.Errorf("after an upgrade the node is %q", got)
	}
}

// TestRefusedStatementsAreNotUnavailable: IsUnavailable is false for the error of a statement
// that an available database refuses.
func TestRefusedStatementsAreNotUnavailable(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx := t.Context()
		ended, stop := context.WithCancel(ctx)
		stop()
		refusals := map[string]error{
			"nothing":      nil,
			"a wrong text": db.Write(ctx, func(tx storage.Querier) error { _, err := tx.ExecContext(ctx, "SELEC 1"); return err }),
			"no time":      db.Ping(ended),
			"no row":       db.Reader().QueryRowContext(ctx, `SELECT id FROM jobs`).Scan(new(string)),
			"same key": db.Write(ctx, func(tx storage.Querier) error {
				return errors.Join(addJob(ctx, tx, "a"), addJob(ctx, tx, "a"))
			}),
		}
		for what, err := range refusals {
			if storage.IsUnavailable(err) || (err == nil) != (what == "nothing") {
				t.Errorf("%s: %v counts as away", what, err)
			}
		}
	})
}

func TestUnreachablePostgresIsUnavailable(t *testing.T) {
	_, err := storage.Open(t.Context(), storage.Options{URL: "postgres://nobody@127.0.0.1:1/none?sslmode=disable", DataDir: t.TempDir()})
	if !storage.IsUnavailable(err) {
		t.Errorf("nobody listens: %v", err)
	}
	db := dbtest.Open(t, dbtest.Postgres(t))
	err = db.Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), `SELECT pg_terminate_backend(pg_backend_pid())`)
		return err
	})
	if !storage.IsUnavailable(err) {
		t.Errorf("it was shut down: %v", err)
	}
}

// TestLockedSQLiteIsUnavailable: IsUnavailable is true for the error of a write while another
// connection holds the write lock.
func TestLockedSQLiteIsUnavailable(t *testing.T) {
	o := dbtest.SQLite(t)
	db := dbtest.Open(t, o)
	otherDB, err := sql.Open("sqlite", "file:"+filepath.Join(o.DataDir, storage.SQLiteFile)+"?_pragma=busy_timeout(0)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { otherDB.Close() })
	err = db.Write(t.Context(), func(storage.Querier) error {
		_, err := otherDB.ExecContext(t.Context(), `DELETE FROM jobs`)
		return err
	})
	if !storage.IsUnavailable(err) {
		t.Errorf("it is locked: %v", err)
	}
}

// TestPostgresLockTimeoutIsUnavailable: an open transaction blocks only writes to the rows that it has
// changed. IsUnavailable is true for the error of a blocked write after the lock timeout.
func TestPostgresLockTimeoutIsUnavailable(t *testing.T) {
	o := dbtest.Postgres(t)
	o.LockWait = 20 * time.Millisecond
	db, ctx := dbtest.Open(t, o), t.Context()
	incrementAttempts := func(id string) error {
		return db.Write(ctx, func(tx storage.Querier) error {
			_, err := tx.ExecContext(ctx, `UPDATE jobs SET attempts = attempts + 1 WHERE id = $1`, id)
			return err
		})
	}
	err := db.Write(ctx, func(tx storage.Querier) error { return errors.Join(addJob(ctx, tx, "held"), addJob(ctx, tx, "free")) })
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(ctx, func(tx storage.Querier) error {
		if _, err := tx.ExecContext(ctx, `UPDATE jobs SET attempts = 5 WHERE id = 'held'`); err != nil {
			return err
		}
		if err := incrementAttempts("held"); !storage.IsUnavailable(err) {
			t.Errorf("the locked row: %v", err)
		}
		return incrementAttempts("free")
	})
	if err != nil {
		t.Errorf("another row: %v", err)
	}
	if err := incrementAttempts("held"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
