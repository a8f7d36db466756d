package storage_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// runUnderUmask runs fn with the usual umask, which gives other users read access.
func runUnderUmask(t *testing.T, fn func()) {
	t.Helper()
	formerUmask := syscall.Umask(0o022)
	defer syscall.Umask(formerUmask)
	fn()
}

// openMigrated opens and migrates a database, and closes it with the test.
func openMigrated(t *testing.T, dir string) *storage.DB {
	t.Helper()
	db := dbtest.Open(t, storage.Options{DataDir: dir})
	if _, err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	return db
}

// filesOpenToOthers lists the files below dir that other users may access. The name of dir
// itself is ".".
func filesOpenToOthers(t *testing.T, dir string) (accessibleFiles []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			name, _ := filepath.Rel(dir, path)
			accessibleFiles = append(accessibleFiles, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return accessibleFiles
}

// TestDataDirectoryIsPrivate: other users of the machine cannot read it.
func TestDataDirectoryIsPrivate(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, dir string){
		"a new folder": func(*testing.T, string) {},
		"a folder that the system made": func(t *testing.T, dir string) {
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		},
		"files of an older version": func(t *testing.T, dir string) {
			openMigrated(t, dir).Close()
			for _, file := range []string{"colloquy.db", "lock", "node"} {
				if err := os.Chmod(filepath.Join(dir, file), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for _, file := range []string{"colloquy.db-wal", "colloquy.db-shm"} {
				if err := os.WriteFile(filepath.Join(dir, file), nil, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.Mkdir(filepath.Join(dir, "outbox"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			runUnderUmask(t, func() {
				dir := filepath.Join(t.TempDir(), "data")
				prepare(t, dir)
				db := openMigrated(t, dir)
				if openFiles := filesOpenToOthers(t, dir); len(openFiles) > 0 {
					t.Errorf("others may read %q", openFiles)
				}
				if w := db.Warnings(); len(w) > 0 {
					t.Errorf("warnings %q", w)
				}
			})
		})
	}
}

// TestDirectoryWithForeignFilesIsReported: the data directory may be somebody's home
// directory by mistake. Only our own files become private, and the mode of the
// directory stays.
func TestDirectoryWithForeignFilesIsReported(t *testing.T) {
	runUnderUmask(t, func() {
		dir := t.TempDir()
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "letter.txt"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		db := openMigrated(t, dir)
		if openFiles := filesOpenToOthers(t, dir); strings.Join(openFiles, " ") != ". letter.txt" {
			t.Errorf("others may read %q", openFiles)
		}
		if w := db.Warnings(); len(w) != 1 || !strings.Contains(w[0], "chmod 700") {
			t.Errorf("warnings %q", w)
		}
	})
}

// TestDirectoryStaysLockedWithoutItsLockFile: two servers on one SQLite database
// would mark each other's replies as interrupted.
func TestDirectoryStaysLockedWithoutItsLockFile(t *testing.T) {
	o := dbtest.SQLite(t)
	dbtest.Open(t, o)
	if err := os.Remove(filepath.Join(o.DataDir, "lock")); err != nil {
		t.Fatal(err)
	}
	if _, err := storage.Open(t.Context(), o); !errors.Is(err, storage.ErrLocked) {
		t.Errorf("a second process got %v, want ErrLocked", err)
	}
}

// TestCopiedNodeFileGetsAnotherName: two processes with one name would end each
// other's replies.
func TestCopiedNodeFileGetsAnotherName(t *testing.T) {
	first, second := storage.Options{DataDir: t.TempDir()}, storage.Options{DataDir: t.TempDir()}
	db := dbtest.Open(t, first)
	text, err := os.ReadFile(filepath.Join(first.DataDir, "node"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(second.DataDir, "node"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	if other := dbtest.Open(t, second).NodeName(); other == "" || other == db.NodeName() {
		t.Errorf("the copy is called %q, the first %q", other, db.NodeName())
	}
}
