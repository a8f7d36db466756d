package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// runWithFileSizeLimit runs a command in a process that may not write files of more than half a
// megabyte. It returns the output and whether the command failed.
func runWithFileSizeLimit(t *testing.T, dir string, args ...string) (out string, failed bool) {
	t.Helper()
	shellArgs := append([]string{"-c", `ulimit -f 1024; exec "$@"`, "sh", os.Args[0]}, append(args, "--data-dir", dir)...)
	cmd := exec.Command("sh", shellArgs...)
	cmd.Env = append(os.Environ(), childProcessVariable+"=1")
	text, err := cmd.CombinedOutput()
	return string(text), err != nil
}

// stoppedService is the data directory of a service that does not run. writeDatabaseAndFileState stores one letter,
// the state, in the database and in a picture. So a test sees whether a restore has replaced both.
type stoppedService struct {
	t   *testing.T
	dir string
}

func (s stoppedService) picturePath() string { return filepath.Join(s.dir, "media", "a.jpg") }

func (s stoppedService) withDatabase(fn func(db *storage.DB) error) {
	s.t.Helper()
	db, err := storage.OpenCopy(s.t.Context(), filepath.Join(s.dir, storage.SQLiteFile))
	if err != nil {
		s.t.Fatal(err)
	}
	if err := errors.Join(fn(db), db.Close()); err != nil {
		s.t.Fatal(err)
	}
}

func (s stoppedService) writeDatabaseAndFileState(state string) {
	s.t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(s.picturePath()), 0o700), os.WriteFile(s.picturePath(), []byte(state), 0o600)); err != nil {
		s.t.Fatal(err)
	}
	s.withDatabase(func(db *storage.DB) error {
		return db.Write(s.t.Context(), func(tx storage.Querier) error {
			_, err := tx.ExecContext(s.t.Context(), `INSERT INTO installation_secrets (name, value) VALUES ('state', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, state)
			return err
		})
	})
}

// readDatabaseAndFileState returns two letters that writeDatabaseAndFileState has stored: first the letter in the database, then
// the letter in the picture file.
func (s stoppedService) readDatabaseAndFileState() (out string) {
	s.t.Helper()
	if err := storage.CheckDatabaseFile(s.t.Context(), filepath.Join(s.dir, storage.SQLiteFile)); err != nil {
		s.t.Fatal(err)
	}
	s.withDatabase(func(db *storage.DB) error {
		return db.Reader().QueryRowContext(s.t.Context(), `SELECT value FROM installation_secrets WHERE name = 'state'`).Scan(&out)
	})
	picture, err := os.ReadFile(s.picturePath())
	if err != nil {
		s.t.Fatal(err)
	}
	return out + string(picture)
}

func (s stoppedService) makeBackup() string {
	s.t.Helper()
	return strings.Fields(commandOutput(s.t, s.dir, "backup", s.t.TempDir()))[0]
}

// rules operations-backup, operations-backup-restore
func TestFullDiskChangesNothing(t *testing.T) {
	s := stoppedService{t, apptest.SQLite(t).DataDir}
	s.writeDatabaseAndFileState("A")
	file, folder := s.makeBackup(), t.TempDir()
	s.writeDatabaseAndFileState("B")
	for _, args := range [][]string{{"backup", folder}, {"restore", file}} {
		if out, failed := runWithFileSizeLimit(t, s.dir, args...); !failed {
			t.Errorf("%s: no error: %s", args[0], out)
		}
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) > 0 {
		t.Errorf("the folder of the backup has %v, %v", files, err)
	}
	files, err := filepath.Glob(filepath.Join(s.dir, "re*"))
	if copies, globErr := filepath.Glob(filepath.Join(s.dir, "backups", ".*")); err != nil || globErr != nil || len(copies) > 0 || len(files) != 0 {
		t.Errorf("left in the data directory: %v, %v", files, copies)
	}
	if got := s.readDatabaseAndFileState(); got != "BB" {
		t.Errorf("the state is %s", got)
	}
}

// A restore is killed at a random moment, and then another command opens the data directory.
// Afterwards the database and the picture both have the state before the restore, or both have the
// state of the backup.
// rule operations-backup-restore
func TestKilledRestoreLeavesOneState(t *testing.T) {
	s := stoppedService{t, apptest.SQLite(t).DataDir}
	s.writeDatabaseAndFileState("A")
	file := s.makeBackup()
	s.writeDatabaseAndFileState("B")
	start := time.Now()
	commandOutput(t, s.dir, "restore", file)
	duration, stateCounts := time.Since(start), map[string]int{}
	for range killCount(t, defaultKills) {
		s.writeDatabaseAndFileState("B")
		cmd := exec.Command(os.Args[0], "restore", file, "--data-dir", s.dir)
		cmd.Env = append(os.Environ(), childProcessVariable+"=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(rand.N(duration))
		cmd.Process.Kill()
		cmd.Wait()
		commandOutput(t, s.dir, "migrate")
		stateCounts[s.readDatabaseAndFileState()]++
	}
	t.Logf("a restore takes %v; after the kills: %v", duration, stateCounts)
	if stateCounts["AA"]+stateCounts["BB"] != killCount(t, defaultKills) {
		t.Errorf("the states after the kills: %v", stateCounts)
	}
	commandOutput(t, s.dir, "restore", file)
	if got := s.readDatabaseAndFileState(); got != "AA" {
		t.Errorf("after a whole restore: %s", got)
	}
}
