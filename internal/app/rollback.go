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

// NotLastUpgradeError reports that the newest copy is not from the last upgrade, which had no
// migration. A start of the version before the upgrade undoes it and loses nothing.
type NotLastUpgradeError struct{ Copy storage.OldCopy }

// Error implements error.
func (e *NotLastUpgradeError) Error() string {
	return "app: the last upgrade had no migration; the newest copy is of " + e.Copy.Time.Format(time.RFC3339)
}

var errPostgresRollback = errors.New("the database is PostgreSQL: restore the dump from before the migration")

// Rollback replaces the database of a service that does not run with the copy that was made
// before the last migration. What was revoked after the copy is revoked again. Pictures
// stay. It returns storage.ErrNoCopy if there is no such copy, storage.ErrPutBack if an
// earlier rollback used it, storage.ErrLocked while a server uses the data directory, and a
// *NotLastUpgradeError unless anyUpgrade is set. Rule operations-backup-rollback.
func Rollback(ctx context.Context, c config.Config, anyUpgrade bool) (from storage.OldCopy, out Restored, err error) {
	if c.DatabaseURL != "" {
		return from, out, errPostgresRollback
	}
	if from, err = storage.NewestCopy(c.DataDir); err != nil {
		return from, out, err
	}
	isLast, err := from.WasLastUpgrade(c.DataDir)
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
	if err := storage.CheckFile(ctx, path); err != nil {
		return from, out, err
	}
	db, err := storage.OpenCopy(ctx, path)
	if err != nil {
		return from, out, err
	}
	if out, err = replaceData(ctx, c, r, db, origin{from.Time, from.Version, ""}); err != nil {
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
