package dbtest

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

const (
	memoryDir     = "/dev/shm" // a file system in memory on Linux
	minFreeMemory = 2 << 30    // bytes that must be free in memoryDir; a PostgreSQL server uses 300 MB
)

// testDataRoot returns the directory for the data of tests. It is memoryDir if enough memory is
// free and the process may write there. Otherwise it is the system's temporary directory. In memory
// PostgreSQL creates a database in 15 ms instead of 100 ms, and commits of SQLite need no disk.
func testDataRoot() string {
	var fs syscall.Statfs_t
	if syscall.Statfs(memoryDir, &fs) != nil || fs.Bavail*uint64(fs.Bsize) < minFreeMemory {
		return os.TempDir()
	}
	if syscall.Access(memoryDir, 2) != nil { // the process may not write there
		return os.TempDir()
	}
	return memoryDir
}

// dataDirPrefix is the beginning of the names of data directories. The id of the test process
// follows.
const dataDirPrefix = "colloquy-data-"

// newDataDir creates an empty data directory, and removes it when the test ends.
func newDataDir(t testing.TB) string {
	t.Helper()
	sweepDataDirsOnce()
	dir, err := os.MkdirTemp(testDataRoot(), fmt.Sprintf("%s%d-", dataDirPrefix, os.Getpid()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

var sweepDataDirsOnce = sync.OnceFunc(func() { sweepDataDirs(os.TempDir(), memoryDir) })

// sweepDataDirs removes the data directories of test processes that were killed before they
// could remove them.
func sweepDataDirs(parentDirs ...string) {
	for _, parentDir := range parentDirs {
		dirs, err := filepath.Glob(filepath.Join(parentDir, dataDirPrefix+"*"))
		if err != nil {
			return
		}
		for _, dir := range dirs {
			var pid int
			if _, err := fmt.Sscanf(filepath.Base(dir), dataDirPrefix+"%d-", &pid); err == nil && syscall.Kill(pid, 0) == syscall.ESRCH {
				os.RemoveAll(dir)
			}
		}
	}
}
