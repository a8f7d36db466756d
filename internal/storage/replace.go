package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A replacement is prepared in the folder stagingDir. It becomes final when this folder is renamed
// to replacingDir. From then on each process that opens the data directory first completes the
// replacement. The file formerDataNameFile has the name of the folder for the former data.
const (
	stagingDir         = "restoring"
	replacingDir       = "replacing"
	formerDataNameFile = "aside"
	formerDataPrefix   = "replaced-"
)

var formerDataNamePattern = regexp.MustCompile(`^` + formerDataPrefix + `[A-Za-z0-9-]{1,40}$`)

// Replacement is a locked data directory whose database will be replaced. Its media are
// replaced too if StagedDir contains media.
type Replacement struct {
	dir       *dataDir
	stagedDir string
}

// BeginReplacement locks a data directory, and creates it if it does not exist. It returns
// ErrLocked while a process uses the directory.
func BeginReplacement(dir string) (*Replacement, error) {
	d, err := openDataDir(dir)
	if err != nil {
		return nil, err
	}
	r := &Replacement{d, filepath.Join(d.path, stagingDir)}
	err = os.RemoveAll(r.stagedDir) // a killed process may have left this folder
	if err == nil {
		err = os.Mkdir(r.stagedDir, privateDir)
	}
	if err != nil {
		d.close()
		return nil, fmt.Errorf("storage: replace: %w", err)
	}
	return r, nil
}

// StagedDir returns the folder for the new data: the file SQLiteFile, and the folder media if
// the media are replaced too. The caller must sync them before Commit.
func (r *Replacement) StagedDir() string { return r.stagedDir }

// DatabasePath returns the path of the database file to replace, which may not exist.
func (r *Replacement) DatabasePath() string { return filepath.Join(r.dir.path, SQLiteFile) }

// DataDir returns the path of the data directory.
func (r *Replacement) DataDir() string { return r.dir.path }

// Commit puts the new data in place, moves the former data to a new folder and returns this folder.
// The folder's name contains label. programVersion is the version of the program that used the new
// data; "": unknown. If the process dies in Commit, the next process finds the former data or
// completes the replacement. Rule operations-backup-restore.
func (r *Replacement) Commit(label, programVersion string) (formerDataDir string, err error) {
	if err := r.checkMedia(); err != nil {
		return "", err
	}
	name, err := unusedName(r.dir.path, formerDataPrefix+label, "")
	if err == nil {
		err = writeSyncedFile(filepath.Join(r.stagedDir, versionFile), programVersion)
	}
	if err == nil {
		err = writeSyncedFile(filepath.Join(r.stagedDir, formerDataNameFile), name)
	}
	if err != nil {
		return "", fmt.Errorf("storage: replace: %w", err)
	}
	if err := os.Rename(r.stagedDir, filepath.Join(r.dir.path, replacingDir)); err != nil {
		return "", fmt.Errorf("storage: replace: %w", err)
	}
	if err := syncDir(r.dir.path); err != nil {
		return "", fmt.Errorf("storage: replace: %w", err)
	}
	return filepath.Join(r.dir.path, name), completeReplacement(r.dir.path)
}

// checkMedia returns an error if the folder media cannot be replaced.
func (r *Replacement) checkMedia() error {
	mediaPath := filepath.Join(r.dir.path, mediaDir)
	_, err := os.Lstat(filepath.Join(r.stagedDir, mediaDir))
	if errors.Is(err, fs.ErrNotExist) || !isMountPoint(mediaPath) {
		return nil
	}
	return fmt.Errorf("storage: replace: %s is a mount of its own, which cannot be replaced: unmount it, restore, and move the new folder to that disk", mediaPath)
}

// Close deletes the new data if they are not committed, and unlocks the directory.
func (r *Replacement) Close() error {
	err := os.RemoveAll(r.stagedDir)
	r.dir.close()
	return err
}

