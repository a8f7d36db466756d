package collections

import (
	"context"
	"time"
)

// Card is a character as lists show it. Locked and ExpiryAt are those of the caller
// (rule access-who-may-chat).
type Card struct {
	ID          string
	CharacterID int
	Slug        string
	Name        string
	Designation string
	Description string
	Category    string
	ImageURL    string
	CoinURL     string
	IsFree      bool
	Locked      bool
	ExpiryAt    *time.Time
	Chats       int
	Likes       int
	Followers   int
}

// Characters finds characters that are not hidden. Find accepts an id, slug or
// character_id; its error is core.NotFound for an unknown or hidden character. Cards
// makes a constant number of queries and omits unknown and hidden characters.
type Characters interface {
	Find(ctx context.Context, ref string) (Card, error)
	Cards(ctx context.Context, userID string, characterIDs []int) (map[int]Card, error)
}

// Mark is a like or a follow of a user.
type Mark struct {
	CharacterID int
	At          time.Time
}

// Marks lists the characters that a user likes or follows, latest first, in one query.
type Marks interface {
	Liked(ctx context.Context, userID string) ([]Mark, error)
	Followed(ctx context.Context, userID string) ([]Mark, error)
}
