package storage

import (
	"context"
	"errors"
)

// OpenForMove locks a data directory and opens its SQLite database. It creates and migrates
// nothing. It returns the errors of OpenWithoutLock, and ErrLocked if another process, such as a
// server, uses the directory. Rule operations-move-database.
func OpenForMove(ctx context.Context, dir string) (*DB, error) {
	if err := checkDatabaseExists(dir); err != nil {
		return nil, err
	}
	lockedDir, err := openDataDir(dir)
	if err != nil {
		return nil, err
	}
	db, err := openEngine(ctx, Options{DataDir: dir})
	if err != nil {
		lockedDir.close()
		return nil, err
	}
	db.dir = lockedDir
	if err := db.checkVersion(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// MigratePostgres migrates a PostgreSQL database, without a data directory. It returns ErrNewerDatabase
// if a newer binary has migrated the database.
func MigratePostgres(ctx context.Context, url string) error {
	db, err := openPostgres(ctx, url, defaultLockWait)
	if err != nil {
		return err
	}
	db.dir = &dataDir{}
	_, err = db.Migrate(ctx)
	return errors.Join(err, db.Close())
}
