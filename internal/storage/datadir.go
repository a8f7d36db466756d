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
	path         string
	folder, lock *os.File
	node         string
	warnings     []string
}

func openDataDir(dir string) (*dataDir, error) {
	dir = cmp.Or(dir, ".")
	if err := os.MkdirAll(dir, privateDir); err != nil {
		return nil, fmt.Errorf("storage: data directory: %w", err)
	}
	d := &dataDir{path: dir}
	if err := d.lockDir(dir); err != nil {
		return nil, err
	}
	var err error
	if d.node, err = nodeName(filepath.Join(dir, nodeFile)); err != nil {
		d.close()
		return nil, err
	}
	d.warnings = protect(dir)
	return d, nil
}

func (d *dataDir) close() {
	_ = d.lock.Close() // they were only locked
	_ = d.folder.Close()
}

// Warnings says what of the data directory other users of the machine can read,
// in sentences for whoever runs the program.
func (db *DB) Warnings() []string { return db.dir.warnings }

const (
	lockFile = "lock"
	nodeFile = "node"
)

// lockDir takes the directory for this process. The kernel frees the locks when
// the process ends, however it ends. The folder is locked beside the file, so
// that a file that was deleted does not let a second process in; systems that
// lock no folders have the file.
func (d *dataDir) lockDir(dir string) (err error) {
	if d.lock, err = os.OpenFile(filepath.Join(dir, lockFile), os.O_CREATE|os.O_RDWR, privateFile); err != nil {
		return fmt.Errorf("storage: lock: %w", err)
	}
	if d.folder, err = os.Open(dir); err != nil {
		return errors.Join(fmt.Errorf("storage: lock: %w", err), d.lock.Close())
	}
	errFolder, errFile := flock(d.folder), flock(d.lock)
	if errFile != nil || errors.Is(errFolder, syscall.EWOULDBLOCK) {
		d.close()
		return fmt.Errorf("%w (%s)", ErrLocked, dir)
	}
	return nil
}

func flock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }

// nodeName reads the name of this directory's process, and makes one for a new
// directory. It stays the same over restarts, so that a process finds the work
// that its former life left unfinished. A copy of the directory gets a name of
// its own: otherwise a restart there would end the work that is done here.
func nodeName(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("storage: node name: %w", err)
	}
	name, madeFor, _ := strings.Cut(strings.TrimSpace(string(b)), " ")
	here, err := identity(path)
	if err == nil && name != "" && madeFor == here {
		return name, nil
	}
	if name == "" || madeFor != "" {
		name = core.NewID(time.Now())
	}
	return name, writeNode(path, name)
}

// identity tells a file from its copies, on this machine and others.
func identity(path string) (string, error) {
	var file syscall.Stat_t
	if err := syscall.Stat(path, &file); err != nil {
		return "", err
	}
	host, err := os.Hostname()
	return fmt.Sprintf("%d@%s", file.Ino, host), err
}

func writeNode(path, name string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("storage: node name: %w", err)
	}
	here, err := identity(path)
	if err == nil {
		_, err = f.WriteString(name + " " + here + "\n")
	}
	if err := firstError(err, f.Close()); err != nil {
		return fmt.Errorf("storage: node name: %w", err)
	}
	return nil
}
