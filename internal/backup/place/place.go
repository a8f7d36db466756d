// Package place keeps the backups of a service in a folder or in a bucket.
//
// Invariants:
//   - A backup is listed only when all of it is stored.
//   - Only names that backup.FileName makes are listed.
package place

import (
	"context"
	"slices"
	"strings"
	"time"

	"colloquy/internal/backup"
)

// Place stores backups under their names. Only one installation may use a place.
type Place interface {
	// Store calls write with the path at which write must make a file, and stores that file
	// under the name. It returns backup.ErrExists if the name is taken. After an error
	// nothing is listed under the name.
	Store(ctx context.Context, name string, write func(path string) error) error
	// Names returns the names of the backups, the newest first.
	Names(ctx context.Context) ([]string, error)
	// Delete deletes a backup.
	Delete(ctx context.Context, name string) error
	// DeleteUnfinished deletes unfinished backups that were begun before a time. Killed
	// processes leave them.
	DeleteUnfinished(ctx context.Context, before time.Time) error
	// Probe writes, reads and deletes a small file. The error says what the place refuses.
	Probe(ctx context.Context) error
	// Path returns the path or address of a backup, without secrets.
	Path(name string) string
	// Kind returns "folder" or "bucket".
	Kind() string
	// Help returns what the operator should do if the place cannot be used.
	Help() string
}

// newestFirst returns those of the names that are names of backups, the newest first.
func newestFirst(names []string) []string {
	names = slices.DeleteFunc(names, func(name string) bool {
		_, is := backup.TimeInName(name)
		return !is
	})
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(b, a) })
	return names
}
