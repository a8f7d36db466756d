package voice

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/storage"
)

// RecordingEraser deletes recordings of messages. It is separate from Service because package
// chat needs it, and the Service needs package chat.
type RecordingEraser struct {
	store store
	files Files
}

// NewRecordingEraser returns a RecordingEraser for a database.
func NewRecordingEraser(db *storage.DB, files Files) RecordingEraser {
	return RecordingEraser{store{db: db}, files}
}

// ForgetMessages deletes the recordings of a user's messages. Call it in the transaction that
// deletes the messages. Until the transaction ends, no attempt for the user begins. Rule
// voice-forgotten.
func (r RecordingEraser) ForgetMessages(ctx context.Context, tx storage.Querier, userID string, ids []string) error {
	if err := r.store.lockUser(ctx, tx, userID); err != nil {
		return err
	}
	files, err := r.store.deleteRecordingsOfMessages(ctx, tx, ids)
	if err != nil {
		return err
	}
	files = slices.DeleteFunc(files, func(name string) bool { return name == "" })
	if len(files) == 0 {
		return nil
	}
	return r.files.DropRecordings(ctx, tx, files)
}

// Forget deletes the rows of a user. Package media deletes the files of the user.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	return s.store.forgetUser(ctx, tx, userID)
}

// Erase repeats Forget, to delete rows that other calls added while Forget ran.
func (s *Service) Erase(ctx context.Context, userID string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.Forget(ctx, tx, userID) })
}

const (
	// unfinishedAttemptLifetime is how long the row of an attempt without a recording is kept after the
	// end of its lease. Meanwhile waiting calls can read why the attempt failed.
	unfinishedAttemptLifetime = time.Hour
	cleanBatchSize            = 100
)

// deleteUnfinishedAttempts is the function of a job. It deletes attempts that failed or whose
// process died.
func (s *Service) deleteUnfinishedAttempts(ctx context.Context) error {
	for n := cleanBatchSize; n == cleanBatchSize; {
		list, err := s.store.unfinishedAttempts(ctx, s.deps.Clock.Now().Add(-unfinishedAttemptLifetime), cleanBatchSize)
		if err != nil {
			return err
		}
		for _, a := range list {
			err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.deleteAttempt(ctx, tx, a) })
			if err != nil {
				return err
			}
		}
		n = len(list)
	}
	return nil
}
