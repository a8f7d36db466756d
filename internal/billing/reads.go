package billing

import (
	"context"

	"colloquy/internal/storage"
)

// These queries read tables of package catalogue in the caller's transaction. If they took a
// second connection, transactions that use all connections could wait for one another.

// characterNames returns the names of characters by character_id, also of hidden ones.
func (store) characterNames(ctx context.Context, q storage.Querier, characterIDs []int) (map[int]string, error) {
	out := map[int]string{}
	if len(characterIDs) == 0 {
		return out, nil
	}
	placeholders, args := storage.InList(nil, characterIDs)
	_, err := storage.QueryAll(ctx, q, func(r storage.Row) (id int, err error) {
		var name string
		err = r.Scan(&id, &name)
		out[id] = name
		return id, err
	}, `SELECT character_id, name FROM characters WHERE character_id IN (`+placeholders+`)`, args...)
	return out, err
}

// freeCharacters returns true for the character_id of each free character, also of hidden
// ones.
func (store) freeCharacters(ctx context.Context, q storage.Querier, characterIDs []int) (map[int]bool, error) {
	out := map[int]bool{}
	if len(characterIDs) == 0 {
		return out, nil
	}
	placeholders, args := storage.InList(nil, characterIDs)
	_, err := storage.QueryAll(ctx, q, func(r storage.Row) (id int, err error) {
		err = r.Scan(&id)
		out[id] = true
		return id, err
	}, `SELECT character_id FROM characters WHERE is_free AND character_id IN (`+placeholders+`)`, args...)
	return out, err
}

// characterName returns the name of a character, or "" for 0 and for an unknown one.
func (s store) characterName(ctx context.Context, q storage.Querier, characterID int) (string, error) {
	if characterID == 0 {
		return "", nil
	}
	names, err := s.characterNames(ctx, q, []int{characterID})
	return names[characterID], err
}
