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

// ErrLocked reports that another process uses the data directory.
var ErrLocked = errors.New("storage: another colloquy process uses this data directory")

// ErrNoDatabase reports that a data directory has no database.
var ErrNoDatabase = errors.New("storage: there is no database")

// dataDir is the data directory of a process. After OpenWithoutLock it is not locked and has
// no node name.
type dataDir struct {
	path         string
	folder, lock *os.File // the locked directory and lock file; nil if not locked
	nodeName     string   // see DB.NodeName
	warnings     []string // see DB.Warnings
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
	if err := completeReplacement(dir); err != nil {
		d.close()
		return nil, err
	}
	var err error
	if d.nodeName, err = nodeName(filepath.Join(dir, nodeNameFile)); err != nil {
		d.close()
		return nil, err
	}
	d.warnings = restrictDataDir(dir)
	return d, nil
}

func (d *dataDir) close() {
	for _, f := range []*os.File{d.lock, d.folder} {
		if f != nil {
			_ = f.Close() // nothing was written
		}
	}
}

// DataDir returns the path of the data directory.
func (db *DB) DataDir() string { return db.dir.path }

// Warnings returns a sentence for each problem with the permissions of the data directory. An
// example is a file that other users of the machine can read.
func (db *DB) Warnings() []string { return db.dir.warnings }

const (
	lockFile     = "lock"
	nodeNameFile = "node"
)

// lockDir locks the directory and its lock file. The kernel releases both locks when the process
// ends. The lock on the directory survives a deletion of the lock file. The lock on the file is for
// file systems that cannot lock directories.
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

// nodeName returns the node name in the file at path. Without a file, it writes a new name. After a
// restart, a process finds its unfinished replies by the node name. The file also contains its
// fileIdentity from when it was written. If the present identity of the file differs, the file is a
// copy, and nodeName writes a new name. With the old name, a restart of the copy would end the
// replies of the original. Files of older binaries have no identity and keep their name.
func nodeName(path string) (string, error) {
	b, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("storage: node name: %w", err)
	}
	name, identity, _ := strings.Cut(strings.TrimSpace(string(b)), " ")
	currentIdentity, err := fileIdentity(path)
	if err == nil && name != "" && identity == currentIdentity {
		return name, nil
	}
	if name == "" || identity != "" {
		name = core.NewID(time.Now())
	}
	return name, writeNodeName(path, name)
}

// fileIdentity returns a text that is different for a file and its copies.
func fileIdentity(path string) (string, error) {
	var file syscall.Stat_t
	if err := syscall.Stat(path, &file); err != nil {
		return "", err
	}
	host, err := os.Hostname()
	return fmt.Sprintf("%d@%s", file.Ino, host), err
}

func writeNodeName(path, name string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, privateFile)
	if err != nil {
		return fmt.Errorf("storage: node name: %w", err)
	}
	here, err := fileIdentity(path)
	if err == nil {
		_, err = f.WriteString(name + " " + here + "\n")
	}
	if err := firstError(err, f.Close()); err != nil {
		return fmt.Errorf("storage: node name: %w", err)
	}
	return nil
}

// LockFile locks a file and creates it if needed. It returns ErrLocked while another
// process has the lock. Closing the file unlocks it.
func LockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, privateFile)
	if err != nil {
		return nil, fmt.Errorf("storage: lock: %w", err)
	}
	if err := flock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrLocked, err), f.Close())
	}
	return f, nil
}
