// Package blob stores the bytes of media files under names that the server makes. Disk is a store
// in a directory, and package s3 has a store in a bucket. Package mediatest tests both.
package blob

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"
)

// Errors of a Store. Any other error means that the store is unavailable for now, for example
// because the disk is full.
var (
	ErrNotFound = errors.New("blob: there is no such file")
	ErrBadName  = errors.New("blob: this is no name of a file") // see IsValidName
)

// Info describes a stored file.
type Info struct {
	Name      string
	Size      int64
	ChangedAt time.Time
}

// Store keeps files. A file is complete or does not exist, also after a crash. A Store is safe
// for concurrent use. The names of its files satisfy IsValidName.
type Store interface {
	// Put stores a file under a name. It replaces an earlier file of this name atomically. If Put
	// fails, the earlier file stays. For an invalid name it returns ErrBadName.
	Put(ctx context.Context, name string, data []byte) error
	// Open returns the bytes of a file from an offset to the end. The result is empty if the
	// offset is at the end or beyond. Open returns ErrNotFound if the file does not exist.
	Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error)
	// Stat returns the Info of a file, or ErrNotFound if the file does not exist.
	Stat(ctx context.Context, name string) (Info, error)
	// Delete deletes a file. It does nothing if the file does not exist.
	Delete(ctx context.Context, name string) error
	// List calls fn for every file, in any order. If fn returns an error, List returns this
	// error at once.
	List(ctx context.Context, fn func(Info) error) error
	// Description describes where the files are, for the log. It contains no secrets.
	Description() string
}

var validNamePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,79}\.[a-z0-9]{1,5}$`)

// IsValidName reports whether name can be the name of a file: lower-case letters, digits, hyphens
// and one extension. A Store checks each name before it makes a path from the name.
func IsValidName(name string) bool { return validNamePattern.MatchString(name) }
