package social

import (
	"context"
)

// Numbers are the public counts of a character, and the marks of the requesting user.
// Comments includes replies, but not deleted comments.
type Numbers struct {
	Likes, Followers, Comments int
	Liked, Following           bool
}

// NumberReader reads Numbers. It is separate from Service because the catalogue depends
// on it, and Service depends on the catalogue.
type NumberReader struct{ db database }

// NewNumberReader returns a NumberReader.
func NewNumberReader(db database) NumberReader { return NumberReader{db} }

// Numbers returns the numbers of many characters in one query, with the marks of a
// user; userID is empty for a visitor. Characters without any likes, follows and
// comments are missing in the result.
func (n NumberReader) Numbers(ctx context.Context, userID string, characterIDs []int) (map[int]Numbers, error) {
	return store(n).numbers(ctx, userID, characterIDs)
}
