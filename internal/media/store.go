package media

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct{ db *storage.DB }

// file is a row of media_files.
type file struct {
	name      string
	ownerID   string
	kind      string
	size      int64
	used      bool
	createdAt time.Time
}

func (store) insert(ctx context.Context, tx storage.Querier, f file) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO media_files (name, owner_id, kind, size, created_at) VALUES ($1, $2, $3, $4, $5)`,
		f.name, f.ownerID, f.kind, f.size, core.Millis(f.createdAt))
	return err
}

// markStored records that a file is whole. It reports false if the row was deleted.
func (store) markStored(ctx context.Context, tx storage.Querier, name string, now time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE media_files SET stored_at = $2 WHERE name = $1 AND deleted_at IS NULL`, name, core.Millis(now))
	return n == 1, err
}

// markUsed records that a profile shows a file. It reports false if the user has not
// uploaded the file, or it was deleted.
func (store) markUsed(ctx context.Context, tx storage.Querier, userID, name string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE media_files SET used = TRUE
		WHERE name = $1 AND owner_id = $2 AND kind = $3 AND stored_at IS NOT NULL AND deleted_at IS NULL`, name, userID, ProfileKind)
	return n == 1, err
}

// deleteOthers marks the used pictures of a user but one, and returns their names.
func (store) deleteOthers(ctx context.Context, tx storage.Querier, userID, keep string, now time.Time) ([]string, error) {
	return storage.All(ctx, tx, scanName, `UPDATE media_files SET used = FALSE, deleted_at = $4
		WHERE owner_id = $1 AND kind = $2 AND name <> $3 AND used RETURNING name`, userID, ProfileKind, keep, core.Millis(now))
}

func (store) markUnused(ctx context.Context, tx storage.Querier, before, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE media_files SET deleted_at = $2 WHERE NOT used AND deleted_at IS NULL AND created_at < $1`,
		core.Millis(before), core.Millis(now))
	return err
}

func (store) markOwned(ctx context.Context, tx storage.Querier, userID string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE media_files SET used = FALSE, deleted_at = $2 WHERE owner_id = $1 AND deleted_at IS NULL`,
		userID, core.Millis(now))
	return err
}

// markedNames returns names of deleted rows, of one user or, without an id, of all.
func (s store) markedNames(ctx context.Context, userID string, limit int) ([]string, error) {
	return storage.All(ctx, s.db.Reader(), scanName, `SELECT name FROM media_files
		WHERE deleted_at IS NOT NULL AND ($1 = '' OR owner_id = $1) ORDER BY deleted_at, name LIMIT $2`, userID, limit)
}

func scanName(r storage.Row) (name string, err error) { return name, r.Scan(&name) }

func (store) deleteRow(ctx context.Context, tx storage.Querier, name string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM media_files WHERE name = $1 AND deleted_at IS NOT NULL`, name)
	return err
}

func (s store) exists(ctx context.Context, name string) (exists bool, err error) {
	row := s.db.Reader().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM media_files WHERE name = $1)`, name)
	return exists, row.Scan(&exists)
}

func (s store) totals(ctx context.Context) (files, bytes int64, err error) {
	row := s.db.Reader().QueryRowContext(ctx, `SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM media_files`)
	return files, bytes, row.Scan(&files, &bytes)
}

// ofUser returns the files of a user, the oldest first.
func (s store) ofUser(ctx context.Context, userID string) ([]file, error) {
	return storage.All(ctx, s.db.Reader(), func(r storage.Row) (file, error) {
		f := file{ownerID: userID}
		var created int64
		err := r.Scan(&f.name, &f.kind, &f.size, &f.used, &created)
		f.createdAt = core.FromMillis(created)
		return f, err
	}, `SELECT name, kind, size, used, created_at FROM media_files
		WHERE owner_id = $1 AND stored_at IS NOT NULL AND deleted_at IS NULL ORDER BY created_at, name`, userID)
}
