package storage_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestOpenWithoutLockNeedsNoLock: OpenWithoutLock opens the database of a process that has
// locked the data directory. The lock of that process remains.
func TestOpenWithoutLockNeedsNoLock(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		lockedDB := dbtest.Open(t, o)
		unlockedDB, err := storage.OpenWithoutLock(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if secret, err := unlockedDB.Secret(t.Context(), "made beside"); err != nil {
			t.Error(err)
		} else if same, err := lockedDB.Secret(t.Context(), "made beside"); err != nil || string(same) != string(secret) {
			t.Errorf("the owner reads %x, want %x, %v", same, secret, err)
		}
		if err := unlockedDB.Ready(t.Context()); err != nil || unlockedDB.NodeName() != "" {
			t.Errorf("%v, node %q", err, unlockedDB.NodeName())
		}
		if err := unlockedDB.Close(); err != nil {
			t.Error(err)
		}
		if _, err := storage.Open(t.Context(), o); !errors.Is(err, storage.ErrLocked) {
			t.Errorf("afterwards another process opens the directory: %v", err)
		}
	})
}

// TestOpenWithoutLockCreatesNothing: if there is no database, or if its schema is older,
// OpenWithoutLock fails and changes nothing.
func TestOpenWithoutLockCreatesNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := storage.OpenWithoutLock(t.Context(), storage.Options{DataDir: dir}); !errors.Is(err, storage.ErrNoDatabase) {
		t.Errorf("an empty directory: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("the directory has %v, %v", files, err)
	}
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		lockedDB := dbtest.Open(t, o)
		if err := lockedDB.MigrateDownTo(t.Context(), 16); err != nil {
			t.Fatal(err)
		}
		if _, err := storage.OpenWithoutLock(t.Context(), o); err == nil || !strings.Contains(err.Error(), "run colloquy migrate") {
			t.Errorf("an older database: %v", err)
		}
		if current, _, err := lockedDB.SchemaVersion(t.Context()); err != nil || current != 16 {
			t.Errorf("the version is %d, %v", current, err)
		}
	})
}
