package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"colloquy/internal/backup"
	"colloquy/internal/backup/place"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/media/blob"
	"colloquy/internal/storage"
)

var (
	errPostgresBackup = errors.New("the database is PostgreSQL, which has its own tools: run pg_dump --format=custom --file=colloquy.dump with the address in COLLOQUY_DATABASE_URL, and then copy the pictures: see Backup of PostgreSQL in the operations guide")
	errBackupRuns     = errors.New("another backup of this data directory is being made: wait for its end")
)

const (
	backupLockFile = "lock"
	// databaseCopyFile is the name of the copy of the database that exists while a backup is
	// made.
	databaseCopyFile = ".copy.db"
	mediaFolder      = "media"
)

// backupMaker makes backups of a data directory, which another process may use at the same
// time.
type backupMaker struct {
	config  config.Config
	version string
	db      *storage.DB
	clock   core.Clock
}

// Backup makes a backup of the service, which may run meanwhile, and returns its path or address.
// It returns an error if the database is PostgreSQL. Rule operations-backup.
//
// target is one of these:
//   - an existing folder
//   - the name of the new file; it ends in .tar.gz, or with a key in .tar.gz.age
//   - empty: the place of scheduled backups
func Backup(ctx context.Context, c config.Config, version, target string) (path string, m backup.Manifest, err error) {
	if c.DatabaseURL != "" {
		return "", m, errPostgresBackup
	}
	to, name, err := backupTarget(c, target)
	if err != nil {
		return "", m, err
	}
	db, err := storage.OpenWithoutLock(ctx, storage.Options{DataDir: c.DataDir})
	if err != nil {
		return "", m, err
	}
	defer db.Close()
	return (&backupMaker{c, version, db, systemClock(c)}).makeBackup(ctx, to, name)
}

// makeBackup makes a backup in a place and returns its path or address. If name is empty, the file
// is named after the time. The error is errBackupRuns if another process makes a backup of the data
// directory.
func (b *backupMaker) makeBackup(ctx context.Context, to place.Place, name string) (path string, m backup.Manifest, err error) {
	key, err := backup.ParseKey(b.config.BackupKey.Reveal())
	if err != nil {
		return "", m, err
	}
	if err := os.MkdirAll(b.folder(), 0o700); err != nil {
		return "", m, fmt.Errorf("the backup cannot be made: %w", err)
	}
	lock, err := storage.LockFile(filepath.Join(b.folder(), backupLockFile))
	if errors.Is(err, storage.ErrLocked) {
		return "", m, errBackupRuns
	}
	if err != nil {
		return "", m, err
	}
	defer lock.Close()
	m = backup.Manifest{ProgramVersion: b.version, Engine: string(storage.SQLite), CreatedAt: b.clock.Now().UTC(), MediaLocation: backup.MediaInBackup}
	if b.config.MediaURL != "" {
		m.MediaLocation = backup.MediaInBucket
	}
	if m.SchemaVersion, _, err = b.db.SchemaVersion(ctx); err != nil {
		return "", m, err
	}
	name = cmp.Or(name, backup.FileName(m.CreatedAt, key))
	err = to.Store(ctx, name, func(path string) (err error) {
		m, err = b.writeBackup(ctx, path, key, m)
		return err
	})
	return to.Path(name), m, err
}

// folder returns the folder of the data directory for copies of the database and for
// backups before their upload.
func (b *backupMaker) folder() string { return filepath.Join(b.config.DataDir, storage.BackupsDir) }

