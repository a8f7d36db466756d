// Package place keeps the backups of a service in a folder or in a bucket.
//
// Invariants:
//   - A place lists a backup only after all of it is stored.
//   - A place lists only names that backup.FileName makes.
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
	// Store calls write, which must make a file at path. Store then stores this file under the
	// name. If the name is taken, the error is backup.ErrExists. After any error the place lists no
	// new backup.
	Store(ctx context.Context, name string, write func(path string) error) error
	// Names returns the names of the backups, the newest first.
	Names(ctx context.Context) ([]string, error)
	// Delete deletes a backup.
	Delete(ctx context.Context, name string) error
	// DeleteUnfinishedBackups deletes unfinished backups that were begun before a time. Killed
	// processes leave them.
	DeleteUnfinishedBackups(ctx context.Context, before time.Time) error
	// Probe writes, reads and deletes a small file. The error says what the place refuses.
	Probe(ctx context.Context) error
	// Path returns the path or address of a backup, without secrets.
	Path(name string) string
	// Kind returns "folder" or "bucket".
	Kind() string
	// AdviceIfUnusable returns what the operator should do if the place cannot be used.
	AdviceIfUnusable() string
}

// newestFirst returns the names of backups among the names, the newest first. Rule
// operations-backup-scheduled.
func newestFirst(names []string) []string {
	names = slices.DeleteFunc(names, func(name string) bool {
		_, is := backup.TimeInName(name)
		return !is
	})
	slices.SortFunc(names, func(a, b string) int { return strings.Compare(b, a) })
	return names
}
