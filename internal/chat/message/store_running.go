package message

import (
	"context"
	"database/sql"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// AllRunningReplies returns the running replies of all processes, with only their ids, owners and
// leases.
func AllRunningReplies(ctx context.Context, q storage.Querier) ([]Message, error) {
	return storage.QueryAll(ctx, q, scanRunningReply, `SELECT id, owner, lease_until FROM messages WHERE status = 'generating'`)
}

// RunningRepliesOfNode returns the running replies of all processes of a node, with the same columns
// as AllRunningReplies. In rows of older server versions the owner is the node itself. Rule
// replies-interrupted.
func RunningRepliesOfNode(ctx context.Context, q storage.Querier, node string) ([]Message, error) {
	return storage.QueryAll(ctx, q, scanRunningReply, `SELECT id, owner, lease_until FROM messages
		WHERE status = 'generating' AND (owner = $1 OR substr(owner, 1, $2) = $3)`, node, len(node)+1, node+".")
}

func scanRunningReply(r storage.Row) (Message, error) {
	m := Message{Status: Generating}
	var lease int64
	err := r.Scan(&m.ID, &m.OwnerProcess, &lease)
	m.LeaseUntil = core.FromMillis(lease)
	return m, err
}

// MaxRunningPerUser is the largest number of running replies of one user (rule
// replies-two-at-once).
const MaxRunningPerUser = 2

// TakenSlots returns which of a user's slots hold a running reply. A slot is a value of
// Message.UserSlot.
func TakenSlots(ctx context.Context, tx storage.Querier, slots [MaxRunningPerUser]string) (map[string]bool, error) {
	list, err := storage.QueryAll(ctx, tx, func(r storage.Row) (slot string, err error) { return slot, r.Scan(&slot) },
		`SELECT user_slot FROM messages WHERE status = 'generating' AND user_slot IN ($1, $2)`, slots[0], slots[1])
	takenSlots := make(map[string]bool, len(list))
	for _, slot := range list {
		takenSlots[slot] = true
	}
	return takenSlots, err
}

// SaveCheckpoint saves the text so far and renews the lease of a running reply. It does not change a
// reply that has ended. lease and now are milliseconds. exists is false if the row was deleted.
func SaveCheckpoint(ctx context.Context, tx storage.Querier, id, text string, lease, now int64) (exists bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE messages SET content = $2, lease_until = $3, updated_at = $4
		WHERE id = $1 AND status = 'generating'`, id, text, lease, now)
	if err != nil || n == 1 {
		return true, err
	}
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM messages WHERE id = $1)`, id).Scan(&exists)
	return exists, err
}

// Finish ends a running reply and reports whether it did. Later calls return false. After another
// process has marked the reply as interrupted, the reply's writer can still end it. After a retry
// has replaced the reply, the writer cannot. now is in milliseconds. Rule replies-interrupted.
func Finish(ctx context.Context, tx storage.Querier, m Message, now int64) (ended bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE messages
		SET content = $2, status = $3, provider = $4, error_code = $5, prompt_tokens = $6, cached_tokens = $7, output_tokens = $8, updated_at = $9, search_text = NULL
		WHERE id = $1 AND (status = 'generating' OR status = 'interrupted' AND is_active AND owner = $10)`,
		m.ID, m.Content, m.Status, m.Provider, m.ErrorCode, m.Usage.Prompt, m.Usage.Cached, m.Usage.Output, now, m.OwnerProcess)
	return n == 1, err
}

// RetireReply makes an ended reply inactive, so that another version can take its place in the
// conversation. It reports whether this call did so.
func RetireReply(ctx context.Context, tx storage.Querier, id string) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE messages SET is_active = FALSE
		WHERE id = $1 AND is_active AND status <> 'generating'`, id)
	return n == 1, err
}

// Interrupt marks a reply without a writer as interrupted and returns the number of marked rows, 0
// or 1. It marks none if the lease was renewed after m was read. The text in shown replaces the
// stored text if it begins with the stored text. now is in milliseconds. Rule replies-partial-kept.
func Interrupt(ctx context.Context, tx storage.Querier, m Message, shown string, now int64) (int64, error) {
	return storage.ExecCount(ctx, tx, `UPDATE messages SET status = 'interrupted', error_code = 'interrupted', updated_at = $3,
		content = CASE WHEN substr($4, 1, length(content)) = content THEN $4 ELSE content END
		WHERE id = $1 AND status = 'generating' AND lease_until = $2`, m.ID, core.Millis(m.LeaseUntil), now, shown)
}

// RequestStop stores a stop request for the process that writes a reply. seen is a value of
// StopRequest.SeenChars. A later request does not replace the first. Rule replies-stop.
func RequestStop(ctx context.Context, tx storage.Querier, id string, seen int) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET stop_seen = $2
		WHERE id = $1 AND status = 'generating' AND stop_seen IS NULL`, id, seen)
	return err
}

// RunningOfUser returns the running replies of a user, with only their ids.
func RunningOfUser(ctx context.Context, q storage.Querier, userID string) ([]Message, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (m Message, err error) {
		return m, r.Scan(&m.ID, &m.ConversationID)
	}, `SELECT m.id, m.conversation_id FROM messages m JOIN conversations c ON c.id = m.conversation_id
		WHERE m.status = 'generating' AND c.user_id = $1`, userID)
}

// DeleteBatchOfUser deletes at most limit messages of a user and returns their number.
func DeleteBatchOfUser(ctx context.Context, tx storage.Querier, userID string, limit int) (int64, error) {
	return storage.ExecCount(ctx, tx, `DELETE FROM messages WHERE id IN (
		SELECT m.id FROM conversations c JOIN messages m ON m.conversation_id = c.id WHERE c.user_id = $1 LIMIT $2)`, userID, limit)
}

// StopRequest is a stop that another process has requested.
type StopRequest struct {
	ReplyID   string
	SeenChars int // code points that the reader saw; -1: all
}

// StopRequests returns the stop requests for the replies that one process writes. `owner`
// identifies the process.
func StopRequests(ctx context.Context, q storage.Querier, owner string) ([]StopRequest, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (StopRequest, error) {
		var request StopRequest
		var seen sql.NullInt64
		err := r.Scan(&request.ReplyID, &seen)
		request.SeenChars = int(seen.Int64)
		return request, err
	}, `SELECT id, stop_seen FROM messages WHERE status = 'generating' AND owner = $1 AND stop_seen IS NOT NULL`, owner)
}
