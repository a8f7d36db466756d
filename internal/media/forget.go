package media

import (
	"context"

	"colloquy/internal/storage"
)

// Forget marks the rows of a user's files as deleted. Erase deletes the files and the rows.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	return s.store.markFilesOfUserDeleted(ctx, tx, userID, s.deps.Clock.Now())
}

// Erase deletes the rows that Forget has marked, and their files. After an error a second call
// deletes the rest. Rule media-forgotten.
func (s *Service) Erase(ctx context.Context, userID string) error {
	return s.purgeDeletedFiles(ctx, userID)
}
