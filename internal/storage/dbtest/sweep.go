package dbtest

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
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
	f, err := os.Open(pidFile(dir))
	if err != nil {
		return 0, false
	}
	defer f.Close()
	line := bufio.NewScanner(f)
	line.Scan()
	pid, err = strconv.Atoi(line.Text())
	return max(pid, -pid), err == nil && pid != 0
}
