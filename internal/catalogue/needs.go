package catalogue

import (
	"context"
	"time"
)

// Grant says whether a user may chat with a character, and until when a purchase
// lasts.
type Grant struct {
	IsLocked bool
	ExpiryAt *time.Time
}

// Access decides who may chat. Grants returns a grant for every character, by
// character_id. An empty userID means a visitor.
type Access interface {
	Grants(ctx context.Context, userID string, characters []Character) (map[int]Grant, error)
}

// SocialCounts are the public counts of a character, and whether the calling user likes and
// follows it. Comments includes replies.
type SocialCounts struct {
	Likes, Followers, Comments int
	IsLiked, IsFollowing       bool
}

// Social returns the social counts of many characters with one query, by character_id. An
// empty userID means a visitor. Characters whose counts are all zero may be left out.
type Social interface {
	Counts(ctx context.Context, userID string, characterIDs []int) (map[int]SocialCounts, error)
}
