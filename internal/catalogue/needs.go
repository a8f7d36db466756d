package catalogue

import (
	"context"
	"time"
)

// Grant says whether a user may chat with a character, and until when a
// purchase lasts (decisions §4).
type Grant struct {
	Locked   bool
	ExpiryAt *time.Time
}

// Access is the one rule of who may chat. It answers for every character
// asked; an empty userID is a visitor.
type Access interface {
	Grants(ctx context.Context, userID string, characters []Character) (map[int]Grant, error)
}

// Numbers are the public counts of a character, and what the user who asks did.
type Numbers struct {
	Likes, Followers, Comments int
	Liked, Following           bool
}

// Social counts what people do around characters, for many in one query; an
// empty userID is a visitor. Characters of which there is nothing to count may
// be left out.
type Social interface {
	Numbers(ctx context.Context, userID string, characterIDs []int) (map[int]Numbers, error)
}
