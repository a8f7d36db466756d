package message

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// SentSince counts the lines that a user has sent or stored since a time, by
// character_id.
func SentSince(ctx context.Context, q storage.Querier, userID string, since time.Time) (map[int]int, error) {
	out := map[int]int{}
	_, err := storage.All(ctx, q, func(r storage.Row) (id int, err error) {
		var n int
		err = r.Scan(&id, &n)
		out[id] = n
		return id, err
	}, `SELECT c.character_id, count(*) FROM conversations c JOIN messages m ON m.conversation_id = c.id
		WHERE c.user_id = $1 AND c.updated_at >= $2 AND m.is_user AND m.created_at >= $2 GROUP BY c.character_id`, userID, core.Millis(since))
	return out, err
}
