package notices

import (
	"context"

	"colloquy/internal/storage"
)

// versions returns the versions of users, from their primary key. Users without notices
// are missing.
func (s store) versions(ctx context.Context, userIDs []string) (map[string]int64, error) {
	placeholders, args := storage.In(nil, userIDs)
	return numbersByUser(ctx, s.db.Reader(), `SELECT user_id, version FROM notice_versions WHERE user_id IN (`+placeholders+`)`, args)
}

// unread counts the unread notices of users that are shown, as counts does. Users without
// any are missing.
func (s store) unread(ctx context.Context, userIDs []string) (map[string]int, error) {
	placeholders, args := storage.In(nil, userIDs)
	found, err := numbersByUser(ctx, s.db.Reader(), `SELECT n.user_id, CAST(SUM(n.rows_of) AS BIGINT) FROM (
			SELECT user_id, character_id, count(*) AS rows_of FROM notifications
			WHERE user_id IN (`+placeholders+`) AND is_latest AND is_read = FALSE GROUP BY user_id, character_id) n
		WHERE NOT `+hiddenCharacter+` GROUP BY n.user_id`, args)
	out := make(map[string]int, len(found))
	for id, n := range found {
		out[id] = int(n)
	}
	return out, err
}

// numbersByUser runs a query for users and numbers.
func numbersByUser(ctx context.Context, q storage.Querier, query string, args []any) (map[string]int64, error) {
	out := map[string]int64{}
	_, err := storage.All(ctx, q, func(r storage.Row) (id string, err error) {
		var n int64
		err = r.Scan(&id, &n)
		out[id] = n
		return id, err
	}, query, args...)
	return out, err
}
