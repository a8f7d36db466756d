package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"colloquy/internal/core"
)

const (
	privateDirMode  = 0o700
	privateFileMode = 0o600
	// unfinishedPrefix is the beginning of the names of files that are being written.
	// IsValidName refuses such names.
	unfinishedPrefix = ".writing-"
)

// Disk is a Store in a directory, which only the user of the process can read. The
// process must be the only one that uses the directory.
type Disk struct {
	path string
	root *os.Root
}

// NewDisk returns a Disk in a directory, and creates the directory if it does not exist. It
// deletes the unfinished files of a former process. Close releases the directory.
func NewDisk(path string) (*Disk, error) {
	if err := os.MkdirAll(path, privateDirMode); err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil, fmt.Errorf("blob: %w", err)
	}
	d := &Disk{path, root}
	if err := d.deleteUnfinishedFiles(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return d, nil
}

// Close releases the directory.
func (d *Disk) Close() error { return d.root.Close() }

// Description implements Store. The text names the directory.
func (d *Disk) Description() string { return "files in " + d.path }

func (d *Disk) readEntries() ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(d.root.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("blob: list: %w", err)
	}
	return list, nil
}

func (d *Disk) deleteUnfinishedFiles() error {
	list, err := d.readEntries()
	for _, e := range list {
		if strings.HasPrefix(e.Name(), unfinishedPrefix) {
			err = errors.Join(err, d.root.Remove(e.Name()))
		}
	}
	return err
}

// Put implements Store. Put writes a file under a temporary name, syncs the file and renames it.
func (d *Disk) Put(_ context.Context, name string, data []byte) error {
	if !IsValidName(name) {
		return ErrBadName
	}
	temporaryName := unfinishedPrefix + core.NewSecret()
	err := d.writeSynced(temporaryName, data)
	if err == nil {
		err = d.root.Rename(temporaryName, name)
	}
	if err != nil {
		_ = d.root.Remove(temporaryName) // if this fails, NewDisk deletes the file at the next start
		return fmt.Errorf("blob: put: %w", err)
	}
	return d.syncDir()
}

func (d *Disk) writeSynced(name string, data []byte) error {
	f, err := d.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, privateFileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncDir syncs the directory, so that new, renamed and deleted files survive a crash.
func (d *Disk) syncDir() error {
	dir, err := d.root.Open(".")
	if err != nil {
		return fmt.Errorf("blob: sync: %w", err)
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// Open implements Store.
func (d *Disk) Open(_ context.Context, name string, offset int64) (io.ReadCloser, error) {
	if !IsValidName(name) {
		return nil, ErrNotFound
	}
	f, err := d.root.Open(name)
	if err != nil {
		return nil, diskError("open", err)
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(diskError("open", err), f.Close())
	}
	return f, nil
}

// Stat implements Store.
func (d *Disk) Stat(_ context.Context, name string) (Info, error) {
	if !IsValidName(name) {
		return Info{}, ErrNotFound
	}
	s, err := d.root.Stat(name)
	if err != nil {
		return Info{}, diskError("stat", err)
	}
	return Info{name, s.Size(), s.ModTime()}, nil
}

// Delete implements Store.
func (d *Disk) Delete(_ context.Context, name string) error {
	if !IsValidName(name) {
		return nil
	}
	if err := d.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("blob: delete: %w", err)
	}
	return d.syncDir()
}

// List lists the directory (Store). Files that are deleted meanwhile are left out.
func (d *Disk) List(ctx context.Context, fn func(Info) error) error {
	list, err := d.readEntries()
	if err != nil {
		return err
	}
	for _, e := range list {
		info, err := d.Stat(ctx, e.Name())
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err == nil {
			err = fn(info)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func diskError(what string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return ErrNotFound
	}
	return fmt.Errorf("blob: %s: %w", what, err)
}
