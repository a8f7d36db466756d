package message

import (
	"context"
	"database/sql"
	"slices"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// ErrNotFound means that the message does not exist.
var ErrNotFound = core.E(core.NotFound, "message_not_found", "This message does not exist.")

// IgnoreNotFound returns err, or nil if err is of the kind core.NotFound. Callers use it
// where a missing row is not a failure.
func IgnoreNotFound(err error) error {
	if core.KindOf(err) == core.NotFound {
		return nil
	}
	return err
}

const messageColumns = `id, conversation_id, seq, is_user, content, status, client_id, reply_to, provider,
	error_code, suggestions, prompt_tokens, cached_tokens, output_tokens, owner, lease_until, created_at,
	is_active, guidance, feedback`

// scanMessage scans the columns messageColumns.
func scanMessage(r storage.Row) (Message, error) {
	var m Message
	var clientID, replyTo sql.NullString
	var suggestions string
	var lease, created int64
	err := r.Scan(&m.ID, &m.ConversationID, &m.Seq, &m.IsUser, &m.Content, &m.Status, &clientID, &replyTo, &m.Provider,
		&m.ErrorCode, &suggestions, &m.Usage.Prompt, &m.Usage.Cached, &m.Usage.Output, &m.OwnerProcess, &lease, &created,
		&m.IsActive, &m.Guidance, &m.Feedback)
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
	err = tx.QueryRowContext(ctx, `INSERT INTO messages (id, conversation_id, seq, is_user, content, status, client_id, reply_to, provider,
			error_code, suggestions, prompt_tokens, cached_tokens, output_tokens, owner, lease_until, created_at, updated_at, user_slot, guidance)
		VALUES ($1, $2, (SELECT COALESCE(MAX(seq), 0) + 1 FROM messages WHERE conversation_id = $2),
			$3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $18) RETURNING seq`,
		m.ID, m.ConversationID, m.IsUser, m.Content, m.Status, nullIfEmpty(m.ClientID), nullIfEmpty(m.ReplyTo), m.Provider,
		m.ErrorCode, suggestions, m.Usage.Prompt, m.Usage.Cached, m.Usage.Output, m.OwnerProcess, core.Millis(m.LeaseUntil), core.Millis(m.CreatedAt), nullIfEmpty(m.UserSlot), m.Guidance).Scan(&seq)
	return seq, err
}

func encodeSuggestions(list []string) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	return storage.ToJSON(list)
}

// scanOneMessage scans one message. It returns ErrNotFound if there is no row.
func scanOneMessage(row *sql.Row) (Message, error) {
	m, err := scanMessage(row)
	if storage.IsNoRows(err) {
		return m, ErrNotFound
	}
	return m, err
}

// ByID returns a message of a conversation, also a replaced version or an archived one.
func ByID(ctx context.Context, q storage.Querier, conversationID, id string) (Message, error) {
	return scanOneMessage(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE conversation_id = $1 AND id = $2`, conversationID, id))
}

// ByClientID returns the user message of a conversation with the given client id. Rule
// chat-client-id.
func ByClientID(ctx context.Context, q storage.Querier, conversationID, clientID string) (Message, error) {
	return scanOneMessage(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE conversation_id = $1 AND client_id = $2`, conversationID, clientID))
}

// ReplyTo returns the current reply to a user message.
func ReplyTo(ctx context.Context, q storage.Querier, messageID string) (Message, error) {
	return scanOneMessage(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages WHERE reply_to = $1 AND is_active`, messageID))
}

// Newest returns the last message of a conversation, without replaced versions and
// archived messages.
func Newest(ctx context.Context, q storage.Querier, conversationID string) (Message, error) {
	return scanOneMessage(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages
		WHERE conversation_id = $1 AND is_active ORDER BY seq DESC LIMIT 1`, conversationID))
}

// LastEndedReply returns the newest reply of a conversation. It skips running replies and replies
// without a text.
func LastEndedReply(ctx context.Context, q storage.Querier, conversationID string) (Message, error) {
	return scanOneMessage(q.QueryRowContext(ctx, `SELECT `+messageColumns+` FROM messages
		WHERE conversation_id = $1 AND is_active AND NOT is_user AND status <> $2 AND content <> '' ORDER BY seq DESC LIMIT 1`, conversationID, Generating))
}

// BeforeSeq returns at most limit messages with a Seq below seq, newest first, without
// replaced versions and archived messages. Rule chat-history-page.
func BeforeSeq(ctx context.Context, q storage.Querier, conversationID string, seq int64, limit int) ([]Message, error) {
	return storage.QueryAll(ctx, q, scanMessage, `SELECT `+messageColumns+` FROM messages
		WHERE conversation_id = $1 AND is_active AND seq < $2 ORDER BY seq DESC LIMIT $3`, conversationID, seq, limit)
}

// ExportedMessage is a message with the fields that only an export has.
type ExportedMessage struct {
	Message
	ArchiveID      string // empty outside archives
	FeedbackReason string
}

