package notices

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// filterConditions has the condition of each filter. The conditions compare is_read with a
// value, because SQLite does not use an index for the bare column.
var filterConditions = map[Filter]string{FilterAll: ``, FilterUnread: ` AND n.is_read = FALSE`, FilterRead: ` AND n.is_read = TRUE`}

// listQuery returns the query of listNotices. Its arguments are the user, the time and id of a
// position, and the limit. Rules notifications-list, notifications-likes-grouped,
// notifications-hidden-characters.
func listQuery(filter Filter) string {
	return `SELECT n.id, n.type, n.actor_name, n.others, n.title, n.message, n.action_url, n.action_text, n.is_read, n.created_at
		FROM notifications n WHERE n.user_id = $1 AND n.is_latest` + filterConditions[filter] + ` AND (n.created_at, n.id) < ($2, $3)
		AND NOT ` + hiddenCharacterCondition + ` ORDER BY n.created_at DESC, n.id DESC LIMIT $4`
}

// listNotices returns at most limit notices after a position, latest first, without those about
// hidden characters.
func (s store) listNotices(ctx context.Context, userID string, filter Filter, after position, limit int) ([]storedNotice, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (n storedNotice, err error) {
		var at int64
		err = r.Scan(&n.id, &n.kind, &n.actorName, &n.otherLikeCount, &n.title, &n.message, &n.actionURL, &n.actionText, &n.isRead, &at)
		n.createdAt = core.FromMillis(at)
		return n, err
	}, listQuery(filter), userID, after.At, after.ID, limit)
}
