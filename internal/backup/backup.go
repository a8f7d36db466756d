// Package backup reads and writes backups. A backup is one file with the database, the pictures of
// users and a manifest. The package knows the format of the file, not the contents of the database.
//
// A backup is a tar archive, compressed with gzip. If there is a key, age encrypts the archive. The
// tools tar, gzip and age can read it too. The first entry is the database; the media files follow.
// The last entry is the manifest, with the size and SHA-256 of every other entry.
//
// Invariants:
//   - A file gets its final name only after all of it is on the disk.
//   - The caller may use the read files only after Read has returned nil.
//   - Read returns an error for a cut or altered backup, and for entries with other names.
//   - The package checks the name of an entry before it uses the name as a path.
package backup

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"colloquy/internal/media/blob"
)

// FormatVersion is the version of the backup format that this package writes and reads.
const FormatVersion = 1

// Names of entries. The names of media files begin with MediaFolder.
const (
	DatabaseEntry = "colloquy.db"
	MediaFolder   = "media/"
	manifestEntry = "manifest.json"
)

// Values of Manifest.MediaLocation: where the media files are kept.
const (
	MediaInBackup = "files"  // the media files are in the backup
	MediaInBucket = "bucket" // the media files are in a bucket, so the backup has none
)

// Errors of Read and Write. The returned errors wrap them and add details.
var (
	ErrDamaged     = errors.New("the backup is cut or damaged")
	ErrNotBackup   = errors.New("this is no backup of Colloquy")
	ErrNewerFormat = errors.New("a newer version of Colloquy made this backup")
	ErrKeyNeeded   = errors.New("the backup is encrypted: set COLLOQUY_BACKUP_KEY")
	ErrWrongKey    = errors.New("COLLOQUY_BACKUP_KEY is not the key of this backup")
	ErrExists      = errors.New("the file exists already")
)

// Manifest describes a backup.
type Manifest struct {
	Format         int    `json:"format"`
	ProgramVersion string `json:"version"` // version of the program that made the backup
	SchemaVersion  int64  `json:"schema"`  // version of the database schema
	Engine         string `json:"engine"`
	// CreatedAt is shortly before the database was copied.
	CreatedAt     time.Time `json:"created_at"`
	MediaLocation string    `json:"media"` // MediaInBackup or MediaInBucket
	Files         []File    `json:"files"`
}

// File is an entry of a backup. Size is in bytes, SHA256 in hexadecimal digits.
type File struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// TotalSize returns the size of all files in bytes, before compression.
func (m Manifest) TotalSize() (n int64) {
	for _, f := range m.Files {
		n += f.Size
	}
	return n
}

// MediaFileCount returns the number of media files.
func (m Manifest) MediaFileCount() int { return max(0, len(m.Files)-1) }

// check returns an error for a manifest that this package cannot have written. Rule
// operations-backup-verify.
func (m Manifest) check() error {
	switch {
	case m.Format > FormatVersion:
		return fmt.Errorf("%w: format %d, this program reads %d", ErrNewerFormat, m.Format, FormatVersion)
	case m.Format != FormatVersion || m.Engine == "" || m.CreatedAt.IsZero():
		return fmt.Errorf("%w: its manifest is incomplete", ErrNotBackup)
	case m.MediaLocation != MediaInBackup && m.MediaLocation != MediaInBucket:
		return fmt.Errorf("%w: media are in %.20q", ErrNotBackup, m.MediaLocation)
	}
	return nil
}

// isEntryName reports whether a backup may have an entry with this name (rule
// operations-backup-verify).
func isEntryName(path string) bool {
	name, isMedia := strings.CutPrefix(path, MediaFolder)
	return path == DatabaseEntry || isMedia && blob.IsValidName(name)
}
