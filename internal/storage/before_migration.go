package storage

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// versionFile has the version of the program that last used the data directory.
	versionFile = "version"
	// uncopiedFile exists if the last migration had no copy.
	uncopiedFile = "migrated-without-copy"
	// keptCopies is the number of copies of before migrations that are kept.
	keptCopies = 3
	// unfinishedSuffix is the end of the name of a copy that is being written.
	unfinishedSuffix = ".unfinished"
)

// oldCopyNamePattern matches the names of old copies: time, schema, and the number that
// freeName adds to further copies of the same second.
var oldCopyNamePattern = regexp.MustCompile(`^before-migration-(\d{8}T\d{6}Z)-schema-(\d+)(?:-(\d+))?\.db$`)

// Errors of a rollback.
var (
	// ErrNoCopy reports that there is no copy of the database from before the last migration.
	ErrNoCopy = errors.New("storage: there is no copy of before the last migration")
	// ErrPutBack reports that an earlier rollback used the newest copy.
	ErrPutBack = errors.New("storage: this copy was put back before; putting it back again would lose what was written since")
)

// OldCopy is a copy of the database from before a migration.
type OldCopy struct {
	Path string `json:"-"`
	// Version is the version of the program that used the database before the migration;
	// empty if it is not known.
	Version string `json:"version"`
	// MigratedBy is the version of the program that migrated; empty if it is not known.
	MigratedBy string    `json:"migrated_by,omitempty"`
	Schema     int64     `json:"schema"` // schema version of the copy
	Time       time.Time `json:"created_at"`
	Size       int64     `json:"size"`   // bytes
	SHA256     string    `json:"sha256"` // hexadecimal
	// PutBack is when a rollback used the copy.
	PutBack time.Time `json:"put_back_at,omitzero"`
}

// MigrateWithCopy is like Migrate, but first copies a SQLite database that is not up to date.
// If the disk has too little room for a copy, it migrates without one and returns a warning.
// version is the version of the program. MigrateWithCopy records it in the data directory, and
// returns a warning if that fails. Rule operations-backup-migration.
func (db *DB) MigrateWithCopy(ctx context.Context, version string, now time.Time) (steps int, warnings []string, err error) {
	warning, err := db.copyBeforeMigration(ctx, version, now)
	if err != nil {
		return 0, nil, err
	}
	if warning != "" {
		warnings = append(warnings, warning)
	}
	if steps, err = db.Migrate(ctx); err != nil {
		return steps, warnings, err
	}
	if err := db.writeProgramVersion(version); err != nil {
		warnings = append(warnings, "The version of the program cannot be recorded in the data directory: "+err.Error())
	}
	return steps, warnings, nil
}

func (db *DB) copyBeforeMigration(ctx context.Context, version string, now time.Time) (warning string, err error) {
	if db.engine != SQLite {
		return "", nil
	}
	current, newest, err := db.SchemaVersion(ctx)
	if err != nil || current == 0 || current >= newest {
		return "", err
	}
	dir := filepath.Join(db.dir.path, BackupsDir)
	if err := os.MkdirAll(dir, privateDir); err != nil {
		return "", fmt.Errorf("storage: copy: %w", err)
	}
	if err := deleteUnfinishedCopies(dir); err != nil {
		return "", fmt.Errorf("storage: copy: %w", err)
	}
	name := fmt.Sprintf("before-migration-%s-schema-%d", now.UTC().Format("20060102T150405Z"), current)
	if name, err = freeName(dir, name, ".db"); err != nil {
		return "", fmt.Errorf("storage: copy: %w", err)
	}
	path := filepath.Join(dir, name)
	err = db.CopyTo(ctx, path+unfinishedSuffix)
	if errors.Is(err, ErrNoRoom) {
		if err := writeSyncedFile(filepath.Join(dir, uncopiedFile), ""); err != nil {
			return "", fmt.Errorf("storage: copy: %w", err)
		}
		return "The database is migrated without a copy, so colloquy rollback cannot undo it: " + err.Error(), nil
	}
	if err == nil {
		err = db.describeCopy(path, OldCopy{MigratedBy: version, Schema: current, Time: now.UTC()})
	}
	if err == nil {
		err = os.Rename(path+unfinishedSuffix, path)
	}
	if err == nil {
		err = removeIfExists(filepath.Join(dir, uncopiedFile))
	}
	if err == nil {
		err = syncDir(dir)
	}
	if err != nil {
		return "", fmt.Errorf("storage: copy before the migration: %w", err)
	}
	return "", deleteOldCopies(dir, filepath.Base(path))
}

