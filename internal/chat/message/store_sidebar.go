package message

import (
	"context"

	"colloquy/internal/fold"
	"colloquy/internal/storage"
)

// SidebarChange is what a message changes in the row of its conversation.
type SidebarChange struct {
	LastMessage   string // shown in the sidebar; empty leaves the column unchanged
	AddedMessages int    // messages that were added
	ReadUpToSeq   int64  // Seq up to which the user has read; 0 leaves the column unchanged
	EndedUpToSeq  int64  // Seq of a reply that has ended; 0 leaves the column unchanged
	At            int64  // time of the change in milliseconds
}

// conversationSearchText returns the SQL expression of the text that a search of conversations
// reads. The text is the folded title, a bar and the folded last message. Folded texts have no bar,
// so no match spans title and message. lastMessage is an SQL expression. Rule chats-search.
func conversationSearchText(lastMessage string) string {
	return `CASE WHEN search_title = '' THEN ` + lastMessage + ` ELSE search_title || ' | ' || ` + lastMessage + ` END`
}

// ApplySidebarChange stores a change of a conversation. It shortens the last message to a preview.
func ApplySidebarChange(ctx context.Context, tx storage.Querier, conversationID string, c SidebarChange) error {
	_, err := tx.ExecContext(ctx, `UPDATE conversations
		SET last_message = CASE WHEN $2 = '' THEN last_message ELSE $2 END,
			search_text = CASE WHEN $2 = '' THEN search_text ELSE `+conversationSearchText("$5")+` END,
			message_count = message_count + $3, updated_at = $4,
			read_seq = CASE WHEN read_seq < $6 THEN $6 ELSE read_seq END,
			reply_seq = CASE WHEN reply_seq < $7 THEN $7 ELSE reply_seq END
		WHERE id = $1`, conversationID, Preview(c.LastMessage), c.AddedMessages, c.At, fold.Text(Preview(c.LastMessage)), c.ReadUpToSeq, c.EndedUpToSeq)
	return err
}

// RecountMessages sets the message count and the last message of a conversation from its messages. Call it
// after the user has deleted or replaced messages. It does not change updated_at. It marks all
// ended replies as read, because the user has the conversation open. Rule chats-unread.
func RecountMessages(ctx context.Context, tx storage.Querier, conversationID string) error {
	last, err := Newest(ctx, tx, conversationID)
	if IgnoreNotFound(err) != nil {
		return err
	}
	preview := Preview(last.Content)
	_, err = tx.ExecContext(ctx, `UPDATE conversations
		SET last_message = $2, search_text = `+conversationSearchText("$3")+`,
			message_count = (SELECT count(*) FROM messages WHERE conversation_id = $1 AND is_active),
			read_seq = CASE WHEN read_seq < reply_seq THEN reply_seq ELSE read_seq END
		WHERE id = $1`, conversationID, preview, fold.Text(preview))
	return err
}

// SetTitle stores the title of a conversation and reports whether the conversation exists. The
// first statement locks the row, so the last message cannot change before the second statement.
// Rule chats-title.
func SetTitle(ctx context.Context, tx storage.Querier, conversationID, title string) (bool, error) {
	var lastMessage string
	err := tx.QueryRowContext(ctx, `UPDATE conversations SET title = $2, search_title = $3 WHERE id = $1 RETURNING last_message`,
		conversationID, title, fold.Text(title)).Scan(&lastMessage)
	if storage.IsNoRows(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `UPDATE conversations SET search_text = `+conversationSearchText("$2")+` WHERE id = $1`, conversationID, fold.Text(lastMessage))
	return true, err
}

// MarkRead stores up to which Seq users have read their conversations.
func MarkRead(ctx context.Context, tx storage.Querier, seqs map[string]int64) error {
	for id, seq := range seqs {
		_, err := tx.ExecContext(ctx, `UPDATE conversations SET read_seq = $2 WHERE id = $1 AND read_seq < $2`, id, seq)
		if err != nil {
			return err
		}
	}
	return nil
}
