package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func (store) insertNotice(ctx context.Context, tx storage.Querier, n notice, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO notifications
		(id, user_id, type, actor_id, object_id, title, message, action_url, action_text, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		core.NewID(now), n.userID, n.kind, n.actorID, n.objectID, n.title, n.message, n.actionURL, n.actionText, core.Millis(now))
	return err
}

// recentNotice finds the newest notice since a time with n's user, actor and object. id
// is empty if there is none.
func (store) recentNotice(ctx context.Context, tx storage.Querier, n notice, since time.Time) (id, kind string, err error) {
	err = tx.QueryRowContext(ctx, `SELECT id, type FROM notifications
		WHERE user_id = $1 AND object_id = $2 AND actor_id = $3 AND created_at > $4 ORDER BY created_at DESC, id DESC LIMIT 1`,
		n.userID, n.objectID, n.actorID, core.Millis(since)).Scan(&id, &kind)
	if storage.IsNoRows(err) {
		err = nil
	}
	return id, kind, err
}

func (store) replaceNotice(ctx context.Context, tx storage.Querier, id string, n notice, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE notifications SET type = $2, title = $3, message = $4, action_url = $5, action_text = $6,
		is_read = FALSE, created_at = $7 WHERE id = $1`, id, n.kind, n.title, n.message, n.actionURL, n.actionText, core.Millis(now))
	return err
}

func (s store) announced(ctx context.Context) (map[int]bool, error) {
	out := map[int]bool{}
	_, err := storage.All(ctx, s.db.Reader(), func(r storage.Row) (int, error) {
		var id int
		err := r.Scan(&id)
		out[id] = true
		return id, err
	}, `SELECT character_id FROM announced_characters`)
	return out, err
}

// insertAnnounced reports whether the row was added.
func (store) insertAnnounced(ctx context.Context, tx storage.Querier, characterID int, now time.Time) (added bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO announced_characters (character_id, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
		characterID, core.Millis(now))
	return n == 1, err
}

func (store) anyFollower(ctx context.Context, tx storage.Querier) (is bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM character_follows)`).Scan(&is)
	return is, err
}
