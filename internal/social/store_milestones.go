package social

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// insertMilestone stores a milestone, unless it was reached before. Rule profile-milestones-stay.
func (store) insertMilestone(ctx context.Context, tx storage.Querier, m milestone) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO milestones (character_id, kind, threshold, reached_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		m.characterID, string(m.kind), m.threshold, core.Millis(m.reachedAt))
	return err
}

func (s store) newestMilestones(ctx context.Context, characterID, limit int) ([]milestone, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (milestone, error) {
		var m milestone
		var at int64
		err := r.Scan(&m.characterID, &m.kind, &m.threshold, &at)
		m.reachedAt = core.FromMillis(at)
		return m, err
	}, `SELECT character_id, kind, threshold, reached_at FROM milestones WHERE character_id = $1
		ORDER BY reached_at DESC, threshold DESC, kind LIMIT $2`, characterID, limit)
}

// chatMilestoneCountByCharacter returns the number of chat milestones by character_id. Characters
// without any are missing.
func (s store) chatMilestoneCountByCharacter(ctx context.Context) (map[int]int, error) {
	out := map[int]int{}
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (int, error) {
		var id, n int
		err := r.Scan(&id, &n)
		out[id] = n
		return id, err
	}, `SELECT character_id, count(*) FROM milestones WHERE kind = $1 GROUP BY character_id`, string(chatsMilestone))
	return out, err
}
