package chat

import (
	"context"
	"database/sql"

	"colloquy/internal/core"
	"colloquy/internal/fold"
	"colloquy/internal/storage"
)

// store has the SQL of the tables of this package, except the tables messages and
// deleted_sends, whose SQL is in package message.
type store struct{ db reader }

// reader gives access to the database for reading. Tests count its queries.
type reader interface{ Reader() storage.Querier }

const conversationColumns = `id, user_id, character_id, title, last_message, message_count, year, reply_seq, read_seq, created_at, updated_at`

// scanConversation reads conversationColumns. A conversation is unread if its last ended reply is
// newer than the last message that was read (rule chats-unread).
func scanConversation(r storage.Row) (Conversation, error) {
	var c Conversation
	var created, updated, read int64
	var year sql.NullInt64
	err := r.Scan(&c.ID, &c.UserID, &c.CharacterID, &c.Title, &c.LastMessage, &c.MessageCount, &year, &c.replySeq, &read, &created, &updated)
	if year.Valid {
		y := int(year.Int64)
		c.Year = &y
	}
	c.IsUnread = c.replySeq > read
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
// first. Rule chat-sidebar-order.
func (s store) conversations(ctx context.Context, userID string, after sessionCursor, limit int) ([]Conversation, error) {
	return storage.QueryAll(ctx, s.db.Reader(), scanConversation, `SELECT `+conversationColumns+` FROM conversations
		WHERE user_id = $1 AND (updated_at, id) < ($2, $3) ORDER BY updated_at DESC, id DESC LIMIT $4`, userID, after.At, after.ID, limit)
}

// insertConversation reports whether it created the row. If not, the row exists already.
func (store) insertConversation(ctx context.Context, tx storage.Querier, c Conversation) (created bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO conversations (id, user_id, character_id, last_message, message_count, created_at, updated_at, search_text)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
		c.ID, c.UserID, c.CharacterID, c.LastMessage, c.MessageCount, core.Millis(c.CreatedAt), core.Millis(c.UpdatedAt), fold.Text(c.LastMessage))
	return n == 1, err
}

// addUsage adds the size of a new message to a user's total, in bytes. If the total would
// exceed limit, it changes nothing and fits is false. Rule chat-storage.
func (store) addUsage(ctx context.Context, tx storage.Querier, userID string, bytes, limit int) (fits bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO chat_usage (user_id, line_bytes) VALUES ($1, $2)
		ON CONFLICT (user_id) DO UPDATE SET line_bytes = chat_usage.line_bytes + excluded.line_bytes
		WHERE chat_usage.line_bytes + excluded.line_bytes <= $3`, userID, bytes, limit)
	return n == 1, err
}
