package backup

import (
	"regexp"
	"strings"
	"time"
)

// Extensions of the file names of backups.
const (
	Extension          = ".tar.gz"
	EncryptedExtension = Extension + ".age"
)

// nameTimeLayout is the layout of the time in a file name, for time.Format.
const nameTimeLayout = "20060102T150405Z"

var namePattern = regexp.MustCompile(`^colloquy-(\d{8}T\d{6}Z)\.tar\.gz(\.age)?$`)

// TimeText returns a time in the form that file names contain, in UTC.
func TimeText(at time.Time) string { return at.UTC().Format(nameTimeLayout) }

// FileName returns the file name of a backup. at is the time of the backup.
func FileName(at time.Time, key Key) string {
	name := "colloquy-" + TimeText(at) + Extension
	if key.Encrypts() {
		name = strings.TrimSuffix(name, Extension) + EncryptedExtension
	}
	return name
}

// TimeInName returns the time in a name that FileName has made. It reports false for other
// names.
func TimeInName(name string) (at time.Time, ok bool) {
	found := namePattern.FindStringSubmatch(name)
	if found == nil {
		return at, false
	}
	at, err := time.Parse(nameTimeLayout, found[1])
	return at, err == nil
}
