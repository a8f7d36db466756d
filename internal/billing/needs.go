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

// Access returns the grant of a user for a character. An empty userID means a
// visitor. If the character is hidden or unknown, the error is core.NotFound.
type Access interface {
	Grant(ctx context.Context, userID, characterRef string) (Grant, error)
}