// writeBackup writes a copy of the database and the media files to the backup file path. It leaves
// out media files that are deleted meanwhile; no media file ever changes. If the key can decrypt,
// writeBackup also reads the backup, and deletes an unreadable one.
func (b *backupMaker) writeBackup(ctx context.Context, path string, key backup.Key, m backup.Manifest) (backup.Manifest, error) {
	databaseFile := filepath.Join(b.folder(), databaseCopyFile)
	// A process that was killed may have left its copy.
	if err := os.Remove(databaseFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return m, err
	}
	if err := b.db.CopyTo(ctx, databaseFile); err != nil {
		return m, err
	}
	defer func() { _ = os.Remove(databaseFile) }() // if this fails, the next backup removes the copy
	addEntries := func(add func(backup.Entry) error) error {
		if err := addFile(add, backup.DatabaseEntry, databaseFile); err != nil || m.MediaLocation == backup.MediaInBucket {
			return err
		}
		return addMediaFiles(add, filepath.Join(b.config.DataDir, mediaFolder))
	}
	if filepath.Dir(path) == b.folder() {
		if err := checkRoomForBackup(b.folder(), addEntries); err != nil {
			return m, err
		}
	}
	m, err := backup.Write(ctx, path, key, m, addEntries)
	if err != nil || !key.Decrypts() {
		return m, err
	}
	// A backup that cannot be read back is useless and is deleted.
	_, err = backup.Read(ctx, path, key, func(string) (io.WriteCloser, error) { return discardedFile{io.Discard}, nil })
	if err != nil {
		return m, errors.Join(fmt.Errorf("the new backup cannot be read back: %w", err), os.Remove(path))
	}
	return m, nil
}

// checkRoomForBackup returns storage.ErrNoRoom if a backup in the data directory would leave
// the database too little room.
func checkRoomForBackup(folder string, addEntries func(add func(backup.Entry) error) error) error {
	var size int64
	err := addEntries(func(e backup.Entry) error {
		size += e.Size
		return nil
	})
	if err != nil {
		return err
	}
	return storage.CheckDiskSpace(folder, size)
}

// discardedFile is a file whose content is discarded.
type discardedFile struct{ io.Writer }

// Close does nothing.
func (discardedFile) Close() error { return nil }

func addMediaFiles(add func(backup.Entry) error, dir string) error {
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range list {
		if !e.Type().IsRegular() || !blob.IsValidName(e.Name()) {
			continue // a file that is still being written
		}
		err := addFile(add, backup.MediaFolder+e.Name(), filepath.Join(dir, e.Name()))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func addFile(add func(backup.Entry) error, name, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return add(backup.Entry{Path: name, Size: info.Size(), Open: func() (io.ReadCloser, error) { return os.Open(path) }})
}

// VerifyBackup reads all of a backup and checks its manifest, checksums and database. It
// needs room for the database in the folder of temporary files. Rule
// operations-backup-verify.
func VerifyBackup(ctx context.Context, path, keyText string) (m backup.Manifest, err error) {
	key, err := backup.ParseKey(keyText)
	if err != nil {
		return m, err
	}
	dir, err := os.MkdirTemp("", "colloquy-verify-")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(dir)
	databasePath := filepath.Join(dir, storage.SQLiteFile)
	m, err = backup.Read(ctx, path, key, func(name string) (io.WriteCloser, error) {
		if name != backup.DatabaseEntry {
			return discardedFile{io.Discard}, nil
		}
		return os.OpenFile(databasePath, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	})
	if err != nil {
		return m, err
	}
	db, err := openBackupDatabase(ctx, databasePath, m)
	if err != nil {
		return m, err
	}
	return m, db.Close()
}

// openBackupDatabase checks and opens the database file of a backup with the manifest m.
func openBackupDatabase(ctx context.Context, path string, m backup.Manifest) (*storage.DB, error) {
	if err := storage.CheckDatabaseFile(ctx, path); err != nil {
		return nil, fmt.Errorf("%w: %w", backup.ErrDamaged, err)
	}
	db, err := storage.OpenCopy(ctx, path)
	if errors.Is(err, storage.ErrNewerDatabase) {
		return nil, fmt.Errorf("the backup was made by version %s: install that version or a newer one, then run the command again: %w", m.ProgramVersion, err)
	}
	if err != nil {
		return nil, err
	}
	if schema, _, err := db.SchemaVersion(ctx); err != nil || schema != m.SchemaVersion {
		return nil, errors.Join(fmt.Errorf("%w: the database has version %d, the manifest says %d", backup.ErrDamaged, schema, m.SchemaVersion), err, db.Close())
	}
	return db, nil
}
