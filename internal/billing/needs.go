package billing

import (
	"context"
	"time"
)

// Grant is the answer of the access rule about one character.
type Grant struct {
	IsFree   bool
	Locked   bool
	ExpiryAt *time.Time
}

// Access answers for one character; an empty userID is a visitor. A character
// that is hidden or unknown is core.NotFound.
type Access interface {
	Grant(ctx context.Context, userID, characterRef string) (Grant, error)
}
