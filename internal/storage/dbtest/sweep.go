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

// dirPrefix names the directories of throwaway servers.
const dirPrefix = "colloquy-postgres-"

// initTime is more than initdb takes: a directory without a server that is
// older was left behind.
const initTime = 5 * time.Minute

// sweep removes the directories of servers that died with their test process.
// A process has no hook for its end that also works when it is killed, so the
// next one clears up.
func sweep(places ...string) {
	for _, place := range places {
		dirs, err := filepath.Glob(filepath.Join(place, dirPrefix+"*"))
		if err != nil {
			return
		}
		for _, dir := range dirs {
			if dead(dir) {
				freeSegment(dir)
				os.RemoveAll(dir)
			}
		}
	}
}

// dead tells whether a directory's server has ended, or never came to be.
func dead(dir string) bool {
	if pid, ok := serverOf(dir); ok {
		return syscall.Kill(pid, 0) != nil
	}
	info, err := os.Stat(dir)
	return err == nil && time.Since(info.ModTime()) > initTime
}

func pidFile(dir string) string { return filepath.Join(dir, "data", "postmaster.pid") }

// serverOf reads the number of the process that has the directory. The server
// that initdb runs for itself writes its number negative.
func serverOf(dir string) (pid int, ok bool) {
	lines := pidLines(dir)
	if len(lines) == 0 {
		return 0, false
	}
	pid, err := strconv.Atoi(lines[0])
	return max(pid, -pid), err == nil && pid != 0
}

// freeSegment removes the shared memory that a killed server left: the kernel
// keeps it, and has room for some four thousand.
func freeSegment(dir string) {
	const line = 6 // key and id of the segment
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

// pidLines are the lines of the file that a server keeps while it runs.
func pidLines(dir string) []string {
	text, err := os.ReadFile(pidFile(dir))
	if err != nil {
		return nil
	}
	return strings.Split(string(text), "\n")
}
