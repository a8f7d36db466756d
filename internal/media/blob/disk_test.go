package blob_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"colloquy/internal/media/blob"
	"colloquy/internal/media/mediatest"
)

func newDisk(t *testing.T, dir string) *blob.Disk {
	t.Helper()
	d, err := blob.NewDisk(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func TestDiskConforms(t *testing.T) {
	mediatest.RunSuite(t, newDisk(t, filepath.Join(t.TempDir(), "media")))
}

// TestDiskIsPrivate: other users of the machine cannot read the files.
func TestDiskIsPrivate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "media")
	d := newDisk(t, dir)
	if err := d.Put(t.Context(), "a.jpg", []byte("x")); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, filepath.Join(dir, "a.jpg"): 0o600} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s has mode %v, %v", path, info.Mode(), err)
		}
	}
}

// TestUnfinishedFilesAreDeleted: NewDisk deletes the unfinished file of a process that died
// while it wrote.
func TestUnfinishedFilesAreDeleted(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".writing-half", "whole.jpg"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := newDisk(t, dir)
	var names []string
	if err := d.List(t.Context(), func(f blob.Info) error { names = append(names, f.Name); return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, ".writing-half")); !errors.Is(err, fs.ErrNotExist) || len(names) != 1 {
		t.Errorf("the unfinished file: %v; the list: %v", err, names)
	}
}

// TestLinksDoNotLeaveTheDirectory: a symbolic link to a file outside the directory is not
// followed.
func TestLinksDoNotLeaveTheDirectory(t *testing.T) {
	dir, outside := t.TempDir(), filepath.Join(t.TempDir(), "outside")
	if err := errors.Join(os.WriteFile(outside, []byte("private"), 0o600), os.Symlink(outside, filepath.Join(dir, "link.jpg"))); err != nil {
		t.Fatal(err)
	}
	if _, err := newDisk(t, dir).Open(t.Context(), "link.jpg", 0); err == nil {
		t.Error("the link is followed")
	}
}

const fullDirEnv = "COLLOQUY_TEST_FULL_DIR"

// TestFullDiskKeepsTheFormerFile: a child process may write files of at most 64 KiB. Its Put of
// a larger file fails, the former file stays, and no unfinished file is left.
func TestFullDiskKeepsTheFormerFile(t *testing.T) {
	if dir := os.Getenv(fullDirEnv); dir != "" {
		writeTooMuch(t, dir)
		return
	}
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestFullDiskKeepsTheFormerFile$")
	cmd.Env = append(os.Environ(), fullDirEnv+"="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "a.jpg" {
		t.Errorf("the directory has %v, %v", entries, err)
	}
	if data, err := os.ReadFile(filepath.Join(dir, "a.jpg")); string(data) != "former" {
		t.Errorf("the file has %d bytes, %v", len(data), err)
	}
}

func writeTooMuch(t *testing.T, dir string) {
	limit := syscall.Rlimit{Cur: 64 << 10, Max: 64 << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	d := newDisk(t, dir)
	if err := d.Put(t.Context(), "a.jpg", []byte("former")); err != nil {
		t.Fatal(err)
	}
	if err := d.Put(t.Context(), "a.jpg", make([]byte, 128<<10)); err == nil {
		t.Error("a file beyond the limit is stored")
	}
}
