package billing

import (
	"context"
	"time"
)

// Grant is the access of a user to a character. Rule access-who-may-chat.
type Grant struct {
	IsFree   bool
	Locked   bool
	ExpiryAt *time.Time
}

// Access returns the access of a user to a character. An empty userID is a visitor.
// A hidden or unknown character is core.NotFound.
type Access interface {
	Grant(ctx context.Context, userID, characterRef string) (Grant, error)
}
