package storage_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// TestOpenBesideNeedsNoLock: a second connection reads and writes what the process
// that owns the directory does, and leaves its lock and its node name alone.
func TestOpenBesideNeedsNoLock(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		owner := dbtest.Open(t, o)
		beside, err := storage.OpenBeside(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		if secret, err := beside.Secret(t.Context(), "made beside"); err != nil {
			t.Error(err)
		} else if same, err := owner.Secret(t.Context(), "made beside"); err != nil || string(same) != string(secret) {
			t.Errorf("the owner reads %x, want %x, %v", same, secret, err)
		}
		if err := beside.Ready(t.Context()); err != nil || beside.Node() != "" {
			t.Errorf("%v, node %q", err, beside.Node())
		}
		if err := beside.Close(); err != nil {
			t.Error(err)
		}
		if _, err := storage.Open(t.Context(), o); !errors.Is(err, storage.ErrLocked) {
			t.Errorf("afterwards another process opens the directory: %v", err)
		}
	})
}

// TestOpenBesideCreatesNothing: without a database, or with another version, it
// fails and changes nothing.
func TestOpenBesideCreatesNothing(t *testing.T) {
	dir := t.TempDir()
	if _, err := storage.OpenBeside(t.Context(), storage.Options{DataDir: dir}); !errors.Is(err, storage.ErrNoDatabase) {
		t.Errorf("an empty directory: %v", err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Errorf("the directory has %v, %v", files, err)
	}
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		owner := dbtest.Open(t, o)
		if err := owner.MigrateDownTo(t.Context(), 16); err != nil {
			t.Fatal(err)
		}
		if _, err := storage.OpenBeside(t.Context(), o); err == nil || !strings.Contains(err.Error(), "run colloquy migrate") {
			t.Errorf("an older database: %v", err)
		}
		if current, _, err := owner.Version(t.Context()); err != nil || current != 16 {
			t.Errorf("the version is %d, %v", current, err)
		}
	})
}
