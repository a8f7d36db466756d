package storage

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestReadyWritesAtMostEveryTwoSeconds: anybody may call the readiness check, and a
// commit is expensive. Rule operations-ready.
func TestReadyWritesAtMostEveryTwoSeconds(t *testing.T) {
	db := openSampleDB(t)
	lastErr := errors.New("result of the last write")
	db.probe.at, db.probe.err = time.Now(), lastErr
	if err := db.Ready(t.Context()); !errors.Is(err, lastErr) {
		t.Errorf("at once: %v, want the last result", err)
	}
	db.probe.at = time.Now().Add(-probeInterval)
	if err := db.Ready(t.Context()); errors.Is(err, lastErr) {
		t.Error("two seconds later: the last result")
	}
}

// TestReadyNeedsFreeSpace: /proc is a file system without free space. Rule operations-ready.
func TestReadyNeedsFreeSpace(t *testing.T) {
	db := openSampleDB(t)
	if err := db.checkFreeSpace(); err != nil {
		t.Fatal(err)
	}
	db.dir.path = "/proc"
	if err := db.Ready(t.Context()); !errors.Is(err, errNoSpace) || !IsUnavailable(err) {
		t.Errorf("got %v, want errNoSpace, which counts as away", err)
	}
}

// TestFilesThatCannotBeRestrictedAreReported: the warning names the file and the command
// that restricts its permissions.
func TestFilesThatCannotBeRestrictedAreReported(t *testing.T) {
	dir := t.TempDir()
	if err := createPrivateFile(filepath.Join(dir, "file")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file", "below a file")
	if warnings := restrictModeOrWarn(path, privateFile); len(warnings) != 1 || !strings.Contains(warnings[0], path) || !strings.Contains(warnings[0], "chmod 600") {
		t.Errorf("warnings %q", warnings)
	}
	if warnings := restrictModeOrWarn(filepath.Join(dir, "missing"), privateFile); len(warnings) != 0 {
		t.Errorf("of a missing file: %q", warnings)
	}
}
