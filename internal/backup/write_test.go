package backup_test

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"colloquy/internal/backup"
)

func namesIn(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// rule operations-backup
func TestFailedBackupLeavesNothing(t *testing.T) {
	errRead := errors.New("cannot be read")
	cancelledCtx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		ctx   context.Context
		entry backup.Entry
	}{
		"open":      {t.Context(), backup.Entry{Path: "colloquy.db", Size: 1, Open: func() (io.ReadCloser, error) { return nil, errRead }}},
		"shorter":   {t.Context(), backup.Entry{Path: "colloquy.db", Size: 9, Open: entryOf("", "four").Open}},
		"a name":    {t.Context(), entryOf("../colloquy.db", "x")},
		"cancelled": {cancelledCtx, entryOf("colloquy.db", "x")},
	} {
		dir := t.TempDir()
		_, err := backup.Write(c.ctx, filepath.Join(dir, "a.tar.gz"), backup.Key{}, sampleManifest(), func(add func(backup.Entry) error) error { return add(c.entry) })
		if names := namesIn(t, dir); err == nil || len(names) > 0 {
			t.Errorf("%s: %v, files %v", name, err, names)
		}
	}
}

func TestFileThatIsGoneIsLeftOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.tar.gz")
	goneEntry := backup.Entry{Path: "media/a.jpg", Size: 9, Open: func() (io.ReadCloser, error) { return nil, fs.ErrNotExist }}
	_, err := backup.Write(t.Context(), path, backup.Key{}, sampleManifest(), func(add func(backup.Entry) error) error {
		return errors.Join(add(entryOf("colloquy.db", "x")), add(goneEntry))
	})
	if m, files, readErr := readBackup(path, backup.Key{}); err != nil || readErr != nil || len(files) != 1 || m.MediaFileCount() != 0 {
		t.Errorf("%v, %v, %v", err, readErr, files)
	}
}

// rule operations-backup
func TestBackupNeverReplacesAFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.tar.gz")
	if err := os.WriteFile(path, []byte("former"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := backup.Write(t.Context(), path, backup.Key{}, sampleManifest(), entryAdder(sampleFiles())); !errors.Is(err, backup.ErrExists) {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(path); string(text) != "former" || len(namesIn(t, dir)) != 1 {
		t.Errorf("%q, %v, %v", text, err, namesIn(t, dir))
	}
	if _, err := backup.Write(t.Context(), filepath.Join(dir, "missing", "a.tar.gz"), backup.Key{}, sampleManifest(), entryAdder(sampleFiles())); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing folder: %v", err)
	}
}

// fullDirEnv names the environment variable with the folder into which
// TestFullDiskLeavesNothing writes too much. The test sets it for a process of its own.
const fullDirEnv = "COLLOQUY_TEST_FULL_DIR"

// TestFullDiskLeavesNothing: in a process whose files may have at most 64 KiB, a larger
// backup fails and leaves no file. rule operations-backup
func TestFullDiskLeavesNothing(t *testing.T) {
	if dir := os.Getenv(fullDirEnv); dir != "" {
		writeTooMuch(t, dir)
		return
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestFullDiskLeavesNothing$")
	cmd.Env = append(os.Environ(), fullDirEnv+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if names := namesIn(t, dir); len(names) > 0 {
		t.Errorf("the folder has %v", names)
	}
}

// writeTooMuch limits the size of files and writes a backup that is larger.
func writeTooMuch(t *testing.T, dir string) {
	limit := syscall.Rlimit{Cur: 64 << 10, Max: 64 << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	noise := &strings.Builder{}
	for n := uint32(1); noise.Len() < 1<<20; n = n*1664525 + 1013904223 {
		noise.WriteByte(byte(n >> 24))
	}
	_, err := backup.Write(t.Context(), filepath.Join(dir, "a.tar.gz"), backup.Key{}, sampleManifest(), entryAdder([]string{"colloquy.db"}, map[string]string{"colloquy.db": noise.String()}))
	if !errors.Is(err, syscall.EFBIG) {
		t.Errorf("a backup beyond the limit: %v", err)
	}
}

func TestNamesOfBackupsHaveTheirTime(t *testing.T) {
	secret, _ := newKey(t)
	for _, key := range []backup.Key{{}, secret} {
		name := backup.FileName(sampleTime, key)
		if found, is := backup.TimeInName(name); !is || !found.Equal(sampleTime) || strings.HasSuffix(name, ".age") != key.Encrypts() {
			t.Errorf("%s: %v, %v", name, found, is)
		}
	}
	for _, name := range []string{"colloquy.tar.gz", "colloquy-20260301T123005Z.tar", "colloquy-20261399T123005Z.tar.gz", ".writing-1", "x-colloquy-20260301T123005Z.tar.gz", "colloquy-20260301T123005Z.tar.gz.age.old"} {
		if found, is := backup.TimeInName(name); is {
			t.Errorf("%s is a backup of %v", name, found)
		}
	}
}

func TestOldUnfinishedFilesAreDeleted(t *testing.T) {
	dir := t.TempDir()
	oldTime := time.Now().Add(-time.Hour)
	for _, name := range []string{".writing-1", ".writing-2", "a.tar.gz"} {
		path := filepath.Join(dir, name)
		err := os.WriteFile(path, nil, 0o600)
		if name != ".writing-2" {
			err = errors.Join(err, os.Chtimes(path, oldTime, oldTime))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	err := backup.DeleteUnfinishedBackups(dir, time.Now().Add(-time.Minute))
	if names := namesIn(t, dir); err != nil || strings.Join(names, " ") != ".writing-2 a.tar.gz" {
		t.Errorf("%v, %v", names, err)
	}
}
