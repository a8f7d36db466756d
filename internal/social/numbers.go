package social

import (
	"context"
)

// Numbers are the public counts of a character, and whether the requesting user likes and
// follows it. Comments includes replies, but not deleted comments.
type Numbers struct {
	Likes, Followers, Comments int
	Liked, Following           bool // by the requesting user
}

// NumberReader reads Numbers. It is separate from Service because the catalogue depends
// on it, and Service depends on the catalogue.
type NumberReader struct{ db database }

// NewNumberReader returns a NumberReader.
func NewNumberReader(db database) NumberReader { return NumberReader{db} }

// Numbers returns the numbers of many characters, by character_id, in one query. userID is
// the requesting user, or empty for a visitor. Characters that never had a like, follow or
// comment are missing in the result.
func (n NumberReader) Numbers(ctx context.Context, userID string, characterIDs []int) (map[int]Numbers, error) {
	return store(n).readNumbers(ctx, userID, characterIDs)
}
