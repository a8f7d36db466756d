package storage_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/storage"
)

var migratedAt = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// repeatLastMigration reverts the last migration, inserts a row and migrates.
func repeatLastMigration(t *testing.T, db *storage.DB, version string, now time.Time, row int) (steps int, warnings []string) {
	t.Helper()
	_, newest, err := db.SchemaVersion(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := db.MigrateDownTo(t.Context(), newest-1); err != nil {
		t.Fatal(err)
	}
	if err := insertRow(t.Context(), db, row); err != nil {
		t.Fatal(err)
	}
	steps, warnings, err = db.MigrateWithCopy(t.Context(), version, now)
	if err != nil {
		t.Fatal(err)
	}
	return steps, warnings
}

// rules operations-backup-migration, operations-backup-rollback
func TestDatabaseIsCopiedBeforeMigration(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	if _, err := storage.NewestCopy(dir); !errors.Is(err, storage.ErrNoMigrationCopy) {
		t.Errorf("before: %v", err)
	}
	if steps, _, err := db.MigrateWithCopy(t.Context(), "1.0", migratedAt); steps != 0 || err != nil {
		t.Errorf("an up-to-date database took %d steps, %v", steps, err)
	}
	if _, err := storage.NewestCopy(dir); !errors.Is(err, storage.ErrNoMigrationCopy) {
		t.Errorf("a start without a migration made a copy: %v", err)
	}
	writeFile(t, "left", dir, "backups", "before-migration-20200101T000000Z-schema-1.db.unfinished")
	for n, version := range []string{"1.1", "1.2", "1.3", "1.4", "1.5"} {
		// The last three migrations fall into the same second.
		if steps, warnings := repeatLastMigration(t, db, version, migratedAt.Add(time.Duration(min(n, 2))*time.Second), n); steps != 1 || warnings != nil {
			t.Fatalf("%s: %d steps, %q", version, steps, warnings)
		}
	}
	files, err := os.ReadDir(filepath.Join(dir, "backups"))
	if err != nil || len(files) != 6 {
		t.Errorf("%v, %v; want three copies and what is known of them", files, err)
	}
	_, newest, err := db.SchemaVersion(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c, err := storage.NewestCopy(dir)
	if err != nil || c.ProgramVersion != "1.4" || c.SchemaVersion != newest-1 || !c.CopiedAt.Equal(migratedAt.Add(2*time.Second)) {
		t.Fatalf("%+v, %v", c, err)
	}
	copiedDB, err := storage.OpenCopy(t.Context(), c.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer copiedDB.Close()
	if current, _, err := copiedDB.SchemaVersion(t.Context()); current != newest-1 || err != nil || !hasRow(t, copiedDB, 4) {
		t.Errorf("the copy has version %d, %v", current, err)
	}
}

// TestCopiesOfOneSecondSortByNumber: after twelve copies in the same second the newest one is
// the twelfth. rules operations-backup-migration, operations-backup-rollback
func TestCopiesOfOneSecondSortByNumber(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	for n := 1; n <= 12; n++ {
		repeatLastMigration(t, db, fmt.Sprint("1.", n), migratedAt, n)
	}
	names, err := filepath.Glob(filepath.Join(dir, "backups", "*.db"))
	if err != nil || len(names) != 3 {
		t.Errorf("kept %v, %v", names, err)
	}
	if c, err := storage.NewestCopy(dir); err != nil || c.ProgramVersion != "1.11" || !strings.HasSuffix(c.Path, "-12.db") {
		t.Errorf("%+v, %v", c, err)
	}
}

// rule operations-backup-rollback
func TestAlteredCopyIsRefused(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	repeatLastMigration(t, db, "1.1", migratedAt, 1)
	c, err := storage.NewestCopy(dir)
	if err != nil || c.ProgramVersion != "" {
		t.Fatalf("%+v, %v", c, err)
	}
	data, err := os.ReadFile(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(c.Path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.NewestCopy(dir); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("a flipped byte: %v", err)
	}
	if err := os.Remove(strings.TrimSuffix(c.Path, ".db") + ".json"); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.NewestCopy(dir); !errors.Is(err, storage.ErrDamaged) {
		t.Errorf("without its sum: %v", err)
	}
}

// fillDisk makes the write-ahead log of a database larger than any disk. The log becomes a sparse
// file, so it needs no room. The argument `err` is an earlier error of the caller: if it is not
// nil, fillDisk fails the test.
func fillDisk(t *testing.T, dir string, err error) {
	t.Helper()
	if err := errors.Join(err, os.Truncate(filepath.Join(dir, storage.SQLiteFile+"-wal"), 1<<43)); err != nil {
		t.Fatal(err)
	}
}

// TestMigrationWithoutRoomWarns: there is a warning for the missing copy and one because the
// version of the program cannot be recorded.
// rule operations-backup-migration
func TestMigrationWithoutRoomWarns(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	_, newest, err := db.SchemaVersion(t.Context())
	if err == nil {
		err = db.MigrateDownTo(t.Context(), newest-1)
	}
	fillDisk(t, dir, errors.Join(err, os.Mkdir(filepath.Join(dir, "version"), 0o700)))
	steps, warnings, err := db.MigrateWithCopy(t.Context(), "1.1", migratedAt)
	if steps != 1 || err != nil || len(warnings) != 2 ||
		!strings.HasPrefix(warnings[0], "The database is migrated without a copy, so colloquy rollback cannot undo it: ") ||
		!strings.HasPrefix(warnings[1], "The version of the program cannot be recorded in the data directory: ") {
		t.Errorf("%d steps, %q, %v", steps, warnings, err)
	}
	if _, err := storage.NewestCopy(dir); !errors.Is(err, storage.ErrNoMigrationCopy) {
		t.Errorf("%v", err)
	}
}

// TestCopyIsPutBackOnce: a second rollback to a copy would lose what was written after the first
// rollback. The next migration makes another copy, to which a rollback is possible.
// rule operations-backup-rollback
func TestCopyIsPutBackOnce(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	repeatLastMigration(t, db, "1.1", migratedAt, 1)
	c, err := storage.NewestCopy(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := storage.MarkPutBack(c, migratedAt); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.NewestCopy(dir); !errors.Is(err, storage.ErrAlreadyPutBack) || !strings.Contains(err.Error(), "2026-03-01T12:00:00Z") {
		t.Errorf("again: %v", err)
	}
	repeatLastMigration(t, db, "1.2", migratedAt.Add(time.Hour), 2)
	if next, err := storage.NewestCopy(dir); err != nil || next.Path == c.Path {
		t.Errorf("the copy of the next migration: %s, %v", next.Path, err)
	}
}

// TestMigrationWithoutCopyHidesOlderOnes: after a migration without a copy, NewestCopy finds no
// copy. A rollback to an older copy would lose the rows that were written between the two
// migrations. After the next migration with a copy, NewestCopy finds this copy.
// rule operations-backup-rollback
func TestMigrationWithoutCopyHidesOlderOnes(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	repeatLastMigration(t, db, "1.1", migratedAt, 1)
	_, newest, err := db.SchemaVersion(t.Context())
	if err == nil {
		err = db.MigrateDownTo(t.Context(), newest-1)
	}
	fillDisk(t, dir, err)
	if _, warnings, err := db.MigrateWithCopy(t.Context(), "1.2", migratedAt.Add(time.Hour)); warnings == nil || err != nil {
		t.Fatalf("there was room: %v", err)
	}
	if _, err := storage.NewestCopy(dir); !errors.Is(err, storage.ErrNoMigrationCopy) {
		t.Errorf("after a migration without a copy: %v", err)
	}
	// Closing the database removes the large file of fillDisk, so there is room again.
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	repeatLastMigration(t, openMigrated(t, dir), "1.3", migratedAt.Add(2*time.Hour), 3)
	if c, err := storage.NewestCopy(dir); err != nil || !strings.Contains(c.Path, "20260301T140000Z") {
		t.Errorf("after one with a copy: %s, %v", c.Path, err)
	}
}

// TestCopyIsFromLastUpgradeUntilTheNext: IsFromLastUpgrade is true for a copy until the next
// upgrade of the program. It stays false if the operator returns to the version that migrated. It
// is true after a failed migration. rule operations-backup-rollback
func TestCopyIsFromLastUpgradeUntilTheNext(t *testing.T) {
	dir := t.TempDir()
	db := openMigrated(t, dir)
	repeatLastMigration(t, db, "1.1", migratedAt, 1)
	for i, version := range []string{"1.1", "1.2", "1.1"} {
		if _, _, err := db.MigrateWithCopy(t.Context(), version, migratedAt); err != nil {
			t.Fatal(err)
		}
		c, err := storage.NewestCopy(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := c.IsFromLastUpgrade(dir); got != (i == 0) || err != nil {
			t.Errorf("start %d, with version %s: %v, %v", i, version, got, err)
		}
		c.ProgramVersion, c.FollowedByVersion = version, "" // as after a failed migration: the version in dir is still ProgramVersion
		if got, err := c.IsFromLastUpgrade(dir); !got || err != nil {
			t.Errorf("after a migration that failed: %v, %v", got, err)
		}
	}
}
