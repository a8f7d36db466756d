package storage_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// insertRow inserts the row number n, which hasRow finds.
func insertRow(ctx context.Context, db *storage.DB, n int) error {
	return db.Write(ctx, func(tx storage.Querier) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO installation_secrets (name, value) VALUES ($1, $2)`, fmt.Sprint("row ", n), "x")
		return err
	})
}

func hasRow(t *testing.T, db *storage.DB, n int) bool {
	t.Helper()
	var found int
	if err := db.Reader().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM installation_secrets WHERE name = $1`, fmt.Sprint("row ", n)).Scan(&found); err != nil {
		t.Fatal(err)
	}
	return found == 1
}

// TestCopyHasWhatWasCommittedBefore: a goroutine writes rows while copies are made.
// rule operations-backup
func TestCopyHasWhatWasCommittedBefore(t *testing.T) {
	db := openMigrated(t, t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	var mu sync.Mutex
	writtenRowCount := 0
	var writer sync.WaitGroup
	defer writer.Wait()
	defer stop()
	writer.Go(func() {
		for n := 1; ctx.Err() == nil; n++ {
			if err := insertRow(t.Context(), db, n); err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			writtenRowCount = n
			mu.Unlock()
		}
	})
	for i := range 5 {
		rowCountBefore := -1
		for end := time.Now().Add(20 * time.Second); rowCountBefore < 20*(i+1); time.Sleep(time.Millisecond) {
			mu.Lock()
			rowCountBefore = writtenRowCount
			mu.Unlock()
			if time.Now().After(end) {
				t.Fatal("the writer does not write")
			}
		}
		path := filepath.Join(t.TempDir(), "copy.db")
		if err := db.CopyTo(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v, %v", info.Mode(), err)
		}
		c, err := storage.OpenCopy(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= rowCountBefore; n++ {
			if !hasRow(t, c, n) {
				t.Errorf("row %d of %d is missing", n, rowCountBefore)
			}
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(path + "-wal"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a log is left beside the closed copy: %v", err)
		}
	}
}

// rule operations-backup
func TestFailedCopyLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	targetDir := t.TempDir()
	path := filepath.Join(targetDir, "copy.db")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if err := db.CopyTo(cancelled, path); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := db.CopyTo(t.Context(), filepath.Join(targetDir, "missing", "copy.db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing folder: %v", err)
	}
	wal := filepath.Join(dir, storage.SQLiteFile+"-wal")
	info, err := os.Stat(wal)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(wal, 1<<43); err != nil {
		t.Fatal(err)
	}
	if err := db.CopyTo(t.Context(), path); !errors.Is(err, storage.ErrNoRoom) {
		t.Errorf("without room: %v", err)
	}
	if err := os.Truncate(wal, info.Size()); err != nil {
		t.Fatal(err)
	}
	if list, err := os.ReadDir(targetDir); err != nil || len(list) > 0 {
		t.Errorf("left: %v, %v", list, err)
	}
	if err := os.WriteFile(path, []byte("former"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := db.CopyTo(t.Context(), path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over another file: %v", err)
	}
}

// TestCopyIgnoresALeftJournal: a process that was killed while it wrote a copy may have left a
// journal file, which is removed.
func TestCopyIgnoresALeftJournal(t *testing.T) {
	db := openMigrated(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "copy.db")
	writeFile(t, "left", path+"-journal")
	if err := db.CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-journal"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the journal is there: %v", err)
	}
}

// rule operations-backup-verify
func TestDamagedFileIsFound(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := db.CopyTo(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	wholeFile, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"cut":       wholeFile[:len(wholeFile)/2],
		"empty":     {},
		"no file":   []byte("this is no database at all, but a text that is long enough"),
		"overwrote": append(append([]byte{}, wholeFile[:8192]...), make([]byte, len(wholeFile)-8192)...),
	} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		err := storage.CheckDatabaseFile(t.Context(), path)
		if name == "empty" { // an empty file is an intact database without tables
			continue
		}
		if !errors.Is(err, storage.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCopyOfPostgresIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		err := db.CopyTo(t.Context(), filepath.Join(t.TempDir(), "copy.db"))
		if (err == nil) != (db.Engine() == storage.SQLite) {
			t.Errorf("%s: %v", db.Engine(), err)
		}
	})
}

// TestPathMayHaveAnyCharacter: the path of the data directory may have characters that have a
// meaning in a URI.
func TestPathMayHaveAnyCharacter(t *testing.T) {
	for _, name := range []string{"a?mode=ro", "a#b", "a%20b", "a b", "ü:&+"} {
		dir := filepath.Join(t.TempDir(), name)
		db := openMigrated(t, dir)
		if err := insertRow(t.Context(), db, 1); err != nil {
			t.Fatal(err)
		}
		copyPath := filepath.Join(dir, "copy.db")
		if err := db.CopyTo(t.Context(), copyPath); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, path := range []string{filepath.Join(dir, storage.SQLiteFile), copyPath} {
			if info, err := os.Stat(path); err != nil || info.Size() == 0 {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}