// AllAfterSeq returns at most limit messages with a Seq above seq, oldest first, with replaced
// versions and archived messages.
func AllAfterSeq(ctx context.Context, q storage.Querier, conversationID string, seq int64, limit int) ([]ExportedMessage, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (m ExportedMessage, err error) {
		var archive sql.NullString
		m.Message, err = scanMessage(messageRowWithExtraColumns{r, []any{&archive, &m.FeedbackReason}})
		m.ArchiveID = archive.String
		return m, err
	}, `SELECT `+messageColumns+`, archive_id, feedback_reason FROM messages WHERE conversation_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`, conversationID, seq, limit)
}

// messageRowWithExtraColumns is a row with more columns than scanMessage reads.
type messageRowWithExtraColumns struct {
	storage.Row
	extraColumnDest []any
}

// Scan scans the columns of a message into dest, and the columns after them into extraColumnDest.
func (r messageRowWithExtraColumns) Scan(dest ...any) error {
	return r.Row.Scan(append(dest, r.extraColumnDest...)...)
}

// ActiveAfterSeq returns at most limit messages with a Seq above seq, oldest first, without
// replaced versions and archived messages.
func ActiveAfterSeq(ctx context.Context, q storage.Querier, conversationID string, seq int64, limit int) ([]Message, error) {
	return storage.QueryAll(ctx, q, scanMessage, `SELECT `+messageColumns+` FROM messages
		WHERE conversation_id = $1 AND is_active AND seq > $2 ORDER BY seq LIMIT $3`, conversationID, seq, limit)
}

// Utterance has the fields of a message that a prompt needs.
type Utterance struct {
	IsUser      bool
	AnswersLine bool // false for the greeting, which answers no message
	Content     string
}

// minUtterances is the least number of messages that LastUtterances returns of a long conversation.
// The first returned message changes only every utterancesPerWindowShift messages. The provider's prompt cache
// misses whenever it changes.
const (
	minUtterances            = 200
	utterancesPerWindowShift = 100
)

// LastUtterances returns the last messages of a conversation with a Seq up to upTo, oldest first.
// It omits replaced versions and archived messages. For a long conversation the number of messages
// is at least minUtterances and less than minUtterances + utterancesPerWindowShift.
func LastUtterances(ctx context.Context, q storage.Querier, conversationID string, upTo int64) ([]Utterance, error) {
	list, err := storage.QueryAll(ctx, q, func(r storage.Row) (m Utterance, err error) { return m, r.Scan(&m.IsUser, &m.AnswersLine, &m.Content) },
		`SELECT is_user, reply_to IS NOT NULL, content FROM messages
		WHERE conversation_id = $1 AND is_active AND seq <= $2 ORDER BY seq DESC
		LIMIT (SELECT $3 + CASE WHEN message_count < $3 THEN 0 ELSE message_count % $4 END FROM conversations WHERE id = $1)`, conversationID, upTo, minUtterances, utterancesPerWindowShift)
	slices.Reverse(list)
	return list, err
}

// SetClientID sets the client id of a stored message that has none.
func SetClientID(ctx context.Context, tx storage.Querier, id, clientID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET client_id = $2 WHERE id = $1 AND client_id IS NULL`, id, nullIfEmpty(clientID))
	return err
}

// SaveSuggestions stores the suggestions of a reply as JSON, also an empty list. An
// empty string in the column means that none were stored.
func SaveSuggestions(ctx context.Context, tx storage.Querier, id string, list []string) error {
	text, err := storage.ToJSON(append([]string{}, list...))
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE messages SET suggestions = $2 WHERE id = $1`, id, text)
	return err
}

// RepliesWithoutSuggestions returns at most 100 complete replies without stored suggestions, newest
// first. It sets only ID, ConversationID, ReplyTo and Seq. It omits replies with an id below
// fromID. The id of a reply begins with the reply's time of creation. It also omits replies that
// changed after `since`, a time in milliseconds.
func RepliesWithoutSuggestions(ctx context.Context, q storage.Querier, fromID string, since int64) ([]Message, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (m Message, err error) {
		return m, r.Scan(&m.ID, &m.ConversationID, &m.ReplyTo, &m.Seq)
	}, `SELECT id, conversation_id, reply_to, seq FROM messages
		WHERE id >= $1 AND status = 'complete' AND is_active AND reply_to IS NOT NULL AND suggestions = '' AND updated_at <= $2
		ORDER BY id DESC LIMIT 100`, fromID, since)
}

// ClaimSuggestions claims a reply that RepliesWithoutSuggestions returned. It reports whether this
// call may make the suggestions of the reply. It sets updated_at to the time `now`, so a process
// with an earlier `since` cannot claim the reply again. `since` and `now` are in milliseconds.
func ClaimSuggestions(ctx context.Context, tx storage.Querier, id string, since, now int64) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE messages SET updated_at = $3
		WHERE id = $1 AND suggestions = '' AND updated_at <= $2`, id, since, now)
	return n == 1, err
}

func nullIfEmpty(s string) sql.NullString { return sql.NullString{String: s, Valid: s != ""} }
