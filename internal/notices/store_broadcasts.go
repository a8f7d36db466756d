package notices

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

func (store) insertBroadcast(ctx context.Context, tx storage.Querier, b broadcast, now time.Time) error {
	characters, err := storage.ToJSON(b.characterIDs)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO notice_broadcasts (id, type, audience, characters, object_id, character_id, title, message, action_url, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		b.id, string(b.kind), b.category, characters, b.objectID, b.characterID, b.title, b.message, b.actionURL, core.Millis(now))
	return err
}

// readOpenBroadcast reads a broadcast that has not ended.
func (s store) readOpenBroadcast(ctx context.Context, id string) (b broadcast, found bool, err error) {
	var characters string
	err = s.db.Reader().QueryRowContext(ctx, `SELECT id, type, audience, characters, object_id, character_id, title, message, action_url, after_user
		FROM notice_broadcasts WHERE id = $1 AND ended_at IS NULL`, id).Scan(
		&b.id, &b.kind, &b.category, &characters, &b.objectID, &b.characterID, &b.title, &b.message, &b.actionURL, &b.lastUserID)
	if storage.IsNoRows(err) {
		return b, false, nil
	}
	if err == nil {
		err = storage.FromJSON(characters, &b.characterIDs)
	}
	return b, err == nil, err
}

// advanceBroadcast stores that the users up to lastUserID are notified. If another worker has
// notified users after b.lastUserID, it stores nothing and returns false.
func (store) advanceBroadcast(ctx context.Context, tx storage.Querier, b broadcast, lastUserID string) (advanced bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE notice_broadcasts SET after_user = $3 WHERE id = $1 AND after_user = $2 AND ended_at IS NULL`, b.id, b.lastUserID, lastUserID)
	return n == 1, err
}

// lastBroadcastTime returns the time at which the latest broadcast of a kind was created.
func (store) lastBroadcastTime(ctx context.Context, tx storage.Querier, kind broadcastKind) (at time.Time, found bool, err error) {
	var ms int64
	err = tx.QueryRowContext(ctx, `SELECT created_at FROM notice_broadcasts WHERE type = $1 ORDER BY created_at DESC LIMIT 1`, string(kind)).Scan(&ms)
	if storage.IsNoRows(err) {
		return at, false, nil
	}
	return core.FromMillis(ms), err == nil, err
}

func (store) endBroadcast(ctx context.Context, tx storage.Querier, b broadcast, now time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE notice_broadcasts SET ended_at = $3 WHERE id = $1 AND after_user = $2`, b.id, b.lastUserID, core.Millis(now))
	return err
}

// announcedIDs returns the ids in a table of announced characters or articles.
func (s store) announcedIDs(ctx context.Context, table, column string) (map[int]bool, error) {
	out := map[int]bool{}
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (int, error) {
		var id int
		err := r.Scan(&id)
		out[id] = true
		return id, err
	}, `SELECT `+column+` FROM `+table)
	return out, err
}

// insertAnnouncement stores that a character or article is announced. added is false if this was
// stored already. Rule notifications-newsletter.
func (store) insertAnnouncement(ctx context.Context, tx storage.Querier, table, column string, id int, now time.Time) (added bool, err error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO `+table+` (`+column+`, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`, id, core.Millis(now))
	return n == 1, err
}
