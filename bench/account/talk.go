package account

import (
	"context"
	"fmt"
	"time"

	"colloquy/internal/storage"
)

// FillTalk inserts a conversation of a user with a character. messages is the number of messages.
// They alternate between user and character, one a minute. lastMessageAge is the age of the last
// message.
func FillTalk(ctx context.Context, tx storage.Querier, userID string, characterID, messages int, lastMessageAge time.Duration) error {
	id := fmt.Sprintf("%s_%d", userID, characterID)
	lastMessageTime := time.Now().Add(-lastMessageAge)
	at := func(i int) int64 { return lastMessageTime.Add(time.Duration(i-messages+1) * time.Minute).UnixMilli() }
	_, err := tx.ExecContext(ctx, `INSERT INTO conversations (id, user_id, character_id, last_message, message_count, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		id, userID, characterID, talkLine(messages-1), messages, at(0), at(messages-1))
	if err != nil {
		return err
	}
	return insertRows(ctx, tx, `INSERT INTO messages (id, conversation_id, seq, is_user, content, status, reply_to, created_at, updated_at)`, messages, func(i int) []any {
		var replyTo any
		if i%2 == 1 {
			replyTo = fmt.Sprintf("%s-%d", id, i-1)
		}
		return []any{fmt.Sprintf("%s-%d", id, i), id, i + 1, i%2 == 0, talkLine(i), "complete", replyTo, at(i), at(i)}
	})
}

// talkLine returns the text of message i of a talk. Every fifth reply is long.
func talkLine(i int) string {
	text := fmt.Sprintf("Line %d: the mill by the river ground through the night, and the miller counted the sacks twice before he slept.", i)
	if i%10 == 1 {
		text += "\n\nIn the *morning* the carts stood in a row down to the bridge.\n\n- wheat\n- rye\n- barley\n\nNobody could say who had loaded them, and the price was the same as ever."
	}
	return text
}
