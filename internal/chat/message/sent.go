package message

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// CountSentByCharacter counts the messages that a user has sent since a time, by character_id. Messages
// of deleted conversations count for as long as deleted_sends has them. One statement reads both
// tables, so a parallel deletion neither hides a message nor counts it twice. Rules
// chats-delete-usage, payment-refund.
func CountSentByCharacter(ctx context.Context, q storage.Querier, userID string, since time.Time) (map[int]int, error) {
	out := map[int]int{}
	_, err := storage.QueryAll(ctx, q, func(r storage.Row) (id int, err error) {
		var n int
		err = r.Scan(&id, &n)
		out[id] = n
		return id, err
	}, `SELECT character_id, count(*) FROM (
			SELECT c.character_id FROM conversations c JOIN messages m ON m.conversation_id = c.id
			WHERE c.user_id = $1 AND c.updated_at >= $2 AND m.is_user AND m.created_at >= $2
			UNION ALL SELECT character_id FROM deleted_sends WHERE user_id = $1 AND sent_at >= $2
		) AS sent GROUP BY character_id`, userID, core.Millis(since))
	return out, err
}
