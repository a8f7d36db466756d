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
	isUsed    bool // whether a profile or a recorded reply refers to the file
	createdAt time.Time
}

func (store) insertFile(ctx context.Context, tx storage.Querier, f file) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO media_files (name, owner_id, kind, size, created_at) VALUES ($1, $2, $3, $4, $5)`,
		f.name, f.ownerID, f.kind, f.size, core.Millis(f.createdAt))
	return err
}

// markStored records that a file is completely stored. It reports false if the row is marked
// as deleted.
func (store) markStored(ctx context.Context, tx storage.Querier, name string, now time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE media_files SET stored_at = $2 WHERE name = $1 AND deleted_at IS NULL`, name, core.Millis(now))
	return n == 1, err
}

// markUsed records that the user's profile shows a file. It reports false if another user uploaded
// the file, or if the file does not exist or is marked as deleted. Rule media-avatar.
func (store) markUsed(ctx context.Context, tx storage.Querier, userID, name string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE media_files SET used = TRUE
		WHERE name = $1 AND owner_id = $2 AND kind = $3 AND stored_at IS NOT NULL AND deleted_at IS NULL`, name, userID, ProfileKind)
	return n == 1, err
}

// markOtherPicturesDeleted marks the used pictures of a user as deleted, but not the picture whose
// name is `keep`. The result has the names of the marked pictures.
func (store) markOtherPicturesDeleted(ctx context.Context, tx storage.Querier, userID, keep string, now time.Time) ([]string, error) {
	return storage.QueryAll(ctx, tx, scanName, `UPDATE media_files SET used = FALSE, deleted_at = $4
		WHERE owner_id = $1 AND kind = $2 AND name <> $3 AND used RETURNING name`, userID, ProfileKind, keep, core.Millis(now))
}

// markUnusedFilesDeleted marks unused files as deleted if they were created earlier than the time
// in before. Rule media-unused.
func (store) markUnusedFilesDeleted(ctx context.Context, tx storage.Querier, before, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE media_files SET deleted_at = $2 WHERE NOT used AND deleted_at IS NULL AND created_at < $1`,
		core.Millis(before), core.Millis(now))
	return err
}

func (store) markFilesOfUserDeleted(ctx context.Context, tx storage.Querier, userID string, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE media_files SET used = FALSE, deleted_at = $2 WHERE owner_id = $1 AND deleted_at IS NULL`,
		userID, core.Millis(now))
	return err
}

// deletedFileNames returns at most limit names of files that are marked as deleted. The files belong to
// one user, or to all users if userID is empty.
func (s store) deletedFileNames(ctx context.Context, userID string, limit int) ([]string, error) {
	return storage.QueryAll(ctx, s.db.Reader(), scanName, `SELECT name FROM media_files
		WHERE deleted_at IS NOT NULL AND ($1 = '' OR owner_id = $1) ORDER BY deleted_at, name LIMIT $2`, userID, limit)
}

func scanName(r storage.Row) (name string, err error) { return name, r.Scan(&name) }

func (store) deleteFileRow(ctx context.Context, tx storage.Querier, name string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM media_files WHERE name = $1 AND deleted_at IS NOT NULL`, name)
	return err
}

func (s store) rowExists(ctx context.Context, name string) (exists bool, err error) {
	row := s.db.Reader().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM media_files WHERE name = $1)`, name)
	return exists, row.Scan(&exists)
}

func (s store) countFiles(ctx context.Context) (files, bytes int64, err error) {
	row := s.db.Reader().QueryRowContext(ctx, `SELECT COUNT(*), CAST(COALESCE(SUM(size), 0) AS BIGINT) FROM media_files`)
	return files, bytes, row.Scan(&files, &bytes)
}

// filesOf returns the stored files of a user that are not marked as deleted, the oldest first.
func (s store) filesOf(ctx context.Context, userID string) ([]file, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (file, error) {
		f := file{ownerID: userID}
		var created int64
		err := r.Scan(&f.name, &f.kind, &f.size, &f.isUsed, &created)
		f.createdAt = core.FromMillis(created)
		return f, err
	}, `SELECT name, kind, size, used, created_at FROM media_files
		WHERE owner_id = $1 AND stored_at IS NOT NULL AND deleted_at IS NULL ORDER BY created_at, name`, userID)
}
