package social

import (
	"context"

	"colloquy/internal/storage"
)

// Numbers are the public counts of a character, and what the asking user did.
// Comments counts replies too, but no deleted comments.
type Numbers struct {
	Likes, Followers, Comments int
	Liked, Following           bool
}

// NumberReader reads Numbers. It is apart from Service, which needs the catalogue,
// because the catalogue needs the numbers.
type NumberReader struct{ db *storage.DB }

// NewNumberReader returns a NumberReader.
func NewNumberReader(db *storage.DB) NumberReader { return NumberReader{db} }

// Numbers returns the numbers of many characters in one query, with the marks of a
// user; an empty userID is a visitor. Characters that nobody has liked, followed or
// commented on are left out.
func (n NumberReader) Numbers(ctx context.Context, userID string, characterIDs []int) (map[int]Numbers, error) {
	return store(n).numbers(ctx, userID, characterIDs)
}