// describeCopy adds the version, size and checksum of a copy to c, and writes c as JSON to
// the file descriptionPath.
func (db *DB) describeCopy(path string, c OldCopy) (err error) {
	if c.Version, err = readProgramVersion(db.dir.path); err != nil {
		return err
	}
	if c.Size, c.SHA256, err = sizeAndSum(path + unfinishedSuffix); err != nil {
		return err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return writeSyncedFile(descriptionPath(path), string(text))
}

func descriptionPath(path string) string { return strings.TrimSuffix(path, ".db") + ".json" }

func sizeAndSum(path string) (size int64, sum string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	hash := sha256.New()
	size, err = io.Copy(hash, f)
	return size, hex.EncodeToString(hash.Sum(nil)), err
}

// deleteUnfinishedCopies deletes the copies that a killed process has not finished.
func deleteUnfinishedCopies(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "before-migration-") && strings.Contains(e.Name(), unfinishedSuffix) {
			err = errors.Join(err, os.Remove(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

// deleteOldCopies deletes all copies but the newest keptCopies. It never deletes the copy
// with the name made, which a wrong clock may have given an old time.
func deleteOldCopies(dir, made string) error {
	names, err := oldCopyNames(dir)
	for _, name := range names[min(keptCopies, len(names)):] {
		if name == made {
			continue
		}
		path := filepath.Join(dir, name)
		err = errors.Join(err, os.Remove(path))
		err = errors.Join(err, removeIfExists(descriptionPath(path)))
	}
	return err
}

func removeIfExists(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// oldCopyNames returns the names of the copies, the newest first. It compares the schemas
// before the times, because the clock may have been wrong.
func oldCopyNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var copies []nameOfCopy
	for _, e := range entries {
		if c, is := parseNameOfCopy(e.Name()); is {
			copies = append(copies, c)
		}
	}
	slices.SortFunc(copies, func(a, b nameOfCopy) int {
		return cmp.Or(cmp.Compare(b.schema, a.schema), cmp.Compare(b.time, a.time), cmp.Compare(b.number, a.number))
	})
	var names []string
	for _, c := range copies {
		names = append(names, c.name)
	}
	return names, err
}

// nameOfCopy has the parts of the file name of a copy.
type nameOfCopy struct {
	name   string
	time   string // in UTC; sorts as text
	schema int
	number int // among the copies of one second; 0 for the first
}

func parseNameOfCopy(name string) (c nameOfCopy, is bool) {
	parts := oldCopyNamePattern.FindStringSubmatch(name)
	if parts == nil {
		return c, false
	}
	c.name, c.time = name, parts[1]
	c.schema, _ = strconv.Atoi(parts[2])
	c.number, _ = strconv.Atoi(parts[3])
	return c, true
}

// NewestCopy returns the copy in the data directory dir from before the last migration, and
// checks its checksum. It returns ErrNoCopy if the last migration had no copy, ErrPutBack if
// MarkPutBack was called for the copy, and ErrDamaged if the copy was altered.
func NewestCopy(dir string) (OldCopy, error) {
	dir = filepath.Join(dir, BackupsDir)
	names, err := oldCopyNames(dir)
	if err != nil {
		return OldCopy{}, err
	}
	if _, err := os.Lstat(filepath.Join(dir, uncopiedFile)); err == nil || len(names) == 0 {
		return OldCopy{}, ErrNoCopy
	}
	c := OldCopy{Path: filepath.Join(dir, names[0])}
	text, err := os.ReadFile(descriptionPath(c.Path))
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		return c, fmt.Errorf("%w: %s cannot be read: %w", ErrDamaged, descriptionPath(c.Path), err)
	}
	if !c.PutBack.IsZero() {
		return c, fmt.Errorf("%w: %s at %s", ErrPutBack, c.Path, c.PutBack.Format(time.RFC3339))
	}
	size, sum, err := sizeAndSum(c.Path)
	if err == nil && (size != c.Size || sum != c.SHA256) {
		err = fmt.Errorf("%w: %s", ErrDamaged, c.Path)
	}
	return c, err
}

// WasLastUpgrade reports whether the copy was made by the last upgrade of the program that uses
// the data directory dir. It is false if a later version has used the directory without a
// migration, and true if the versions are not known.
func (c OldCopy) WasLastUpgrade(dir string) (bool, error) {
	now, err := readProgramVersion(dir)
	// The version is still the former one if the migration failed.
	return c.MigratedBy == "" || now == c.MigratedBy || now == c.Version, err
}

// MarkPutBack records that a rollback has used a copy.
func MarkPutBack(c OldCopy, at time.Time) error {
	c.PutBack = at.UTC().Truncate(time.Second)
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return replaceSynced(descriptionPath(c.Path), string(text))
}

// readProgramVersion returns the version of the program that last used a data directory, or "".
func readProgramVersion(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, versionFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(text)), err
}

func (db *DB) writeProgramVersion(version string) error {
	former, err := readProgramVersion(db.dir.path)
	if err != nil || former == version {
		return err
	}
	return writeSyncedFile(filepath.Join(db.dir.path, versionFile), version)
}
