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

// RevocationsFile is the name of the file of package audit in the data directory.
const RevocationsFile = "revocations.jsonl"

// restrictDataDir removes the permissions of other users from the data directory and its files. It
// returns a warning for each entry that it cannot change. If the directory contains foreign files,
// it returns a warning and leaves the mode of the directory.
func restrictDataDir(dir string) (warnings []string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return []string{fmt.Sprintf("The data folder %s cannot be listed (%v), so its permissions are not checked.", dir, err)}
	}
	hasForeignFile := false
	for _, e := range entries {
		switch {
		case !isExpectedEntryName(e.Name()):
			hasForeignFile = true
		case slices.Contains([]string{outboxDir, mediaDir, BackupsDir}, e.Name()):
			warnings = append(warnings, restrictModeOrWarn(filepath.Join(dir, e.Name()), privateDir)...)
		case e.Type().IsRegular():
			warnings = append(warnings, restrictModeOrWarn(filepath.Join(dir, e.Name()), privateFile)...)
		}
	}
	info, err := os.Stat(dir)
	if err == nil && info.Mode().Perm()&^privateDir == 0 {
		return warnings
	}
	if hasForeignFile {
		return append(warnings, fmt.Sprintf("The data folder %s is open to other users of this machine and holds other files too: give the program a folder of its own, or run chmod 700 on it.", dir))
	}
	return append(warnings, restrictModeOrWarn(dir, privateDir)...)
}

// isExpectedEntryName reports whether the program or the file system creates entries with this name.
func isExpectedEntryName(name string) bool {
	return strings.HasPrefix(name, SQLiteFile) || strings.HasPrefix(name, formerDataPrefix) ||
		slices.Contains([]string{lockFile, nodeNameFile, outboxDir, mediaDir, BackupsDir, stagingDir, replacingDir, RevocationsFile, versionFile, movedFile, "lost+found"}, name)
}

// restrictModeOrWarn removes all permissions that are not in mode. It returns a warning if it
// cannot. It ignores a file that does not exist.
func restrictModeOrWarn(path string, mode fs.FileMode) []string {
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

// createPrivateFile creates an empty file with the mode privateFile, unless it exists.
// SQLite gives its other files the mode of the database file.
func createPrivateFile(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, privateFile)
	if err != nil {
		return fmt.Errorf("storage: open: %w", err)
	}
	return f.Close()
}
