package account

import (
	"context"
	"fmt"

	"colloquy/internal/core"
	"colloquy/internal/fold"
	"colloquy/internal/storage"
)

const chatCount = 10_000

// ChatList is the chat history.
var ChatList = MeasuredList{
	Name: "chats",
	Fill: fillChats,
	Calls: []Call{
		{"newest", "/user/chats"},
		{"middle page", "/user/chats?limit=100&from=2023-11-15T00:00:00Z&until=2023-11-19T00:00:00Z"},
		{"search, no hit", "/user/chats?search=xqzjdwvk"},
		{"search, a name", "/user/chats?search=maria"},
		{"search, one line", "/user/chats?search=dusk+000777"},
		{"search, all lines", "/user/chats?search=gardener"},
	},
}

// fillChats inserts a conversation with each of the first chatCount characters. The last message of
// a conversation has 138 characters. Lists shorten messages to 140 characters (message.Preview).
func fillChats(ctx context.Context, tx storage.Querier, userID string, personas []core.Persona) error {
	const line = "Some say that the bees of the old town remember every gardener who has ever been kind to them, and that they hum the names at dusk %06d."
	return insertRows(ctx, tx, `INSERT INTO conversations (id, user_id, character_id, last_message, message_count, created_at, updated_at, search_text)`, chatCount, func(i int) []any {
		id := personas[i].CharacterID
		return []any{fmt.Sprintf("%s_%d", userID, id), userID, id, fmt.Sprintf(line, i), 2, 1_700_000_000_000 + i*1000, 1_700_000_000_000 + i*60_000, fold.Text(fmt.Sprintf(line, i))}
	})
}
