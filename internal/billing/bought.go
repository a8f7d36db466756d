package billing

import (
	"context"
	"time"
)

// maxBought bounds the answer of Bought. A user who pays for every character alone and
// extends each of them has fewer purchases that still run.
const maxBought = 500

// Bought is a purchase that was paid, as the account of its user shows it. CharacterID is
// 0 for a plan that opens every character.
type Bought struct {
	PlanID, CharacterID int
	Status              Status
	ExpiryAt            time.Time
}

// Bought returns what a user has paid for, in one query: those that end last first. Rule
// accounts-purchases.
func (r PassReader) Bought(ctx context.Context, userID string) ([]Bought, error) {
	return store{}.bought(ctx, r.db.Reader(), userID, r.clock.Now())
}
