package social

import (
	"context"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// marksOfUser reads the likes or follows of a user, the latest first, without counts. Rules
// favorites-sort, collections-mine.
func (s store) marksOfUser(ctx context.Context, r markKind, userID string) ([]CharacterMark, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(row storage.Row) (m CharacterMark, err error) {
		var at int64
		err = row.Scan(&m.CharacterID, &at)
		m.At = core.FromMillis(at)
		return m, err
	}, `SELECT character_id, created_at FROM `+r.table+` WHERE user_id = $1 ORDER BY created_at DESC, character_id DESC`, userID)
}

// marksOfUserWithCounts reads the likes or follows of a user, the latest first, with the counts of
// each character. The join finds all marks, because a character with a mark has a row of counts.
func (s store) marksOfUserWithCounts(ctx context.Context, r markKind, userID string) ([]CharacterMark, error) {
	return storage.QueryAll(ctx, s.db.Reader(), func(row storage.Row) (m CharacterMark, err error) {
		var at int64
		err = row.Scan(&m.CharacterID, &at, &m.LikeCount, &m.FollowerCount)
		m.At = core.FromMillis(at)
		return m, err
	}, `SELECT m.character_id, m.created_at, n.likes, n.followers FROM `+r.table+` m
		JOIN social_counts n ON n.character_id = m.character_id
		WHERE m.user_id = $1 ORDER BY m.created_at DESC, m.character_id DESC`, userID)
}
