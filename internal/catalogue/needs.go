package catalogue

import (
	"context"
	"time"
)

// Grant says whether a user may chat with a character, and until when a purchase
// lasts.
type Grant struct {
	Locked   bool
	ExpiryAt *time.Time
}

// Access is the rule of who may chat. Grants returns a grant for every character; an
// empty userID is a visitor.
type Access interface {
	Grants(ctx context.Context, userID string, characters []Character) (map[int]Grant, error)
}

// Numbers are the public counts of a character, and what the asking user did.
type Numbers struct {
	Likes, Followers, Comments int
	Liked, Following           bool
}

// Social returns the numbers of many characters in one query; an empty userID is a
// visitor. Characters whose numbers are all zero may be left out.
type Social interface {
	Numbers(ctx context.Context, userID string, characterIDs []int) (map[int]Numbers, error)
}
