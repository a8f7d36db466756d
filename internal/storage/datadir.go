package storage

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"colloquy/internal/core"
)

// ErrLocked says that another process serves from the same data directory.
var ErrLocked = errors.New("storage: another colloquy process uses this data directory")

// dataDir is the directory of one process: it holds the lock and the name
// under which the process owns work in progress.
type dataDir struct {
	lock *os.File
	node string
}

func openDataDir(dir string) (*dataDir, error) {
	dir = cmp.Or(dir, ".")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("storage: data directory: %w", err)
	}
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	node, err := nodeName(filepath.Join(dir, "node"))
	if err != nil {
		lock.Close()
		return nil, err
	}
	return &dataDir{lock: lock, node: node}, nil
}

// lockDir takes the directory for this process. The kernel frees the lock when
// the process ends, however it ends.
func lockDir(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("storage: lock: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		return nil, fmt.Errorf("%w (%s)", ErrLocked, dir)
	}
	return f, nil
}

// nodeName reads the name of this directory's process, and makes one for a new
// directory. It stays the same over restarts, so that a process finds the work
// that its former life left unfinished.
func nodeName(path string) (string, error) {
	b, err := os.ReadFile(path)
	if name := strings.TrimSpace(string(b)); err == nil && name != "" {
		return name, nil
	}
	name := core.NewID(time.Now())
	if err := os.WriteFile(path, []byte(name+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("storage: node name: %w", err)
	}
	return name, nil
}
