package message

import (
	"context"

	"colloquy/internal/storage"
)

// HasBegun reports whether a conversation has more active messages than its greeting.
// Rule messages-start-over.
func HasBegun(ctx context.Context, q storage.Querier, conversationID string) (begun bool, err error) {
	err = q.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM messages
		WHERE conversation_id = $1 AND is_active AND (is_user OR reply_to IS NOT NULL))`, conversationID).Scan(&begun)
	return begun, err
}

// MoveToArchive moves the active messages from fromSeq on into an archive and returns their number.
// fromSeq 0 means all active messages. If the message with fromSeq is not active, MoveToArchive
// moves none. Rule messages-start-over.
func MoveToArchive(ctx context.Context, tx storage.Querier, conversationID string, fromSeq int64, archiveID string) (int64, error) {
	return storage.ExecCount(ctx, tx, `UPDATE messages SET is_active = FALSE, archive_id = $3
		WHERE conversation_id = $1 AND seq >= $2 AND is_active
			AND ($2 = 0 OR EXISTS (SELECT 1 FROM messages WHERE conversation_id = $1 AND seq = $2 AND is_active))`, conversationID, fromSeq, archiveID)
}

// MoveFromArchive makes the messages of an archive active again.
func MoveFromArchive(ctx context.Context, tx storage.Querier, archiveID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET is_active = TRUE, archive_id = NULL WHERE archive_id = $1`, archiveID)
	return err
}

// ActiveTextSizes returns the sizes of the active messages of a conversation.
func ActiveTextSizes(ctx context.Context, tx storage.Querier, conversationID string) ([]TextSize, error) {
	return storage.QueryAll(ctx, tx, scanTextSize, `SELECT id, is_user, octet_length(content) FROM messages WHERE conversation_id = $1 AND is_active`, conversationID)
}

// ArchivedBeforeSeq returns at most limit messages of an archive that have a Seq below seq,
// newest first.
func ArchivedBeforeSeq(ctx context.Context, q storage.Querier, archiveID string, seq int64, limit int) ([]Message, error) {
	return storage.QueryAll(ctx, q, scanMessage, `SELECT `+messageColumns+` FROM messages
		WHERE archive_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT $3`, archiveID, seq, limit)
}

// ArchiveIDsOf returns the ids of the archives that contain some of the messages.
func ArchiveIDsOf(ctx context.Context, q storage.Querier, list []TextSize) ([]string, error) {
	ids := make([]string, len(list))
	for i, m := range list {
		ids[i] = m.ID
	}
	placeholders, args := storage.InList(nil, ids)
	return storage.QueryAll(ctx, q, func(r storage.Row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT DISTINCT archive_id FROM messages WHERE archive_id IS NOT NULL AND id IN (`+placeholders+`)`, args...)
}
