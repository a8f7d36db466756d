package fill

import (
	"context"
	"fmt"

	"colloquy/internal/storage"
)

// fillComments inserts comments of all users, and the number of comments of each character. A fifth
// of the comments are on the page of the first character. Every third comment is a reply to the
// comment before it.
func (f *filler) fillComments(ctx context.Context) error {
	var characters int
	if err := f.db.Reader().QueryRowContext(ctx, `SELECT count(*) FROM growth_characters`).Scan(&characters); err != nil {
		return err
	}
	err := f.writeInParts(ctx, f.messageCount/messagesPerComment, func(ctx context.Context, tx storage.Querier, from, to int) error {
		return insertRange(ctx, tx, from, to, fmt.Sprintf(`INSERT INTO comments (id, character_id, user_id, parent_id, body, reply_count, created_at)
			SELECT %s, (SELECT id FROM growth_characters WHERE no = CASE WHEN i / 3 %% 5 = 0 THEN 0 ELSE i / 3 %% %d END),
			(SELECT id FROM growth_users WHERE no = i %% %d), CASE WHEN i %% 3 = 2 THEN %s END, %s, CASE WHEN i %% 3 = 1 THEN 1 ELSE 0 END, %d + i * %d FROM n`,
			idSQL(commentIDPrefix, "i"), characters, f.userCount, idSQL(commentIDPrefix, "i - 1"), selectLineSQL(5), startMillis, messagesPerComment*messageGapMillis))
	})
	if err != nil {
		return err
	}
	return f.db.Write(ctx, func(tx storage.Querier) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO social_counts (character_id, comments) SELECT character_id, count(*) FROM comments WHERE true GROUP BY character_id
			ON CONFLICT (character_id) DO UPDATE SET comments = excluded.comments`)
		return err
	})
}

// fillNotices inserts notices of all users. The heavy user has a tenth of them, but at most
// maxNotices. A third of all notices is unread.
func (f *filler) fillNotices(ctx context.Context) error {
	noticeCount := f.messageCount / messagesPerComment
	heavyUserNoticeCount := min(maxNotices, noticeCount/10)
	return f.writeInParts(ctx, noticeCount, func(ctx context.Context, tx storage.Querier, from, to int) error {
		return insertRange(ctx, tx, from, to, fmt.Sprintf(`INSERT INTO notifications (id, user_id, type, actor_id, actor_name, object_id, character_id, title, message, action_url, action_text, is_read, created_at)
			SELECT %s, (SELECT id FROM growth_users WHERE no = CASE WHEN i < %d THEN -1 ELSE i %% %d END), 'comment', 'actor ' || i, 'Teodor', 'object ' || i,
			(SELECT id FROM growth_characters WHERE no = i %% 100), 'A title', 'Teodor replied to your comment.', '/character/profile/ada-lovelace', 'View', i %% 3 <> 0, %d + i * %d FROM n`,
			idSQL(noticeIDPrefix, "i"), heavyUserNoticeCount, f.userCount, startMillis, messagesPerComment*messageGapMillis))
	})
}
