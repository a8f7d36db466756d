package storage_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"colloquy/internal/storage"
)

func writeFile(t *testing.T, text string, path ...string) {
	t.Helper()
	name := filepath.Join(path...)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

func readText(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(path...))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(text)
}

// makeFormerData makes a data directory with a database, its log, and a picture.
func makeFormerData(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, suffix := range []string{"", "-wal", "-shm"} {
		writeFile(t, "former"+suffix, dir, storage.SQLiteFile+suffix)
	}
	writeFile(t, "former", dir, "media", "a.jpg")
	writeFile(t, "1.1\n", dir, "version")
	return dir
}

// wantReplaced checks that dir has the new data and that formerDataDir has the former data.
func wantReplaced(t *testing.T, dir, formerDataDir string) {
	t.Helper()
	for path, want := range map[string]string{
		storage.SQLiteFile: "new", storage.SQLiteFile + "-wal": "", storage.SQLiteFile + "-shm": "", "media/b.jpg": "new", "media/a.jpg": "", "version": "1.0\n",
		"replacing/aside": "", "restoring/" + storage.SQLiteFile: "",
	} {
		if got := readText(t, dir, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	for path, want := range map[string]string{storage.SQLiteFile: "former", storage.SQLiteFile + "-wal": "former-wal", "media/a.jpg": "former", "version": "1.1\n"} {
		if got := readText(t, formerDataDir, path); got != want {
			t.Errorf("aside, %s is %q, want %q", path, got, want)
		}
	}
}

func stageNewData(t *testing.T, staged string) {
	t.Helper()
	writeFile(t, "new", staged, storage.SQLiteFile)
	writeFile(t, "new", staged, "media", "b.jpg")
}

func beginReplacement(t *testing.T, dir string) *storage.Replacement {
	t.Helper()
	r, err := storage.BeginReplacement(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rule operations-backup-restore
func TestReplacementKeepsTheFormerData(t *testing.T) {
	dir := makeFormerData(t)
	for i, want := range []string{"replaced-x", "replaced-x-2"} {
		r := beginReplacement(t, dir)
		stageNewData(t, r.StagedDir())
		formerDataDir, err := r.Commit("x", "1.0")
		if err := errors.Join(err, r.Close()); err != nil || filepath.Base(formerDataDir) != want {
			t.Fatalf("%s, %v", formerDataDir, err)
		}
		if i == 0 {
			wantReplaced(t, dir, formerDataDir)
		}
	}
}

// rule operations-backup-restore
func TestReplacementThatIsGivenUpChangesNothing(t *testing.T) {
	dir := makeFormerData(t)
	r := beginReplacement(t, dir)
	stageNewData(t, r.StagedDir())
	if _, err := storage.BeginReplacement(dir); !errors.Is(err, storage.ErrLocked) {
		t.Errorf("a second one: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if readText(t, dir, storage.SQLiteFile) != "former" || readText(t, dir, "media/a.jpg") != "former" || readText(t, dir, "restoring", storage.SQLiteFile) != "" {
		t.Error("the data have changed")
	}
}

// TestInterruptedReplacementIsCompleted: the process dies before each step in turn. Before the
// rename of the folder the former data stay. After the rename the next process completes the
// replacement.
// rule operations-backup-restore
func TestInterruptedReplacementIsCompleted(t *testing.T) {
	move := func(from, to string) func(dir string) error {
		return func(dir string) error { return os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)) }
	}
	db := storage.SQLiteFile
	steps := []func(dir string) error{
		move("restoring", "replacing"),
		func(dir string) error { return os.Mkdir(filepath.Join(dir, "replaced-x"), 0o700) },
		move(db+"-wal", "replaced-x/"+db+"-wal"), move(db+"-shm", "replaced-x/"+db+"-shm"), move(db, "replaced-x/"+db),
		move("replacing/"+db, db), move("media", "replaced-x/media"), move("replacing/media", "media"),
		move("version", "replaced-x/version"), move("replacing/version", "version"),
		func(dir string) error { return os.Remove(filepath.Join(dir, "replacing", "aside")) },
	}
	for stepsDone := range len(steps) + 1 {
		dir := makeFormerData(t)
		stageNewData(t, filepath.Join(dir, "restoring"))
		writeFile(t, "1.0\n", dir, "restoring", "version")
		writeFile(t, "replaced-x\n", dir, "restoring", "aside")
		for _, step := range steps[:stepsDone] {
			if err := step(dir); err != nil {
				t.Fatal(err)
			}
		}
		if err := beginReplacement(t, dir).Close(); err != nil {
			t.Fatal(err)
		}
		if stepsDone == 0 {
			if readText(t, dir, db) != "former" || readText(t, dir, db+"-wal") != "former-wal" {
				t.Error("before the decision: the data have changed")
			}
			continue
		}
		wantReplaced(t, dir, filepath.Join(dir, "replaced-x"))
		if t.Failed() {
			t.Fatalf("died before step %d", stepsDone)
		}
	}
}

// TestHostileNameOfFormerDataIsRefused: nothing outside of the data directory is touched.
func TestHostileNameOfFormerDataIsRefused(t *testing.T) {
	for _, name := range []string{"../elsewhere", "replaced-../../x", "media", ""} {
		dir := makeFormerData(t)
		stageNewData(t, filepath.Join(dir, "replacing"))
		writeFile(t, name, dir, "replacing", "aside")
		if _, err := storage.BeginReplacement(dir); err == nil || !strings.Contains(err.Error(), "no valid name") {
			t.Errorf("%q: %v", name, err)
		}
		if readText(t, dir, storage.SQLiteFile) != "former" {
			t.Errorf("%q: the data have changed", name)
		}
	}
}

// TestMountedMediaIsNotReplaced: a mount cannot be renamed, so a restore is refused before
// anything is replaced. rule operations-backup-restore
func TestMountedMediaIsNotReplaced(t *testing.T) {
	dir := makeFormerData(t)
	media := filepath.Join(dir, "media")
	if err := syscall.Mount("tmpfs", media, "tmpfs", 0, "size=64k"); err != nil {
		t.Skipf("this account may not mount: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(media, 0) })
	r, err := storage.BeginReplacement(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	stageNewData(t, r.StagedDir())
	if _, err := r.Commit("now", ""); err == nil || !strings.Contains(err.Error(), "is a mount of its own") {
		t.Errorf("%v", err)
	}
	if got := readText(t, dir, storage.SQLiteFile); got != "former" {
		t.Errorf("the database is %q", got)
	}
}
