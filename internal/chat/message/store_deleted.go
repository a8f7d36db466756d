package message

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// RunningIn returns the running replies of conversations, with only their ids.
func RunningIn(ctx context.Context, q storage.Querier, conversationIDs []string) ([]Message, error) {
	placeholders, args := storage.InList(nil, conversationIDs)
	return storage.QueryAll(ctx, q, func(r storage.Row) (m Message, err error) {
		return m, r.Scan(&m.ID, &m.ConversationID)
	}, `SELECT id, conversation_id FROM messages WHERE status = 'generating' AND conversation_id IN (`+placeholders+`)`, args...)
}

// TextSize is the size of a message's text in bytes.
type TextSize struct {
	ID           string
	IsUser       bool
	ContentBytes int
}

func scanTextSize(r storage.Row) (s TextSize, err error) {
	return s, r.Scan(&s.ID, &s.IsUser, &s.ContentBytes)
}

// ConversationTextSizes returns the sizes of at most limit messages of conversations, also of replaced
// versions and archived messages.
func ConversationTextSizes(ctx context.Context, tx storage.Querier, conversationIDs []string, limit int) ([]TextSize, error) {
	placeholders, args := storage.InList([]any{limit}, conversationIDs)
	return storage.QueryAll(ctx, tx, scanTextSize,
		`SELECT id, is_user, octet_length(content) FROM messages WHERE conversation_id IN (`+placeholders+`) LIMIT $1`, args...)
}

// Delete deletes messages.
func Delete(ctx context.Context, tx storage.Querier, ids []string) error {
	placeholders, args := storage.InList(nil, ids)
	_, err := tx.ExecContext(ctx, `DELETE FROM messages WHERE id IN (`+placeholders+`)`, args...)
	return err
}

// RecordDeletedSends inserts a row into deleted_sends for each user message whose id is in `ids`.
// It omits messages that were sent before the time `since`. Call RecordDeletedSends before Delete,
// in the same transaction. Rule chats-delete-usage.
func RecordDeletedSends(ctx context.Context, tx storage.Querier, ids []string, since time.Time) error {
	placeholders, args := storage.InList([]any{core.Millis(since)}, ids)
	_, err := tx.ExecContext(ctx, `INSERT INTO deleted_sends (id, user_id, character_id, client_id, sent_at)
		SELECT m.id, c.user_id, c.character_id, m.client_id, m.created_at FROM messages m JOIN conversations c ON c.id = m.conversation_id
		WHERE m.is_user AND m.created_at >= $1 AND m.id IN (`+placeholders+`)`, args...)
	return err
}

// WasSendDeleted reports whether a message of a user to a character was deleted. clientID is the
// client id of the message. Rule chats-delete-resend.
func WasSendDeleted(ctx context.Context, q storage.Querier, userID string, characterID int, clientID string) (deleted bool, err error) {
	err = q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM deleted_sends WHERE client_id = $1 AND user_id = $2 AND character_id = $3)`,
		clientID, userID, characterID).Scan(&deleted)
	return deleted, err
}

// ForgetDeletedSends deletes the rows of deleted_sends that were sent before a time.
func ForgetDeletedSends(ctx context.Context, tx storage.Querier, before time.Time) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM deleted_sends WHERE sent_at < $1`, core.Millis(before))
	return err
}

// ForgetDeletedSendsOf deletes the rows of deleted_sends of a user.
func ForgetDeletedSendsOf(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM deleted_sends WHERE user_id = $1`, userID)
	return err
}

// DeletedSend is a row of deleted_sends: a user message that was sent and then deleted.
type DeletedSend struct {
	ID          string
	CharacterID int
	SentAt      int64 // milliseconds
}

// DeletedSends returns rows of a user whose ids are greater than the id `after`, in the order of
// the ids. It returns `limit` rows at most.
func DeletedSends(ctx context.Context, q storage.Querier, userID, after string, limit int) ([]DeletedSend, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (d DeletedSend, err error) {
		return d, r.Scan(&d.ID, &d.CharacterID, &d.SentAt)
	}, `SELECT id, character_id, sent_at FROM deleted_sends WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`, userID, after, limit)
}
