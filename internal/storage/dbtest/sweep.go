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
func sweep() {
	dirs, err := filepath.Glob(filepath.Join(os.TempDir(), dirPrefix+"*"))
	if err != nil {
		return
	}
	for _, dir := range dirs {
		info, err := os.Stat(dir)
		if err != nil || running(dir) || !hadServer(dir) && time.Since(info.ModTime()) < initTime {
			continue
		}
		os.RemoveAll(dir)
	}
}

func pidFile(dir string) string { return filepath.Join(dir, "data", "postmaster.pid") }

func hadServer(dir string) bool {
	_, err := os.Stat(pidFile(dir))
	return err == nil
}

// running tells whether the server whose number stands in the directory lives.
func running(dir string) bool {
	f, err := os.Open(pidFile(dir))
	if err != nil {
		return false
	}
	defer f.Close()
	line := bufio.NewScanner(f)
	line.Scan()
	pid, err := strconv.Atoi(line.Text())
	return err == nil && syscall.Kill(pid, 0) == nil
}
