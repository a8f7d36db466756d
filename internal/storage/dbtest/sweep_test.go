package dbtest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestSweepRemovesOnlyWhatIsDead(t *testing.T) {
	parentDirs := []string{t.TempDir(), t.TempDir()}
	dir := func(place int, name, pid string, age time.Duration) string {
		path := filepath.Join(parentDirs[place], serverDirPrefix+name)
		if err := os.MkdirAll(filepath.Join(path, "data"), 0o700); err != nil {
			t.Fatal(err)
		}
		if pid != "" {
			if err := os.WriteFile(pidFile(path), []byte(pid+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		changeTime := time.Now().Add(-age)
		if err := os.Chtimes(path, changeTime, changeTime); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const noProcess = "999999999"
	goneDirs := []string{dir(0, "dead", noProcess, 0), dir(1, "never-started", "", time.Hour)}
	keptDirs := []string{
		dir(0, "alive", fmt.Sprint(os.Getpid()), time.Hour), dir(1, "starting", "", 0),
		dir(0, "initdb", fmt.Sprint(-os.Getpid()), 0), // a single-user server writes its id as a negative number
		dir(1, "half-written", "\n", 0),
	}
	sweepServerDirs(parentDirs...)
	for _, path := range goneDirs {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s was left", path)
		}
	}
	for _, path := range keptDirs {
		if _, err := os.Stat(path); err != nil {
			t.Errorf("%s was removed", path)
		}
	}
}

func TestSweepFreesSharedMemory(t *testing.T) {
	parentDir := t.TempDir()
	makeSegment := func(name string, pid int) (id int) {
		id, err := unix.SysvShmGet(unix.IPC_PRIVATE, 56, unix.IPC_CREAT|0o600)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { unix.SysvShmCtl(id, unix.IPC_RMID, nil) })
		dir := filepath.Join(parentDir, serverDirPrefix+name)
		if err := os.MkdirAll(filepath.Join(dir, "data"), 0o700); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("%d\n/data\n1795253377\n36623\n/run\n127.0.0.1\n   210349    %d\nready   \n", pid, id)
		if err := os.WriteFile(pidFile(dir), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return id
	}
	segmentExists := func(id int) bool {
		var about unix.SysvShmDesc
		_, err := unix.SysvShmCtl(id, unix.IPC_STAT, &about)
		return err == nil
	}
	deadSegment, liveSegment := makeSegment("dead", 999999999), makeSegment("alive", os.Getpid())
	sweepServerDirs(parentDir)
	if segmentExists(deadSegment) || !segmentExists(liveSegment) {
		t.Errorf("a dead server's segment is there: %v, a running one's: %v", segmentExists(deadSegment), segmentExists(liveSegment))
	}
}
