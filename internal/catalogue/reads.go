package catalogue

import (
	"context"
	"maps"
	"strconv"

	"colloquy/internal/storage"
)

// countChats counts the conversations with each character, in a table that package chat owns.
// Characters without conversations are left out. Deleted conversations do not count (rule
// chats-delete).
func (s store) countChats(ctx context.Context, characterIDs []int) (map[int]int, error) {
	out := make(map[int]int, len(characterIDs))
	if len(characterIDs) == 0 {
		return out, nil
	}
	placeholders, args := storage.InList(nil, characterIDs)
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (struct{}, error) {
		var id, n int
		err := r.Scan(&id, &n)
		out[id] = n
		return struct{}{}, err
	}, `SELECT character_id, count(*) FROM conversations WHERE character_id IN (`+placeholders+`) GROUP BY character_id`, args...)
	return out, err
}

// countAllChats counts the conversations with every character. Its cost grows with the number
// of all conversations.
func (s store) countAllChats(ctx context.Context) (map[int]int, error) {
	out := map[int]int{}
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (struct{}, error) {
		var id, n int
		err := r.Scan(&id, &n)
		out[id] = n
		return struct{}{}, err
	}, `SELECT character_id, count(*) FROM conversations GROUP BY character_id`)
	return out, err
}

// characterUseTables are tables of packages chat, social, billing and memory. A row with a character_id
// shows that somebody uses the character. Rule seed-person-replaced.
var characterUseTables = []string{"conversations", "character_likes", "character_follows", "comments", "purchases", "memories"}

// collectionsTable has the collections. It belongs to package collections.
const collectionsTable = "collection_lists"

// characterIDsUsedByAnyone returns which of the characters somebody uses. A character in a collection
// is used too.
func (s store) characterIDsUsedByAnyone(ctx context.Context, tx storage.Querier, characterIDs []int) (map[int]bool, error) {
	out := map[int]bool{}
	placeholders, args := storage.InList(nil, characterIDs)
	for _, table := range characterUseTables {
		ids, err := storage.QueryAll(ctx, tx, func(r storage.Row) (id int, err error) { return id, r.Scan(&id) },
			`SELECT DISTINCT character_id FROM `+table+` WHERE character_id IN (`+placeholders+`)`, args...)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			out[id] = true
		}
	}
	collectedIDs, err := s.collectedCharacters(ctx, tx, characterIDs)
	maps.Copy(out, collectedIDs)
	return out, err
}

// collectedCharacters returns which of the characters are in a collection. The column
// characters of a collection is a JSON list of character_ids.
func (store) collectedCharacters(ctx context.Context, tx storage.Querier, characterIDs []int) (map[int]bool, error) {
	out := map[int]bool{}
	for _, id := range characterIDs {
		var isCollected bool
		err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM `+collectionsTable+`
			WHERE replace(replace(replace(characters, '[', ','), ']', ','), $1, '') <> replace(replace(characters, '[', ','), ']', ','))`,
			","+strconv.Itoa(id)+",").Scan(&isCollected)
		if err != nil {
			return nil, err
		}
		if isCollected {
			out[id] = true
		}
	}
	return out, nil
}
