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
	// uncopiedMigrationFile is a file that exists if no copy was made before the last migration.
	uncopiedMigrationFile = "migrated-without-copy"
	// maxMigrationCopies is how many of the copies that were made before migrations are kept (rule
	// operations-backup-migration).
	maxMigrationCopies = 3
	// unfinishedSuffix is the end of the name of a copy that is being written.
	unfinishedSuffix = ".unfinished"
)

// migrationCopyPattern matches the names of copies. Its submatches are the time, the schema, and
// the number that unusedName adds to further copies of the same second.
var migrationCopyPattern = regexp.MustCompile(`^before-migration-(\d{8}T\d{6}Z)-schema-(\d+)(?:-(\d+))?\.db$`)

// Errors of a rollback.
var (
	// ErrNoMigrationCopy reports that there is no copy of the database from before the last migration.
	ErrNoMigrationCopy = errors.New("storage: there is no copy of before the last migration")
	// ErrAlreadyPutBack reports that an earlier rollback used the newest copy.
	ErrAlreadyPutBack = errors.New("storage: this copy was put back before; putting it back again would lose what was written since")
)

// MigrationCopy is a copy of the database from before a migration.
type MigrationCopy struct {
	Path string `json:"-"`
	// ProgramVersion is the version of the program that used the database before the migration;
	// empty if it is not known.
	ProgramVersion string `json:"version"`
	// MigratedByVersion is the version of the program that migrated; empty if it is not known.
	MigratedByVersion string    `json:"migrated_by,omitempty"`
	SchemaVersion     int64     `json:"schema"` // schema version of the copy
	CopiedAt          time.Time `json:"created_at"`
	Size              int64     `json:"size"`   // bytes
	SHA256            string    `json:"sha256"` // hexadecimal
	// PutBackAt is when a rollback used the copy.
	PutBackAt time.Time `json:"put_back_at,omitzero"`
	// FollowedByVersion is the version of the program that used the database after MigratedByVersion; empty if
	// none did. It stays when an operator goes back to MigratedByVersion.
	FollowedByVersion string `json:"followed_by,omitempty"`
}

// MigrateWithCopy is Migrate with a copy: it first copies a SQLite database that needs a migration.
// If the disk has too little room for a copy, it migrates without one and returns a warning. It
// records programVersion, the version of this program, in the data directory. A failure to record
// it is also a warning. Rule operations-backup-migration.
func (db *DB) MigrateWithCopy(ctx context.Context, programVersion string, now time.Time) (steps int, warnings []string, err error) {
	warning, err := db.copyBeforeMigration(ctx, programVersion, now)
	if err != nil {
		return 0, nil, err
	}
	if warning != "" {
		warnings = append(warnings, warning)
	}
	if steps, err = db.Migrate(ctx); err != nil {
		return steps, warnings, err
	}
	if err := db.writeProgramVersion(programVersion); err != nil {
		warnings = append(warnings, "The version of the program cannot be recorded in the data directory: "+err.Error())
	}
	return steps, warnings, nil
}

