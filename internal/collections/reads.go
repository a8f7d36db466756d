package collections

import (
	"context"

	"colloquy/internal/storage"
)

// anyCharacterVisible reports whether any of the characters is neither inactive nor deleted. Package
// catalogue owns the table characters.
func (store) anyCharacterVisible(ctx context.Context, tx storage.Querier, characterIDs []int) (shown bool, err error) {
	if len(characterIDs) == 0 {
		return false, nil
	}
	placeholders, args := storage.InList(nil, characterIDs)
	err = tx.QueryRowContext(ctx, `SELECT count(*) > 0 FROM characters
		WHERE character_id IN (`+placeholders+`) AND is_active AND NOT is_deleted`, args...).Scan(&shown)
	return shown, err
}
