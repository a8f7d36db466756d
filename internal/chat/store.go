package chat

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/fold"
	"colloquy/internal/storage"
)

// store holds the SQL of the tables conversations and chat_usage. Package message has
// that of messages.
type store struct{ db reader }

// reader is the database for reading. Tests count its queries.
type reader interface{ Reader() storage.Querier }

const conversationColumns = `id, user_id, character_id, last_message, message_count, created_at, updated_at`

func scanConversation(r storage.Row) (Conversation, error) {
	var c Conversation
	var created, updated int64
	err := r.Scan(&c.ID, &c.UserID, &c.CharacterID, &c.LastMessage, &c.MessageCount, &created, &updated)
	c.CreatedAt, c.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
	return c, err
}

func (store) conversation(ctx context.Context, q storage.Querier, id string) (Conversation, error) {
	c, err := scanConversation(q.QueryRowContext(ctx, `SELECT `+conversationColumns+` FROM conversations WHERE id = $1`, id))
	if storage.IsNoRows(err) {
		return c, errNoConversation
	}
	return c, err
}

// conversations returns at most limit conversations of a user after a cursor, latest
// first.
func (s store) conversations(ctx context.Context, userID string, after sessionCursor, limit int) ([]Conversation, error) {
	return storage.All(ctx, s.db.Reader(), scanConversation, `SELECT `+conversationColumns+` FROM conversations
		WHERE user_id = $1 AND (updated_at, id) < ($2, $3) ORDER BY updated_at DESC, id DESC LIMIT $4`, userID, after.At, after.ID, limit)
}

// insertConversation reports whether it created the row; otherwise the row exists.
func (store) insertConversation(ctx context.Context, tx storage.Querier, c Conversation) (created bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO conversations (`+conversationColumns+`, search_text)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		c.ID, c.UserID, c.CharacterID, c.LastMessage, c.MessageCount, core.Millis(c.CreatedAt), core.Millis(c.UpdatedAt), fold.Text(c.LastMessage))
	return n == 1, err
}

// addUsage adds the size of a new message to a user's total, unless the total would
// exceed limit.
func (store) addUsage(ctx context.Context, tx storage.Querier, userID string, bytes, limit int) (fits bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO chat_usage (user_id, line_bytes) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET line_bytes = chat_usage.line_bytes + excluded.line_bytes
		WHERE chat_usage.line_bytes + excluded.line_bytes <= $3`, userID, bytes, limit)
	return n == 1, err
}
