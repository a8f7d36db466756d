package social

import (
	"context"
)

// CharacterStats are the public counts of a character, and whether the requesting user likes and
// follows it. Comments includes replies, but not deleted comments.
type CharacterStats struct {
	Likes, Followers, Comments int
	Liked, Following           bool // by the requesting user
}

// StatsReader reads CharacterStats. It is separate from Service because the catalogue depends on
// it, and Service depends on the catalogue.
type StatsReader struct{ db database }

// NewStatsReader returns a StatsReader.
func NewStatsReader(db database) StatsReader { return StatsReader{db} }

// Stats returns the counts of many characters, by character_id, in one query. userID is the
// requesting user, or empty for a visitor. Characters that never had a like, follow or comment
// are missing.
func (n StatsReader) Stats(ctx context.Context, userID string, characterIDs []int) (map[int]CharacterStats, error) {
	return store(n).readStats(ctx, userID, characterIDs)
}
