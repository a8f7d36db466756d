package message

import (
	"context"

	"colloquy/internal/storage"
)

// SetFeedback stores a user's feedback on a reply: 1 for a thumb up, -1 for a thumb down, 0 for
// none. It returns false if the conversation has no such reply outside its archives. Rule
// messages-feedback.
func SetFeedback(ctx context.Context, tx storage.Querier, conversationID, id string, value int, reason string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE messages SET feedback = $3, feedback_reason = $4
		WHERE conversation_id = $1 AND id = $2 AND NOT is_user AND archive_id IS NULL`, conversationID, id, value, reason)
	return n == 1, err
}
