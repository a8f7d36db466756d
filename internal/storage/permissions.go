package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Modes of the data directory and its files, which hold password hashes and chats.
const (
	privateFile fs.FileMode = 0o600
	privateDir  fs.FileMode = 0o700
)

// Directories of the mailer and of media in the data directory.
const (
	outboxDir = "outbox"
	mediaDir  = "media"
)

// restrictAll removes the permissions of other users from the data directory and its
// files. It returns a warning for each file or directory that it cannot change, and for
// a directory with foreign files, which it does not change.
func restrictAll(dir string) (warnings []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return []string{fmt.Sprintf("The data folder %s cannot be listed (%v), so its permissions are not checked.", dir, err)}
	}
	hasForeign := false
	for _, e := range entries {
		switch {
		case !isOurs(e.Name()):
			hasForeign = true
		case e.Name() == outboxDir || e.Name() == mediaDir:
			warnings = append(warnings, restrict(filepath.Join(dir, e.Name()), privateDir)...)
		case e.Type().IsRegular():
			warnings = append(warnings, restrict(filepath.Join(dir, e.Name()), privateFile)...)
		}
	}
	info, err := os.Stat(dir)
	if err == nil && info.Mode().Perm()&^privateDir == 0 {
		return warnings
	}
	if hasForeign {
		return append(warnings, fmt.Sprintf("The data folder %s is open to other users of this machine and holds other files too: give the program a folder of its own, or run chmod 700 on it.", dir))
	}
	return append(warnings, restrict(dir, privateDir)...)
}

// isOurs reports whether the program or the file system creates entries with this name.
func isOurs(name string) bool {
	return strings.HasPrefix(name, SQLiteFile) || slices.Contains([]string{lockFile, nodeFile, outboxDir, mediaDir, "backups", "lost+found"}, name)
}

// restrict removes all permissions that are not in mode. It returns a warning if it
// cannot.
func restrict(path string, mode fs.FileMode) []string {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && info.Mode().Perm()&^mode == 0 {
		return nil
	}
	if err == nil {
		err = os.Chmod(path, mode)
	}
	if err != nil {
		return []string{fmt.Sprintf("%s is open to other users of this machine and its mode cannot be changed (%v): run chmod %o on it as its owner.", path, err, mode)}
	}
	return nil
}

// createPrivate creates an empty file with the mode privateFile, unless it exists.
// SQLite gives its other files the mode of the database file.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, privateFile)
	if err != nil {
		return fmt.Errorf("storage: open: %w", err)
	}
	return f.Close()
}
