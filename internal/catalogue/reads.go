package catalogue

import (
	"context"

	"colloquy/internal/storage"
)

// chats counts the conversations with each character, in a table that package chat
// owns. Characters without conversations are left out.
func (s store) chats(ctx context.Context, characterIDs []int) (map[int]int, error) {
	out := make(map[int]int, len(characterIDs))
	if len(characterIDs) == 0 {
		return out, nil
	}
	placeholders, args := storage.In(nil, characterIDs)
	_, err := storage.All(ctx, s.db.Reader(), func(r storage.Row) (struct{}, error) {
		var id, n int
		err := r.Scan(&id, &n)
		out[id] = n
		return struct{}{}, err
	}, `SELECT character_id, count(*) FROM conversations WHERE character_id IN (`+placeholders+`) GROUP BY character_id`, args...)
	return out, err
}

// allChats counts the conversations with every character. Its cost grows with the number
// of all conversations.
func (s store) allChats(ctx context.Context) (map[int]int, error) {
	out := map[int]int{}
	_, err := storage.All(ctx, s.db.Reader(), func(r storage.Row) (struct{}, error) {
		var id, n int
		err := r.Scan(&id, &n)
		out[id] = n
		return struct{}{}, err
	}, `SELECT character_id, count(*) FROM conversations GROUP BY character_id`)
	return out, err
}