func (db *DB) copyBeforeMigration(ctx context.Context, programVersion string, now time.Time) (warning string, err error) {
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
	if name, err = unusedName(dir, name, ".db"); err != nil {
		return "", fmt.Errorf("storage: copy: %w", err)
	}
	path := filepath.Join(dir, name)
	err = db.CopyTo(ctx, path+unfinishedSuffix)
	if errors.Is(err, ErrNoRoom) {
		if err := writeSyncedFile(filepath.Join(dir, uncopiedMigrationFile), ""); err != nil {
			return "", fmt.Errorf("storage: copy: %w", err)
		}
		return "The database is migrated without a copy, so colloquy rollback cannot undo it: " + err.Error(), nil
	}
	if err == nil {
		err = db.describeCopy(path, MigrationCopy{MigratedByVersion: programVersion, SchemaVersion: current, CopiedAt: now.UTC()})
	}
	if err == nil {
		err = os.Rename(path+unfinishedSuffix, path)
	}
	if err == nil {
		err = removeIfExists(filepath.Join(dir, uncopiedMigrationFile))
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
func (db *DB) describeCopy(path string, c MigrationCopy) (err error) {
	if c.ProgramVersion, err = readProgramVersion(db.dir.path); err != nil {
		return err
	}
	if c.Size, c.SHA256, err = sizeAndSHA256(path + unfinishedSuffix); err != nil {
		return err
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return writeSyncedFile(descriptionPath(path), string(text))
}

func descriptionPath(path string) string { return strings.TrimSuffix(path, ".db") + ".json" }

func sizeAndSHA256(path string) (size int64, sum string, err error) {
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

// deleteOldCopies deletes all copies except the newest maxMigrationCopies. It never deletes the new copy
// keptName. The clock may be wrong, so this name may have an old time.
func deleteOldCopies(dir, keptName string) error {
	names, err := migrationCopyNames(dir)
	for _, name := range names[min(maxMigrationCopies, len(names)):] {
		if name == keptName {
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

// migrationCopyNames returns the names of the copies, the newest first. It compares the schemas
// before the times, because the clock may have been wrong.
func migrationCopyNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var copies []copyName
	for _, e := range entries {
		if c, is := parseCopyName(e.Name()); is {
			copies = append(copies, c)
		}
	}
	slices.SortFunc(copies, func(a, b copyName) int {
		return cmp.Or(cmp.Compare(b.schemaVersion, a.schemaVersion), cmp.Compare(b.time, a.time), cmp.Compare(b.numberInSecond, a.numberInSecond))
	})
	var names []string
	for _, c := range copies {
		names = append(names, c.name)
	}
	return names, err
}

// copyName has the parts of the file name of a copy.
type copyName struct {
	name           string
	time           string // in UTC; sorts as text
	schemaVersion  int
	numberInSecond int // number among the copies of the same second; 0 for the first
}

func parseCopyName(name string) (c copyName, is bool) {
	parts := migrationCopyPattern.FindStringSubmatch(name)
	if parts == nil {
		return c, false
	}
	c.name, c.time = name, parts[1]
	c.schemaVersion, _ = strconv.Atoi(parts[2])
	c.numberInSecond, _ = strconv.Atoi(parts[3])
	return c, true
}

// NewestCopy returns the copy from before the last migration in the data directory dir, and checks
// its checksum. Errors:
//   - ErrNoMigrationCopy: the last migration made no copy.
//   - ErrAlreadyPutBack: MarkPutBack was called for the copy.
//   - ErrDamaged: the copy was altered.
//
// Rule operations-backup-rollback.
func NewestCopy(dir string) (MigrationCopy, error) {
	dir = filepath.Join(dir, BackupsDir)
	names, err := migrationCopyNames(dir)
	if err != nil {
		return MigrationCopy{}, err
	}
	if _, err := os.Lstat(filepath.Join(dir, uncopiedMigrationFile)); err == nil || len(names) == 0 {
		return MigrationCopy{}, ErrNoMigrationCopy
	}
	c := MigrationCopy{Path: filepath.Join(dir, names[0])}
	text, err := os.ReadFile(descriptionPath(c.Path))
	if err == nil {
		err = json.Unmarshal(text, &c)
	}
	if err != nil {
		return c, fmt.Errorf("%w: %s cannot be read: %w", ErrDamaged, descriptionPath(c.Path), err)
	}
	if !c.PutBackAt.IsZero() {
		return c, fmt.Errorf("%w: %s at %s", ErrAlreadyPutBack, c.Path, c.PutBackAt.Format(time.RFC3339))
	}
	size, sum, err := sizeAndSHA256(c.Path)
	if err == nil && (size != c.Size || sum != c.SHA256) {
		err = fmt.Errorf("%w: %s", ErrDamaged, c.Path)
	}
	return c, err
}

// IsFromLastUpgrade reports whether the last upgrade of the program in the data directory dir made
// the copy. It returns false if another version of the program has used the directory since the
// migration. It returns true if it is unknown which version migrated.
// Rule operations-backup-rollback.
func (c MigrationCopy) IsFromLastUpgrade(dir string) (bool, error) {
	if c.FollowedByVersion != "" {
		return false, nil
	}
	now, err := readProgramVersion(dir)
	// After a failed migration, the version file in dir still has c.ProgramVersion, the version
	// from before the migration.
	return c.MigratedByVersion == "" || now == c.MigratedByVersion || now == c.ProgramVersion, err
}

// MarkPutBack records that a rollback has used a copy.
func MarkPutBack(c MigrationCopy, at time.Time) error {
	c.PutBackAt = at.UTC().Truncate(time.Second)
	return c.replaceDescription()
}

func (c MigrationCopy) replaceDescription() error {
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return replaceSyncedFile(descriptionPath(c.Path), string(text))
}

// recordFollowingVersion sets FollowedByVersion of the newest copy to the argument `version`. It does
// nothing if FollowedByVersion is set already, or if MigratedByVersion of the copy differs from the argument
// `former`.
func recordFollowingVersion(dir, former, version string) error {
	c, err := NewestCopy(dir)
	if errors.Is(err, ErrNoMigrationCopy) || errors.Is(err, ErrAlreadyPutBack) {
		return nil
	}
	if err != nil || former == "" || c.MigratedByVersion != former || c.FollowedByVersion != "" {
		return err
	}
	c.FollowedByVersion = version
	return c.replaceDescription()
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
	if err := recordFollowingVersion(db.dir.path, former, version); err != nil {
		return err
	}
	return writeSyncedFile(filepath.Join(db.dir.path, versionFile), version)
}
