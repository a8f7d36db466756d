package voice

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/storage"
)

// Recordings deletes recordings. It is a part of its own because package chat, which
// deletes messages, is built before the Service.
type Recordings struct {
	store store
	files Files
}

// NewRecordings returns the recordings of a database.
func NewRecordings(db *storage.DB, files Files) Recordings { return Recordings{store{db: db}, files} }

// ForgetMessages deletes the recordings of messages of a user, in the transaction that
// deletes them. Until its end no attempt for the user begins. Rule voice-forgotten.
func (r Recordings) ForgetMessages(ctx context.Context, tx storage.Querier, userID string, ids []string) error {
	if err := r.store.lockUser(ctx, tx, userID); err != nil {
		return err
	}
	files, err := r.store.forgetMessages(ctx, tx, ids)
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

// Erase deletes what a call that was running during Forget has added.
func (s *Service) Erase(ctx context.Context, userID string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.Forget(ctx, tx, userID) })
}

const (
	// unfinishedAge is how long an attempt without a recording stays after its lease: it
	// says why it failed.
	unfinishedAge  = time.Hour
	cleanBatchSize = 100
)

// clean is a job. It deletes attempts that failed or whose process died.
func (s *Service) clean(ctx context.Context) error {
	for n := cleanBatchSize; n == cleanBatchSize; {
		list, err := s.store.unfinished(ctx, s.deps.Clock.Now().Add(-unfinishedAge), cleanBatchSize)
		if err != nil {
			return err
		}
		for _, a := range list {
			err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.deleteUnfinished(ctx, tx, a) })
			if err != nil {
				return err
			}
		}
		n = len(list)
	}
	return nil
}
