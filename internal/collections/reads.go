package collections

import (
	"context"

	"colloquy/internal/storage"
)

// members reads the characters of a collection in their order. Package catalogue owns the
// table characters.
func (store) members(ctx context.Context, q storage.Querier, listID string) ([]member, error) {
	return storage.All(ctx, q, func(r storage.Row) (m member, err error) {
		return m, r.Scan(&m.characterID, &m.shown)
	}, `SELECT m.character_id, EXISTS (SELECT 1 FROM characters c WHERE c.character_id = m.character_id AND c.is_active AND NOT c.is_deleted)
		FROM collection_characters m WHERE m.list_id = $1 ORDER BY m.position`, listID)
}
