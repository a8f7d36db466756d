package memory

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// maxArgsOfQuery limits the arguments of one SQL statement.
const maxArgsOfQuery = 4096

func (store) insertDeletionKeys(ctx context.Context, tx storage.Querier, userID string, characterID int, keys []string, now time.Time) error {
	for _, key := range keys {
		_, err := tx.ExecContext(ctx, `INSERT INTO memory_deleted (user_id, character_id, word_key, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
			userID, characterID, key, core.Millis(now))
		if err != nil {
			return err
		}
	}
	return nil
}

// findDeletionKeys returns those of the keys that are stored for deleted memories of the talk's
// character or of all characters (rule memory-walls).
func (store) findDeletionKeys(ctx context.Context, tx storage.Querier, t talk, keys []string) (map[string]bool, error) {
	foundKeys := map[string]bool{}
	for part := range slices.Chunk(keys, maxArgsOfQuery) {
		placeholders, args := storage.InList([]any{t.userID, t.characterID}, part)
		list, err := storage.QueryAll(ctx, tx, scanText, `SELECT word_key FROM memory_deleted
			WHERE user_id = $1 AND (character_id = $2 OR character_id = 0) AND word_key IN (`+placeholders+`)`, args...)
		if err != nil {
			return nil, err
		}
		for _, key := range list {
			foundKeys[key] = true
		}
	}
	return foundKeys, nil
}

func scanText(r storage.Row) (text string, err error) { return text, r.Scan(&text) }

// removeDeletionKeys deletes keys that are stored for the character or for all characters.
func (store) removeDeletionKeys(ctx context.Context, tx storage.Querier, userID string, characterID int, keys []string) error {
	for part := range slices.Chunk(keys, maxArgsOfQuery) {
		placeholders, args := storage.InList([]any{userID, characterID}, part)
		_, err := tx.ExecContext(ctx, `DELETE FROM memory_deleted WHERE user_id = $1 AND (character_id = $2 OR character_id = 0) AND word_key IN (`+placeholders+`)`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}
