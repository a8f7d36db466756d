package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"syscall"
)

// ErrNoRoom reports that a disk has too little room for a copy.
var ErrNoRoom = errors.New("storage: the disk has too little room for a copy of the database")

// BackupsDir is the folder in the data directory with the copies of the database that the
// program makes by itself.
const BackupsDir = "backups"

// journalSuffix is the end of the name of the journal that SQLite keeps while it writes a
// copy.
const journalSuffix = "-journal"

// CopyTo writes a copy of a SQLite database to a new file, syncs the file and checks it. Reads and
// writes go on meanwhile. The copy contains all transactions from before the call. The error is
// ErrNoRoom if the disk has too little room, and ErrDamaged if the copy is damaged. After an error
// there is no new file. Rules operations-backup, operations-backup-migration.
func (db *DB) CopyTo(ctx context.Context, path string) (err error) {
	if db.engine != SQLite {
		return errors.New("storage: only SQLite is copied")
	}
	if err := db.checkSpaceForCopy(filepath.Dir(path)); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, privateFile)
	if err != nil {
		return fmt.Errorf("storage: copy: %w", err)
	}
	defer f.Close()
	defer func() {
		if err != nil {
			_ = os.Remove(path) // an incomplete copy is useless
			_ = os.Remove(path + journalSuffix)
		}
	}()
	// A process that was killed may have left a journal, which SQLite would apply to the new
	// copy.
	if err := os.Remove(path + journalSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("storage: copy: %w", err)
	}
	if err := db.vacuumInto(ctx, path); err != nil {
		return fmt.Errorf("storage: copy: %w", err)
	}
	if err := f.Sync(); err != nil {
		return fmt.Errorf("storage: copy: %w", err)
	}
	return CheckDatabaseFile(ctx, path)
}

// vacuumInto copies the database over a separate connection. Otherwise the copy would occupy a
// connection of a pool, for which queries would wait.
func (db *DB) vacuumInto(ctx context.Context, path string) error {
	pool, err := sql.Open("sqlite", sqliteDSN(filepath.Join(db.dir.path, SQLiteFile), "deferred", false))
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, `VACUUM INTO $1`, path)
	return errors.Join(err, pool.Close())
}

// checkSpaceForCopy returns ErrNoRoom unless CheckDiskSpace finds room for a copy in folder.
func (db *DB) checkSpaceForCopy(folder string) error {
	var size int64
	for _, suffix := range []string{"", "-wal"} {
		info, err := os.Stat(filepath.Join(db.dir.path, SQLiteFile+suffix))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("storage: copy: %w", err)
		}
		size += info.Size()
	}
	return CheckDiskSpace(folder, size)
}

// CheckDiskSpace returns ErrNoRoom if the disk of folder is too full for a file of size bytes. It keeps
// minFreeBytes free for the database.
func CheckDiskSpace(folder string, size int64) error {
	neededBytes := minFreeBytes + uint64(size)
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return fmt.Errorf("storage: copy: %w", err)
	}
	if free := disk.Bavail * uint64(disk.Bsize); free < neededBytes {
		return fmt.Errorf("%w: %d bytes are free in %s, %d are needed", ErrNoRoom, free, folder, neededBytes)
	}
	return nil
}

// CheckDatabaseFile returns ErrDamaged unless a file is an intact SQLite database. It reads the whole
// file. Rule operations-backup-verify.
func CheckDatabaseFile(ctx context.Context, path string) error {
	pool, err := sql.Open("sqlite", fileURI(path, url.Values{"mode": {"ro"}, "immutable": {"1"}}))
	if err != nil {
		return err
	}
	var result string
	err = pool.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&result)
	if err := errors.Join(err, pool.Close()); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if result != "ok" {
		return ErrDamaged // the error must not quote result, which can contain a part of a row
	}
	return nil
}

// OpenCopy opens a SQLite database file that no other process uses, such as a backup. The file may
// have an older schema than the program. If its schema is newer, the error is ErrNewerDatabase.
// Close moves the write-ahead log into the file.
func OpenCopy(ctx context.Context, path string) (*DB, error) {
	db := &DB{engine: SQLite, busyTimer: busyTimer{timeout: defaultBusyWait}, dir: &dataDir{path: filepath.Dir(path)}}
	if err := db.openPools(ctx, path); err != nil {
		return nil, err
	}
	current, newest, err := db.SchemaVersion(ctx)
	if err == nil && current > newest {
		err = newerSchemaError(current, newest)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
