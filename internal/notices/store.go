package notices

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

type store struct{ db database }

// database is the part of storage.DB that reads.
type database interface{ Reader() storage.Querier }

// raiseNoticesVersion increments the version of a user's notices. This locks the user's row of
// notice_versions until the transaction ends.
func (store) raiseNoticesVersion(ctx context.Context, tx storage.Querier, userID string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO notice_versions (user_id, version) VALUES ($1, 1)
		ON CONFLICT (user_id) DO UPDATE SET version = notice_versions.version + 1`, userID)
	return err
}

const insertNoticeQuery = `INSERT INTO notifications
	(id, user_id, type, actor_id, actor_name, object_id, character_id, others, title, message, action_url, action_text, created_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`

func (n storedNotice) columnValues() []any {
	return []any{n.id, n.userID, n.kind, n.actorID, n.actorName, n.objectID, n.characterID, n.otherLikeCount, n.title, n.message, n.actionURL, n.actionText, core.Millis(n.createdAt)}
}

func (store) insertNotice(ctx context.Context, tx storage.Querier, n storedNotice) error {
	_, err := tx.ExecContext(ctx, insertNoticeQuery, n.columnValues()...)
	return err
}

// insertNoticeOnce inserts a notice, unless a notice with its id exists.
func (store) insertNoticeOnce(ctx context.Context, tx storage.Querier, n storedNotice) error {
	_, err := tx.ExecContext(ctx, insertNoticeQuery+` ON CONFLICT (id) DO NOTHING`, n.columnValues()...)
	return err
}

// recentNotice finds the newest notice with the user, actor and object of n. It ignores notices
// from before the time in since. id is empty if there is no notice. Rule notifications-once-a-day.
func (store) recentNotice(ctx context.Context, tx storage.Querier, n storedNotice, since time.Time) (id, kind string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT id, type FROM notifications
		WHERE user_id = $1 AND object_id = $2 AND actor_id = $3 AND created_at > $4 ORDER BY created_at DESC, id DESC LIMIT 1`,
		n.userID, n.objectID, n.actorID, core.Millis(since)).Scan(&id, &kind)
	if storage.IsNoRows(err) {
		err = nil
	}
	return id, kind, err
}

// replaceNotice overwrites the notice with the given id by n. n must not be a like.
func (store) replaceNotice(ctx context.Context, tx storage.Querier, id string, n storedNotice) error {
	_, err := tx.ExecContext(ctx, `UPDATE notifications SET type = $2, title = $3, message = $4, action_url = $5, action_text = $6,
		is_read = FALSE, created_at = $7, actor_name = $8, is_latest = TRUE, others = 0 WHERE id = $1`,
		id, n.kind, n.title, n.message, n.actionURL, n.actionText, core.Millis(n.createdAt), n.actorName)
	return err
}

// A notice about a like has the type likeType. Its user_id is the comment's author, and its
// object_id is the comment's id.

// makeRoomForLike prepares the insertion of the like n. It deletes an older like of n's actor, so
// that each actor counts once. It clears is_latest of the latest like. It returns the number of
// remaining likes. Rule notifications-likes-grouped.
func (store) makeRoomForLike(ctx context.Context, tx storage.Querier, n storedNotice) (otherLikeCount int, err error) {
	if _, err := tx.ExecContext(ctx, `DELETE FROM notifications WHERE user_id = $1 AND object_id = $2 AND type = $3 AND actor_id = $4`,
		n.userID, n.objectID, likeType, n.actorID); err != nil {
		return 0, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE notifications SET is_latest = FALSE WHERE user_id = $1 AND object_id = $2 AND type = $3 AND is_latest`,
		n.userID, n.objectID, likeType); err != nil {
		return 0, err
	}
	err = tx.QueryRowContext(ctx, `SELECT count(*) FROM notifications WHERE user_id = $1 AND object_id = $2 AND type = $3`, n.userID, n.objectID, likeType).Scan(&otherLikeCount)
	return otherLikeCount, err
}

// regroupLikes updates the columns is_latest and `others` of the notices about likes of a comment.
// The column `others` has the number of the other likes. Call regroupLikes after a notice about a
// like was deleted. Rule notifications-likes-grouped.
func (store) regroupLikes(ctx context.Context, tx storage.Querier, userID, objectID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE notifications SET
		is_latest = (id = (SELECT m.id FROM notifications m WHERE m.user_id = $1 AND m.object_id = $2 AND m.type = $3 ORDER BY m.created_at DESC, m.id DESC LIMIT 1)),
		others = (SELECT count(*) - 1 FROM notifications m WHERE m.user_id = $1 AND m.object_id = $2 AND m.type = $3)
		WHERE user_id = $1 AND object_id = $2 AND type = $3`, userID, objectID, likeType)
	return err
}
