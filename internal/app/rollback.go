package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// NotLastUpgradeError reports that the last upgrade had no migration, so Copy, the newest copy, is
// from an earlier upgrade. A rollback would lose the data written since Copy. To undo the last
// upgrade without loss, start the previous version of the program.
type NotLastUpgradeError struct{ Copy storage.MigrationCopy }

// Error implements error.
func (e *NotLastUpgradeError) Error() string {
	return "app: the last upgrade had no migration; the newest copy is of " + e.Copy.CopiedAt.Format(time.RFC3339)
}

var errPostgresRollback = errors.New("the database is PostgreSQL: restore the dump from before the migration")

// Rollback replaces the database of a stopped service with the copy from before the last migration.
// It applies the revocations that are later than the copy again. Pictures stay. If anyUpgrade is
// set, the copy may be from an earlier upgrade. Rule operations-backup-rollback.
//
// Errors:
//   - storage.ErrNoMigrationCopy: there is no copy
//   - storage.ErrAlreadyPutBack: an earlier rollback used the copy
//   - storage.ErrLocked: a server uses the data directory
//   - *NotLastUpgradeError: the copy is not from the last upgrade
func Rollback(ctx context.Context, c config.Config, anyUpgrade bool) (from storage.MigrationCopy, out RestoreResult, err error) {
	if c.DatabaseURL != "" {
		return from, out, errPostgresRollback
	}
	if from, err = storage.NewestCopy(c.DataDir); err != nil {
		return from, out, err
	}
	isLast, err := from.IsFromLastUpgrade(c.DataDir)
	if err != nil {
		return from, out, err
	}
	if !isLast && !anyUpgrade {
		return from, out, &NotLastUpgradeError{from}
	}
	r, err := storage.BeginReplacement(c.DataDir)
	if err != nil {
		return from, out, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	path := filepath.Join(r.StagedDir(), storage.SQLiteFile)
	if err := copyFile(from.Path, path); err != nil {
		return from, out, fmt.Errorf("the copy cannot be put back: %w", err)
	}
	if err := storage.CheckDatabaseFile(ctx, path); err != nil {
		return from, out, err
	}
	db, err := storage.OpenCopy(ctx, path)
	if err != nil {
		return from, out, err
	}
	if out, err = replaceData(ctx, c, r, db, dataOrigin{from.CopiedAt, from.ProgramVersion, ""}); err != nil {
		return from, out, err
	}
	return from, out, storage.MarkPutBack(from, systemClock(c).Now())
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, syncedFile{out}.Close())
}
