package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/backup"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

var errPostgresRestore = errors.New("the database is PostgreSQL, which has its own tools: run pg_restore, and then mark the deleted accounts: see Backup of PostgreSQL in the operations guide")

// RestoreOptions are the choices of a restore.
type RestoreOptions struct {
	File string
	// RevocationsFile is the path of a saved file of revocations, which is used in addition to the
	// file in the data directory. It is empty if there is none.
	RevocationsFile string
}

// RestoreResult is the result of a restore or a rollback.
type RestoreResult struct {
	RevocationCounts
	// FormerDataDir is the folder with the former data.
	FormerDataDir string `json:"former_data"`
	// Warnings say which former data could not be read, and whether the pictures are not where
	// the service looks for them.
	Warnings []string `json:"warnings,omitempty"`
}

// Restore replaces the data of a stopped service with a backup. It first checks the whole backup,
// and keeps the former data. Revocations that are later than the backup are applied again. It
// returns storage.ErrLocked while a server uses the data directory. Rules
// operations-backup-restore, operations-backup-revocations.
func Restore(ctx context.Context, c config.Config, o RestoreOptions) (m backup.Manifest, out RestoreResult, err error) {
	if c.DatabaseURL != "" {
		return m, out, errPostgresRestore
	}
	key, err := backup.ParseKey(c.BackupKey.Reveal())
	if err != nil {
		return m, out, err
	}
	if _, err := os.Stat(o.File); err != nil {
		return m, out, err // returns early, because BeginReplacement would create the data directory
	}
	r, err := storage.BeginReplacement(c.DataDir)
	if err != nil {
		return m, out, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if m, err = stageBackup(ctx, r.StagedDir(), o.File, key); err != nil {
		return m, out, err
	}
	db, err := openBackupDatabase(ctx, filepath.Join(r.StagedDir(), storage.SQLiteFile), m)
	if err != nil {
		return m, out, err
	}
	out, err = replaceData(ctx, c, r, db, dataOrigin{m.CreatedAt, m.ProgramVersion, o.RevocationsFile})
	out.Warnings = append(out.Warnings, mediaWarnings(m, c)...)
	return m, out, err
}

// mediaWarnings returns a warning if the pictures of a backup are not where the service looks
// for them.
func mediaWarnings(m backup.Manifest, c config.Config) []string {
	isInBucket, usesBucket := m.MediaLocation == backup.MediaInBucket, c.MediaURL != ""
	switch {
	case isInBucket && !usesBucket:
		return []string{"The pictures of this backup are in a bucket, but COLLOQUY_MEDIA_URL is not set: uploaded pictures will be missing until it is."}
	case !isInBucket && usesBucket:
		return []string{"The pictures of this backup are now in the data directory, but COLLOQUY_MEDIA_URL is set: the service looks for them in the bucket. Copy the folder media there, or unset it."}
	}
	return nil
}

// stageBackup writes the files of a backup into a folder and syncs them.
func stageBackup(ctx context.Context, dir, file string, key backup.Key) (backup.Manifest, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return backup.Manifest{}, err
	}
	defer root.Close()
	if err := root.Mkdir(mediaFolder, 0o700); err != nil {
		return backup.Manifest{}, err
	}
	m, err := backup.Read(ctx, file, key, func(name string) (io.WriteCloser, error) {
		f, err := root.OpenFile(filepath.FromSlash(strings.Replace(name, backup.DatabaseEntry, storage.SQLiteFile, 1)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		return syncedFile{f}, err
	})
	if err != nil {
		return m, err
	}
	if m.MediaLocation == backup.MediaInBucket {
		// The backup has no pictures. Without a staged folder, the present folder of pictures stays.
		return m, root.Remove(mediaFolder)
	}
	return m, backup.SyncDir(filepath.Join(dir, mediaFolder))
}

// syncedFile is a file that is synced to the disk before it is closed.
type syncedFile struct{ *os.File }

// Close syncs and closes.
func (f syncedFile) Close() error { return errors.Join(f.Sync(), f.File.Close()) }

// dataOrigin describes the backup or copy that the staged data are from.
type dataOrigin struct {
	createdAt       time.Time
	version         string // version of the program that made the backup or copy; "" if it is not known
	revocationsFile string // saved file of revocations; "" for none
}

// replaceData applies revocations again in a staged database, closes the database and puts the
// staged data in place.
func replaceData(ctx context.Context, c config.Config, r *storage.Replacement, db *storage.DB, from dataOrigin) (out RestoreResult, err error) {
	list, warnings, err := collectRevocations(ctx, r, from.revocationsFile)
	if err == nil {
		out.RevocationCounts, err = revokeAgain(ctx, db, list, systemClock(c), backup.TimeText(from.createdAt))
	}
	out.Warnings = warnings
	path := filepath.Join(r.StagedDir(), storage.SQLiteFile)
	if err := errors.Join(err, db.Close()); err != nil {
		return out, err
	}
	if err := syncClosedDatabase(path); err != nil {
		return out, err
	}
	out.FormerDataDir, err = r.Commit(backup.TimeText(systemClock(c).Now()), from.version)
	return out, err
}

// syncClosedDatabase syncs a database file that was closed. It returns an error if the
// write-ahead log of the database is not empty, because then the database was not closed.
func syncClosedDatabase(path string) error {
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return fmt.Errorf("%s-wal is left: the database was not closed", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close(), backup.SyncDir(filepath.Dir(path)))
}

// collectRevocations merges the revocations of three sources: the file in the data directory, a
// saved file and the present database. A missing database is no error. For a damaged database it
// returns a warning.
func collectRevocations(ctx context.Context, r *storage.Replacement, savedFile string) (list []audit.Entry, warnings []string, err error) {
	fromDataDir, err := audit.ReadRevocations(filepath.Join(r.DataDir(), storage.RevocationsFile))
	if err != nil {
		return nil, nil, err
	}
	var fromSavedFile []audit.Entry
	if savedFile != "" {
		if _, err := os.Stat(savedFile); err != nil {
			return nil, nil, fmt.Errorf("the saved revocations cannot be read: %w", err)
		}
		if fromSavedFile, err = audit.ReadRevocations(savedFile); err != nil {
			return nil, nil, err
		}
	}
	fromDatabase, err := revocationsInDatabase(ctx, r.DatabasePath())
	if err != nil {
		warnings = append(warnings, fmt.Sprintf("The present database cannot be read (%v): revocations are taken from %s only.", err, storage.RevocationsFile))
	}
	return audit.MergeEntries(fromDataDir, fromSavedFile, fromDatabase), warnings, nil
}

func revocationsInDatabase(ctx context.Context, path string) ([]audit.Entry, error) {
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	db, err := storage.OpenCopy(ctx, path)
	if errors.Is(err, storage.ErrNewerDatabase) {
		// A newer version of the program wrote the database, so this version cannot read it. The
		// revocations of the database are also in storage.RevocationsFile in the data directory.
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list, err := audit.StoredRevocations(ctx, db)
	return list, errors.Join(err, db.Close())
}
