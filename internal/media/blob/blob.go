// Package blob stores the bytes of media files under names that the server makes. Disk
// keeps them in a directory, package s3 in a bucket; package mediatest tests both.
package blob

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"
)

// Errors of a Store. Other errors mean that the store is unavailable for now, such as a
// full disk.
var (
	ErrNotFound = errors.New("blob: there is no such file")
	ErrBadName  = errors.New("blob: this is no name of a file")
)

// Info describes a stored file.
type Info struct {
	Name    string
	Size    int64
	Changed time.Time
}

// Store keeps files. A file is whole or not there at all, also after a crash. It is safe
// for concurrent use. Names fit ValidName.
type Store interface {
	// Put stores a file under a name, replacing a former one at once. If it fails, the
	// former one stays.
	Put(ctx context.Context, name string, data []byte) error
	// Open returns the bytes from an offset to the end. At the end or behind it there
	// are none.
	Open(ctx context.Context, name string, offset int64) (io.ReadCloser, error)
	// Stat returns ErrNotFound for a file that does not exist.
	Stat(ctx context.Context, name string) (Info, error)
	// Delete does nothing if the file does not exist.
	Delete(ctx context.Context, name string) error
	// List calls fn for every file, in any order. An error of fn ends it.
	List(ctx context.Context, fn func(Info) error) error
	// About says for the log where the files are, without secrets.
	About() string
}

var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,79}\.[a-z0-9]{1,5}$`)

// ValidName reports whether a text can be the name of a file: letters in lower case,
// digits, hyphens and one extension. No text from a request becomes a path without it.
func ValidName(name string) bool { return validName.MatchString(name) }
