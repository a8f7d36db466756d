package collections

import (
	"context"

	"colloquy/internal/storage"
)

// Forget deletes the collections of a user. Likes and follows belong to package social.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	for _, statement := range []string{
		`DELETE FROM collection_counts WHERE user_id = $1`,
		`DELETE FROM collection_lists WHERE user_id = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, userID); err != nil {
			return err
		}
	}
	return nil
}
