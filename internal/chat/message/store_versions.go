package message

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// TextsOfVersions returns the texts of the replies to a user message, without empty ones,
// oldest first.
func TextsOfVersions(ctx context.Context, q storage.Querier, userMessageID string) ([]string, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (text string, err error) { return text, r.Scan(&text) },
		`SELECT content FROM messages WHERE reply_to = $1 AND content <> '' ORDER BY seq`, userMessageID)
}

// Version is a version of a reply, without its text. The versions of a reply are all replies
// to one user message; at most one of them is active.
type Version struct {
	ID        string
	Guidance  string // the user's wish for this version
	CreatedAt time.Time
}

// Versions returns the replies to a user message that have a text, and the active one, oldest
// first. Rule messages-versions.
func Versions(ctx context.Context, q storage.Querier, userMessageID string) ([]Version, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (v Version, err error) {
		var created int64
		err = r.Scan(&v.ID, &v.Guidance, &created)
		v.CreatedAt = core.FromMillis(created)
		return v, err
	}, `SELECT id, guidance, created_at FROM messages WHERE reply_to = $1 AND (is_active OR content <> '') ORDER BY seq`, userMessageID)
}

// VersionTextSizes returns the sizes of all replies to a user message.
func VersionTextSizes(ctx context.Context, tx storage.Querier, userMessageID string) ([]TextSize, error) {
	return storage.QueryAll(ctx, tx, scanTextSize, `SELECT id, is_user, octet_length(content) FROM messages WHERE reply_to = $1`, userMessageID)
}

// SwapVersions makes another version of a reply active. from is the id of the active version, which
// becomes inactive. to is the id of the version that becomes active. If SwapVersions returns false,
// the caller must roll the transaction back. Reasons for false:
//
//   - another call was faster
//   - one of the two versions is still being written
//   - the ids do not belong to versions of one reply
func SwapVersions(ctx context.Context, tx storage.Querier, from, to string) (bool, error) {
	retired, err := RetireReply(ctx, tx, from)
	if err != nil || !retired {
		return false, err
	}
	n, err := storage.ExecCount(ctx, tx, `UPDATE messages SET is_active = TRUE
		WHERE id = $1 AND NOT is_active AND archive_id IS NULL AND status <> 'generating'
			AND reply_to = (SELECT reply_to FROM messages WHERE id = $2)`, to, from)
	return n == 1, err
}

// ClearText empties the text of a message.
func ClearText(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `UPDATE messages SET content = '', search_text = NULL WHERE id = $1`, id)
	return err
}
