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
