package media

import (
	"context"

	"colloquy/internal/storage"
)

// Forget deletes the rows of a user's files. Erase deletes the files.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	return s.store.markOwned(ctx, tx, userID, s.deps.Clock.Now())
}

// Erase deletes the files whose rows Forget has deleted. A second call continues where
// the first stopped.
func (s *Service) Erase(ctx context.Context, userID string) error {
	return s.deleteMarked(ctx, userID)
}
