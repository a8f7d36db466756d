package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Queries that read tables of the packages accounts and chat.

// chatCount is the number of conversations with a character.
type chatCount struct{ characterID, chats int }

// chatCounts returns the number of conversations of each character with at least minChats
// conversations.
func (s store) chatCounts(ctx context.Context, minChats int) ([]chatCount, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (chatCount, error) {
		var c chatCount
		return c, r.Scan(&c.characterID, &c.chats)
	}, `SELECT character_id, count(*) FROM conversations GROUP BY character_id HAVING count(*) >= $1 ORDER BY character_id`, minChats)
}

// nthChatStart returns when the nth conversation with a character began; n begins at 1.
func (s store) nthChatStart(ctx context.Context, characterID, n int) (time.Time, error) {
	var at int64
	err := s.db.Reader().QueryRowContext(ctx, `SELECT created_at FROM conversations WHERE character_id = $1 ORDER BY created_at LIMIT 1 OFFSET $2`,
		characterID, n-1).Scan(&at)
	return core.FromMillis(at), err
}

// activityComments reads a character's newest comments that are neither replies nor deleted.
// It leaves out authors who have switched their activity status off. Rules
// settings-activity-status, profile-activity.
func (s store) activityComments(ctx context.Context, characterID, limit int) ([]Comment, error) {
	return storage.QueryAll(ctx, s.db.Reader(), scanComment, `SELECT `+commentColumns+` FROM comments
		WHERE character_id = $1 AND parent_id IS NULL AND deleted_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM user_settings s WHERE s.user_id = comments.user_id AND NOT s.activity_status)
		ORDER BY created_at DESC, id DESC LIMIT $2`, characterID, limit)
}
