package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"testing"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/config"
	"colloquy/internal/core/clocktest"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// insertUser inserts a user with a session.
func insertUser(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO users (id, email, email_key, username, password_hash, created_at, updated_at) VALUES ($1, $1, $1, $1, 'hash', 1, 1)`, id)
	_, sessionErr := tx.ExecContext(ctx, `INSERT INTO auth_sessions (id, user_id, bearer_hash, cookie_hash, created_at, last_seen_at, expires_at) VALUES ($1, $1, $1, $1, 1, 1, 99)`, id)
	return errors.Join(err, sessionErr)
}

func countRowsIn(t *testing.T, db *storage.DB, from string) (n int) {
	t.Helper()
	if err := db.Reader().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM "+from).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// failMigration makes a database of version 1.0 with the users ada and bo. The last migration then
// fails in version 1.1, after the copy was made. failMigration returns the newest schema version.
func failMigration(t *testing.T, db *storage.DB, at time.Time) (newestVersion int64) {
	t.Helper()
	if _, _, err := db.MigrateWithCopy(t.Context(), "1.0", at); err != nil {
		t.Fatal(err)
	}
	_, newestVersion, err := db.SchemaVersion(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(tx storage.Querier) error {
		if err := errors.Join(insertUser(t.Context(), tx, "ada"), insertUser(t.Context(), tx, "bo")); err != nil {
			return err
		}
		// Without this row the next start copies the database and applies the last migration a
		// second time, which fails.
		_, err := tx.ExecContext(t.Context(), `DELETE FROM goose_db_version WHERE version_id = $1`, newestVersion)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := db.MigrateWithCopy(t.Context(), "1.1", at); err == nil {
		t.Fatal("the last migration ran on tables that have it already")
	}
	return newestVersion
}

// TestRollbackPutsTheOldDatabaseBack: the database has the users of the time of the copy. The
// user who was deleted after the copy has no password. rule operations-backup-rollback
func TestRollbackPutsTheOldDatabaseBack(t *testing.T) {
	options := dbtest.SQLite(t)
	c, clock := config.Config{DataDir: options.DataDir}, clocktest.At(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	if _, _, err := Rollback(t.Context(), c, false); !errors.Is(err, storage.ErrNoMigrationCopy) {
		t.Errorf("without a copy: %v", err)
	}
	db := dbtest.Open(t, options)
	newestVersion := failMigration(t, db, clock.Now())
	// The migration has failed, and an account is deleted before the operator rolls back.
	log := audit.New(db, clock).WithRevocations(audit.NewRevocations(options.DataDir, slog.New(slog.DiscardHandler)))
	err := db.Write(t.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(t.Context(), `DELETE FROM users WHERE id = 'bo'`)
		return errors.Join(err, log.Write(t.Context(), tx, audit.OwnAccountEvent(audit.AccountDeleted, "bo")))
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	// Version 1.2 had no migration, so the last copy is of version 1.1. A rollback would lose all data
	// written since that copy.
	if err := os.WriteFile(options.DataDir+"/version", []byte("1.2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = Rollback(t.Context(), c, false)
	if e, is := errors.AsType[*NotLastUpgradeError](err); !is || e.Copy.MigratedByVersion != "1.1" {
		t.Fatalf("after a later upgrade: %v", err)
	}
	from, done, err := Rollback(t.Context(), c, true)
	if err != nil || from.ProgramVersion != "1.0" || from.SchemaVersion != newestVersion-1 || done.DeletedAccountCount != 1 || done.EndedSessionCount != 2 {
		t.Fatalf("%+v, %+v, %v", from, done, err)
	}
	if text, err := os.ReadFile(options.DataDir + "/version"); err != nil || string(text) != "1.0\n" {
		t.Errorf("the data directory has the version %q, %v", text, err)
	}
	restoredDB, err := storage.OpenCopy(t.Context(), options.DataDir+"/"+storage.SQLiteFile)
	if err != nil {
		t.Fatal(err)
	}
	defer restoredDB.Close()
	for rowSource, want := range map[string]int{"users": 2, "users WHERE id = 'bo' AND password_hash = ''": 1, "auth_sessions": 0, "deleted_accounts WHERE erased_at IS NULL": 1} {
		if n := countRowsIn(t, restoredDB, rowSource); n != want {
			t.Errorf("%s: %d rows, want %d", rowSource, n, want)
		}
	}
	if current, _, err := restoredDB.SchemaVersion(t.Context()); err != nil || current != newestVersion-1 {
		t.Errorf("version %d, %v", current, err)
	}
	if err := restoredDB.Close(); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Rollback(t.Context(), c, false); !errors.Is(err, storage.ErrAlreadyPutBack) {
		t.Errorf("a second rollback: %v", err)
	}
}
