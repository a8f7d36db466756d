package social

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// store has the SQL of the package. This file has the SQL of likes, follows and counts. Comments,
// milestones, reports and lists of marks have their own files.
type store struct{ db database }

// database is the part of storage.DB that reads. Tests replace it to count queries.
type database interface{ Reader() storage.Querier }

// counts are the columns of social_counts, or amounts to add to them.
type counts struct{ likes, followers, comments int }

func (c counts) negated() counts { return counts{-c.likes, -c.followers, -c.comments} }

// lockCounts locks the counts of a character until the transaction ends, and returns
// them.
func (s store) lockCounts(ctx context.Context, tx storage.Querier, characterID int) (counts, error) {
	return s.addCounts(ctx, tx, characterID, counts{})
}

// addCounts adds to the counts of a character and returns the sums. The row stays
// locked until the transaction ends. Rule marks-counts-equal-rows.
func (store) addCounts(ctx context.Context, tx storage.Querier, characterID int, delta counts) (counts, error) {
	var sums counts
	err := tx.QueryRowContext(ctx, `INSERT INTO social_counts (character_id, likes, followers, comments) VALUES ($1, $2, $3, $4)
		ON CONFLICT (character_id) DO UPDATE SET likes = social_counts.likes + excluded.likes,
		followers = social_counts.followers + excluded.followers, comments = social_counts.comments + excluded.comments
		RETURNING likes, followers, comments`,
		characterID, delta.likes, delta.followers, delta.comments).Scan(&sums.likes, &sums.followers, &sums.comments)
	return sums, err
}

func (store) isMarked(ctx context.Context, tx storage.Querier, r markKind, userID string, characterID int) (marked bool, err error) {
	err = tx.QueryRowContext(ctx, `SELECT count(*) > 0 FROM `+r.table+` WHERE user_id = $1 AND character_id = $2`, userID, characterID).Scan(&marked)
	return marked, err
}

func (store) insertMarkRow(ctx context.Context, tx storage.Querier, r markKind, userID string, characterID int, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO `+r.table+` (user_id, character_id, created_at) VALUES ($1, $2, $3)`,
		userID, characterID, core.Millis(now))
	return err
}

func (store) deleteMarkRow(ctx context.Context, tx storage.Querier, r markKind, userID string, characterID int) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM `+r.table+` WHERE user_id = $1 AND character_id = $2`, userID, characterID)
	return err
}

func (s store) readStats(ctx context.Context, userID string, characterIDs []int) (map[int]CharacterStats, error) {
	out := make(map[int]CharacterStats, len(characterIDs))
	if len(characterIDs) == 0 {
		return out, nil
	}
	placeholders, args := storage.InList([]any{userID}, characterIDs)
	_, err := storage.QueryAll(ctx, s.db.Reader(), func(r storage.Row) (int, error) {
		var id int
		var n CharacterStats
		err := r.Scan(&id, &n.Likes, &n.Followers, &n.Comments, &n.Liked, &n.Following)
		out[id] = n
		return id, err
	}, `SELECT n.character_id, n.likes, n.followers, n.comments, l.user_id IS NOT NULL, f.user_id IS NOT NULL
		FROM social_counts n
		LEFT JOIN character_likes l ON l.character_id = n.character_id AND l.user_id = $1
		LEFT JOIN character_follows f ON f.character_id = n.character_id AND f.user_id = $1
		WHERE n.character_id IN (`+placeholders+`)`, args...)
	return out, err
}
