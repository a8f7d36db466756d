package billing

import (
	"context"
	"time"
)

// maxPaidPurchases is the most purchases that PaidPurchases returns. A user who buys every
// character separately has fewer. Rule accounts-purchases.
const maxPaidPurchases = 500

// PaidPurchase is a purchase that the user paid or the operator gave. It may have expired, be
// disputed or be refunded. CharacterID is 0 if the plan opens every character.
type PaidPurchase struct {
	PlanID, CharacterID int
	Status              Status
	ExpiryAt            time.Time
}

// PaidPurchases returns at most maxPaidPurchases purchases of a user, with one query. They
// are sorted by ExpiryAt, the latest first.
func (r PassReader) PaidPurchases(ctx context.Context, userID string) ([]PaidPurchase, error) {
	return store{}.paidPurchases(ctx, r.db.Reader(), userID, r.clock.Now())
}
