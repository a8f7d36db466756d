package media

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// StoreRecording stores a recording for a user as a private file, and returns the name of the file.
// Without a call of KeepRecording the file is deleted after maxUnusedAge. extension is a key of
// mediaTypeByExtension.
func (s *Service) StoreRecording(ctx context.Context, userID, extension string, data []byte) (string, error) {
	f := file{
		name: privatePrefix + newFileName(extension), ownerID: userID, kind: recordingKind, size: int64(len(data)), createdAt: s.deps.Clock.Now(),
	}
	return f.name, s.storeRowAndFile(ctx, f, data)
}

// KeepRecording marks a stored recording as used, so that it is not deleted. tx is the transaction
// that stores the name of the recording. KeepRecording reports false if the recording is deleted,
// for example with its user.
func (s *Service) KeepRecording(ctx context.Context, tx storage.Querier, name string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE media_files SET used = TRUE
		WHERE name = $1 AND kind = $2 AND stored_at IS NOT NULL AND deleted_at IS NULL`, name, recordingKind)
	return n == 1, err
}

// DropRecordings marks recordings as deleted and enqueues jobs that delete the files. Rule
// voice-forgotten.
func (s *Service) DropRecordings(ctx context.Context, tx storage.Querier, names []string) error {
	placeholders, args := storage.InList([]any{core.Millis(s.deps.Clock.Now()), recordingKind}, names)
	_, err := tx.ExecContext(ctx, `UPDATE media_files SET used = FALSE, deleted_at = $1 WHERE kind = $2 AND name IN (`+placeholders+`)`, args...)
	if err != nil {
		return err
	}
	return s.enqueueDeletes(ctx, tx, names)
}
