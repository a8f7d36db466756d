package place

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"colloquy/internal/backup"
)

// Folder is a Place in an existing folder. Its value is the path of the folder.
type Folder string

// Store implements Place. It calls write with the path of the file in the folder. The file must get
// this name only when it is complete, as with backup.Write.
func (f Folder) Store(_ context.Context, name string, write func(path string) error) error {
	return write(f.Path(name))
}

// Names implements Place. It lists the backups in the folder.
func (f Folder) Names(context.Context) ([]string, error) {
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return newestFirst(names), nil
}

// Delete implements Place. It removes a file.
func (f Folder) Delete(_ context.Context, name string) error { return os.Remove(f.Path(name)) }

// DeleteUnfinishedBackups implements Place. It removes unfinished files that were last written before a
// time.
func (f Folder) DeleteUnfinishedBackups(_ context.Context, before time.Time) error {
	return backup.DeleteUnfinishedBackups(string(f), before)
}

// Path implements Place. It returns the path of a file.
func (f Folder) Path(name string) string { return filepath.Join(string(f), name) }

// Kind implements Place.
func (Folder) Kind() string { return "folder" }

// AdviceIfUnusable implements Place. It tells the operator to make, mount or open the folder.
func (Folder) AdviceIfUnusable() string {
	return "make it, or mount its disk, and let the user of the service write to it (chown, and ReadWritePaths of the unit)"
}
