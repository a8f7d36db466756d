package chat

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// SQL of the table chat_archives.

const archiveColumns = `id, conversation_id, kind, message_count, last_message, created_at`

func scanArchive(r storage.Row) (a Archive, err error) {
	var created int64
	err = r.Scan(&a.ID, &a.ConversationID, &a.Kind, &a.MessageCount, &a.LastMessage, &created)
	a.CreatedAt = core.FromMillis(created)
	return a, err
}

func (store) insertArchive(ctx context.Context, tx storage.Querier, a Archive) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO chat_archives (`+archiveColumns+`) VALUES ($1, $2, $3, $4, $5, $6)`,
		a.ID, a.ConversationID, a.Kind, a.MessageCount, a.LastMessage, core.Millis(a.CreatedAt))
	return err
}

// archives returns at most limit archives of a conversation, newest first. Rule
// messages-start-over.
func (store) archives(ctx context.Context, q storage.Querier, conversationID string, limit int) ([]Archive, error) {
	return storage.QueryAll(ctx, q, scanArchive, `SELECT `+archiveColumns+` FROM chat_archives
		WHERE conversation_id = $1 ORDER BY created_at DESC, id DESC LIMIT $2`, conversationID, limit)
}

// archiveByID returns an archive of a conversation.
func (store) archiveByID(ctx context.Context, q storage.Querier, conversationID, id string) (Archive, error) {
	a, err := scanArchive(q.QueryRowContext(ctx, `SELECT `+archiveColumns+` FROM chat_archives WHERE conversation_id = $1 AND id = $2`, conversationID, id))
	if storage.IsNoRows(err) {
		err = errNoArchive
	}
	return a, err
}

func (store) deleteArchive(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM chat_archives WHERE id = $1`, id)
	return err
}

// recountMessagesOfArchive stores the number of messages of an archive and its last message.
func (store) recountMessagesOfArchive(ctx context.Context, tx storage.Querier, id, lastMessage string) error {
	_, err := tx.ExecContext(ctx, `UPDATE chat_archives SET last_message = $2,
		message_count = (SELECT count(*) FROM messages WHERE archive_id = $1) WHERE id = $1`, id, lastMessage)
	return err
}

// archivesOf returns at most limit archives of a user with an id above after, in the order of
// their ids.
func (store) archivesOf(ctx context.Context, q storage.Querier, userID, after string, limit int) ([]Archive, error) {
	return storage.QueryAll(ctx, q, scanArchive, `SELECT a.id, a.conversation_id, a.kind, a.message_count, a.last_message, a.created_at
		FROM chat_archives a JOIN conversations c ON c.id = a.conversation_id
		WHERE c.user_id = $1 AND a.id > $2 ORDER BY a.id LIMIT $3`, userID, after, limit)
}
