package dbtest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// serverDirPrefix is the beginning of the names of the directories of throwaway servers.
const serverDirPrefix = "colloquy-postgres-"

// maxInitTime is longer than initdb takes. An older directory without a server belongs to
// a process that was killed.
const maxInitTime = 5 * time.Minute

// sweepServerDirs removes the directories of servers whose test process was killed before it
// could remove them.
func sweepServerDirs(parentDirs ...string) {
	for _, parentDir := range parentDirs {
		dirs, err := filepath.Glob(filepath.Join(parentDir, serverDirPrefix+"*"))
		if err != nil {
			return
		}
		for _, dir := range dirs {
			if isServerDead(dir) {
				freeSharedMemory(dir)
				os.RemoveAll(dir)
			}
		}
	}
}

// isServerDead reports whether the server of a directory has ended or never started.
func isServerDead(dir string) bool {
	if pid, ok := serverPid(dir); ok {
		return syscall.Kill(pid, 0) != nil
	}
	info, err := os.Stat(dir)
	return err == nil && time.Since(info.ModTime()) > maxInitTime
}

func pidFile(dir string) string { return filepath.Join(dir, "data", "postmaster.pid") }

// serverPid returns the process id of the server of a directory. initdb runs a
// single-user server, which writes its id as a negative number.
func serverPid(dir string) (pid int, ok bool) {
	lines := pidLines(dir)
	if len(lines) == 0 {
		return 0, false
	}
	pid, err := strconv.Atoi(lines[0])
	return max(pid, -pid), err == nil && pid != 0
}

// freeSharedMemory removes the shared memory of a killed server. The kernel does not free
// it, and allows only about four thousand segments.
func freeSharedMemory(dir string) {
	const line = 6 // index of the line of postmaster.pid with the key and the id of the shared memory
	lines := pidLines(dir)
	if len(lines) <= line {
		return
	}
	if fields := strings.Fields(lines[line]); len(fields) == 2 {
		if id, err := strconv.Atoi(fields[1]); err == nil {
			unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		}
	}
}

// pidLines returns the lines of the file postmaster.pid of a server.
func pidLines(dir string) []string {
	text, err := os.ReadFile(pidFile(dir))
	if err != nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}