// unusedName returns name+extension if dir has no entry with this name, with or without a number.
// Otherwise it adds a number, as in name-2. The number is above those of all such entries, so the
// numbers show the order of creation.
func unusedName(dir, name, extension string) (string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	largestNameNumber := 0
	for _, e := range entries {
		rest, hasName := strings.CutPrefix(e.Name(), name)
		number, hasExtension := strings.CutSuffix(rest, extension)
		if !hasName || !hasExtension {
			continue
		}
		if number == "" {
			largestNameNumber = max(largestNameNumber, 1)
		} else if n, err := strconv.Atoi(strings.TrimPrefix(number, "-")); err == nil && number[0] == '-' {
			largestNameNumber = max(largestNameNumber, n)
		}
	}
	if largestNameNumber == 0 {
		return name + extension, nil
	}
	return fmt.Sprintf("%s-%d%s", name, largestNameNumber+1, extension), nil
}

// completeReplacement completes the replacement in the folder replacingDir; without this folder it
// does nothing. It can be repeated after an interruption at any step. While replacingDir has a new
// file, the file of this name in dir is the former one.
func completeReplacement(dir string) error {
	from := filepath.Join(dir, replacingDir)
	text, err := os.ReadFile(filepath.Join(from, formerDataNameFile))
	if errors.Is(err, fs.ErrNotExist) {
		return os.RemoveAll(from) // there is no replacement, or only its folder is left to remove
	}
	if err != nil {
		return fmt.Errorf("storage: replace: %w", err)
	}
	name := strings.TrimSpace(string(text))
	if !formerDataNamePattern.MatchString(name) {
		return fmt.Errorf("storage: replace: %s has no valid name", filepath.Join(from, formerDataNameFile))
	}
	formerDataDir := filepath.Join(dir, name)
	if err := os.MkdirAll(formerDataDir, privateDir); err != nil {
		return fmt.Errorf("storage: replace: %w", err)
	}
	// The write-ahead log is moved before its database. If it stayed, SQLite would apply it to
	// the new database.
	err = swapIn(dir, from, formerDataDir, SQLiteFile, SQLiteFile+"-wal", SQLiteFile+"-shm", SQLiteFile)
	if err == nil {
		err = swapIn(dir, from, formerDataDir, mediaDir, mediaDir)
	}
	if err == nil {
		err = swapIn(dir, from, formerDataDir, versionFile, versionFile)
	}
	if err == nil {
		err = syncDir(dir)
	}
	if err != nil {
		return fmt.Errorf("storage: replace: %w", err)
	}
	if err := os.Remove(filepath.Join(from, formerDataNameFile)); err != nil {
		return fmt.Errorf("storage: replace: %w", err)
	}
	return os.RemoveAll(from)
}

// swapIn replaces entries of dir by a new entry. It moves the entries formerNames from dir to
// formerDataDir, and then the new entry to dir. The parameters from and name are the folder and the name
// of the new entry. If the new entry is missing, an earlier call has moved it, and swapIn does
// nothing.
func swapIn(dir, from, formerDataDir, name string, formerNames ...string) error {
	if _, err := os.Lstat(filepath.Join(from, name)); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	for _, f := range formerNames {
		err := os.Rename(filepath.Join(dir, f), filepath.Join(formerDataDir, f))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := errors.Join(syncDir(formerDataDir), syncDir(dir)); err != nil {
		return err
	}
	return os.Rename(filepath.Join(from, name), filepath.Join(dir, name))
}

// writeSyncedFile writes text and a line break to a file and makes the file durable.
func writeSyncedFile(path, text string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, privateFile)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text + "\n")
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close(), syncDir(filepath.Dir(path)))
}

// replaceSyncedFile replaces the text of a file. If the process dies meanwhile, the file has the
// former text or the new one.
func replaceSyncedFile(path, text string) error {
	if err := writeSyncedFile(path+unfinishedSuffix, text); err != nil {
		return err
	}
	if err := os.Rename(path+unfinishedSuffix, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// syncDir makes the names in a directory durable.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// ErrInterrupted reports that a restore was interrupted. The server completes the restore when
// it starts. Until then other commands must not open the data.
var ErrInterrupted = errors.New("storage: a restore was interrupted; start the server, which completes it")
