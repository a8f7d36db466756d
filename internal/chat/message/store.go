package message

import (
	"context"
	"database/sql"

	"colloquy/internal/core"
	"colloquy/internal/fold"
	"colloquy/internal/storage"
)

// ErrNotFound means that the message does not exist.
var ErrNotFound = core.E(core.NotFound, "message_not_found", "This message does not exist.")

// UnlessNotFound returns err, or nil if err is of the kind core.NotFound. Callers use it
// where a missing row is not a failure.
func UnlessNotFound(err error) error {
	if core.KindOf(err) == core.NotFound {
		return nil
	}
	return err
}

const columns = `id, conversation_id, seq, is_user, content, status, client_id, reply_to, provider,
	error_code, suggestions, prompt_tokens, cached_tokens, output_tokens, owner, lease_until, created_at`

func scan(r storage.Row) (Message, error) {
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

// Insert stores a message at the end of its conversation and returns its Seq.
func Insert(ctx context.Context, tx storage.Querier, m Message) (seq int64, err error) {
	suggestions, err := encodeSuggestions(m.Suggestions)
	if err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `INSERT INTO messages (`+columns+`, updated_at, user_slot)
		VALUES ($1, $2, (SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE conversation_id = $2),
			$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17) RETURNING seq`,
		m.ID, m.ConversationID, m.IsUser, m.Content, m.Status, nullable(m.ClientID), nullable(m.ReplyTo), m.Provider,
		m.ErrorCode, suggestions, m.Usage.Prompt, m.Usage.Cached, m.Usage.Output, m.Owner, core.Millis(m.LeaseUntil), core.Millis(m.CreatedAt), nullable(m.UserSlot)).Scan(&seq)
	return seq, err
}

func encodeSuggestions(list []string) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	return storage.JSON(list)
}

// scanOne scans one message. It returns ErrNotFound if there is no row.
func scanOne(row *sql.Row) (Message, error) {
	m, err := scan(row)
	if storage.IsNoRows(err) {
		return m, ErrNotFound
	}
	return m, err
}

// ByID returns a message of a conversation.
func ByID(ctx context.Context, q storage.Querier, conversationID, id string) (Message, error) {
	return scanOne(q.QueryRowContext(ctx, `SELECT `+columns+` FROM messages WHERE conversation_id = $1 AND id = $2`, conversationID, id))
}

// ByClientID returns the user message of a conversation with the given client id.
func ByClientID(ctx context.Context, q storage.Querier, conversationID, clientID string) (Message, error) {
	return scanOne(q.QueryRowContext(ctx, `SELECT `+columns+` FROM messages WHERE conversation_id = $1 AND client_id = $2`, conversationID, clientID))
}

// ReplyTo returns the current reply to a user message.
func ReplyTo(ctx context.Context, q storage.Querier, messageID string) (Message, error) {
	return scanOne(q.QueryRowContext(ctx, `SELECT `+columns+` FROM messages WHERE reply_to = $1 AND is_active`, messageID))
}

// Newest returns the last message of a conversation, without retired replies.
func Newest(ctx context.Context, q storage.Querier, conversationID string) (Message, error) {
	return scanOne(q.QueryRowContext(ctx, `SELECT `+columns+` FROM messages
		WHERE conversation_id = $1 AND is_active ORDER BY seq DESC LIMIT 1`, conversationID))
}

// Before returns at most limit messages with a Seq below seq, newest first.
func Before(ctx context.Context, q storage.Querier, conversationID string, seq int64, limit int) ([]Message, error) {
	return storage.All(ctx, q, scan, `SELECT `+columns+` FROM messages
		WHERE conversation_id = $1 AND is_active AND seq < $2 ORDER BY seq DESC LIMIT $3`, conversationID, seq, limit)
}

// Exported is a message, and whether a later reply has replaced it.
type Exported struct {
	Message
	IsReplaced bool
}

// After returns at most limit messages with a Seq above seq, also retired replies,
// oldest first.
func After(ctx context.Context, q storage.Querier, conversationID string, seq int64, limit int) ([]Exported, error) {
	return storage.All(ctx, q, func(r storage.Row) (m Exported, err error) {
		m.Message, err = scan(withReplaced{r, &m.IsReplaced})
		return m, err
	}, `SELECT `+columns+`, NOT is_active FROM messages WHERE conversation_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, conversationID, seq, limit)
}

// withReplaced is a row with one more column than scan reads.
type withReplaced struct {
	storage.Row
	isReplaced *bool
}

// Scan scans the columns and the additional one.
func (r withReplaced) Scan(dest ...any) error { return r.Row.Scan(append(dest, r.isReplaced)...) }

// Said is a message without the fields that only clients and writers need.
type Said struct {
	IsUser  bool
	Content string
}

// SaidBetween returns the messages with after < Seq <= upTo, without retired replies,
// oldest first.
func SaidBetween(ctx context.Context, q storage.Querier, conversationID string, after, upTo int64) ([]Said, error) {
	return storage.All(ctx, q, func(r storage.Row) (m Said, err error) { return m, r.Scan(&m.IsUser, &m.Content) },
		`SELECT is_user, content FROM messages
		WHERE conversation_id = $1 AND is_active AND seq > $2 AND seq <= $3 ORDER BY seq`, conversationID, after, upTo)
}

// SetClientID sets the client id of a stored message.
func SetClientID(ctx context.Context, tx storage.Querier, id, clientID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET client_id = $2 WHERE id = $1 AND client_id IS NULL`, id, nullable(clientID))
	return err
}

// SaveSuggestions stores the suggestions of a reply as JSON, also an empty list. An
// empty string in the column means that none were stored.
func SaveSuggestions(ctx context.Context, tx storage.Querier, id string, list []string) error {
	text, err := storage.JSON(append([]string{}, list...))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE messages SET suggestions = $2 WHERE id = $1`, id, text)
	return err
}

// WithoutSuggestions returns some complete replies without stored suggestions whose ids
// are at least fromID (ids begin with their time) and that have not changed after since.
func WithoutSuggestions(ctx context.Context, q storage.Querier, fromID string, since int64) ([]Message, error) {
	return storage.All(ctx, q, func(r storage.Row) (m Message, err error) {
		return m, r.Scan(&m.ID, &m.ConversationID, &m.ReplyTo, &m.Seq)
	}, `SELECT id, conversation_id, reply_to, seq FROM messages
		WHERE id >= $1 AND status = 'complete' AND is_active AND reply_to IS NOT NULL AND suggestions = '' AND updated_at <= $2
		ORDER BY id DESC LIMIT 100`, fromID, since)
}

// ClaimSuggestions reports whether this call may make the suggestions of a reply that
// WithoutSuggestions returned. It updates the row's time, so that other processes do
// not claim the reply again at once.
func ClaimSuggestions(ctx context.Context, tx storage.Querier, id string, since, now int64) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE messages SET updated_at = $3
		WHERE id = $1 AND suggestions = '' AND updated_at <= $2`, id, since, now)
	return n == 1, err
}

// Touch updates a conversation in the sidebar: its last message (unchanged if
// lastMessage is empty), message count and time.
func Touch(ctx context.Context, tx storage.Querier, conversationID, lastMessage string, added int, now int64) error {
	_, err := tx.ExecContext(ctx, `UPDATE conversations
		SET last_message = CASE WHEN $2 = '' THEN last_message ELSE $2 END, search_text = CASE WHEN $2 = '' THEN search_text ELSE $5 END,
			message_count = message_count + $3, updated_at = $4
		WHERE id = $1`, conversationID, lastMessage, added, now, fold.Text(lastMessage))
	return err
}

func nullable(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
