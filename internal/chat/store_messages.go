package chat

import (
	"context"
	"database/sql"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const messageColumns = `id, conversation_id, seq, is_user, content, status, client_id, reply_to, provider,
	error_code, suggestions, prompt_tokens, cached_tokens, output_tokens, owner, lease_until, created_at`

func scanMessage(r storage.Row) (Message, error) {
	var m Message
	var clientID, replyTo sql.NullString
	var suggestions string
	var lease, created int64
	err := r.Scan(&m.ID, &m.ConversationID, &m.Seq, &m.IsUser, &m.Content, &m.Status, &clientID, &replyTo, &m.Provider,
		&m.ErrorCode, &suggestions, &m.Usage.Prompt, &m.Usage.Cached, &m.Usage.Output, &m.Owner, &lease, &created)
	if err != nil {
		return m, err
	}
	m.ClientID, m.ReplyTo = clientID.String, replyTo.String
	m.LeaseUntil, m.CreatedAt = core.FromMillis(lease), core.FromMillis(created)
	return m, storage.FromJSON(suggestions, &m.Suggestions)
}

func (store) insertMessage(ctx context.Context, tx storage.Querier, m Message) error {
	suggestions, err := encodeSuggestions(m.Suggestions)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO messages (`+messageColumns+`, updated_at, user_slot)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17, $18)`,
		m.ID, m.ConversationID, m.Seq, m.IsUser, m.Content, m.Status, nullable(m.ClientID), nullable(m.ReplyTo), m.Provider,
		m.ErrorCode, suggestions, m.Usage.Prompt, m.Usage.Cached, m.Usage.Output, m.Owner, core.Millis(m.LeaseUntil), core.Millis(m.CreatedAt), nullable(m.userSlot))
	return err
}

func encodeSuggestions(list []string) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	return storage.JSON(list)
}

func (store) nextSeq(ctx context.Context, tx storage.Querier, conversationID string) (seq int64, err error) {
	err = tx.QueryRowContext(ctx, `SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE conversation_id = $1`, conversationID).Scan(&seq)
	return seq, err
}

// one scans a single message; none is errNoMessage.
func one(row *sql.Row) (Message, error) {
	m, err := scanMessage(row)
	if storage.IsNoRows(err) {
		return m, errNoMessage
	}
	return m, err
}

func (store) byID(ctx context.Context, q storage.Querier, conversationID, id string) (Message, error) {
	return one(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE conversation_id = $1 AND id = $2`, conversationID, id))
}

func (store) byClientID(ctx context.Context, q storage.Querier, conversationID, clientID string) (Message, error) {
	return one(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE conversation_id = $1 AND client_id = $2`, conversationID, clientID))
}

// replyTo is the reply in force to a user's message.
func (store) replyTo(ctx context.Context, q storage.Querier, messageID string) (Message, error) {
	return one(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE reply_to = $1 AND is_active`, messageID))
}

// newest is the last message in force of a conversation.
func (store) newest(ctx context.Context, q storage.Querier, conversationID string) (Message, error) {
	return one(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages
		WHERE conversation_id = $1 AND is_active ORDER BY seq DESC LIMIT 1`, conversationID))
}

// before returns at most limit messages with a seq below the given one, the
// newest first.
func (store) before(ctx context.Context, q storage.Querier, conversationID string, seq int64, limit int) ([]Message, error) {
	return storage.All(ctx, q, scanMessage, `SELECT `+messageColumns+` FROM messages
		WHERE conversation_id = $1 AND is_active AND seq < $2 ORDER BY seq DESC LIMIT $3`, conversationID, seq, limit)
}

// between returns the messages in force after one seq, up to and with another,
// oldest first.
func (store) between(ctx context.Context, q storage.Querier, conversationID string, after, upTo int64) ([]Message, error) {
	return storage.All(ctx, q, scanMessage, `SELECT `+messageColumns+` FROM messages
		WHERE conversation_id = $1 AND is_active AND seq > $2 AND seq <= $3 ORDER BY seq`, conversationID, after, upTo)
}

// claimLine gives a stored line the client id of the call that answers it.
func (store) claimLine(ctx context.Context, tx storage.Querier, id, clientID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET client_id = $2 WHERE id = $1 AND client_id IS NULL`, id, nullable(clientID))
	return err
}

func (store) saveSuggestions(ctx context.Context, tx storage.Querier, id string, list []string) error {
	text, err := encodeSuggestions(list)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE messages SET suggestions = $2 WHERE id = $1`, id, text)
	return err
}
