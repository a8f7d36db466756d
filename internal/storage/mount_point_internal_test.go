package storage

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMountPointsAreRecognised(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink("/proc", link); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{"/proc": true, t.TempDir(): false, link: false, "/proc/no such folder": false} {
		if got := isMountPoint(path); got != want {
			t.Errorf("isMountPoint(%q) = %v, want %v", path, got, want)
		}
	}
	if !isListedMount("/proc") || isListedMount("/") && isListedMount(t.TempDir()) {
		t.Error("the list of mounts is not read")
	}
}
