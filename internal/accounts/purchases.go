package accounts

import (
	"context"
	"time"
)

// allAccessPlanID is the id of the plan that opens every character.
const allAccessPlanID = 2

// activeStatus is the status of a purchase that is in force: it opens characters.
const activeStatus = "active"

// Purchases returns what a user has paid for.
func (s *Service) Purchases(ctx context.Context, userID string) ([]Purchase, error) {
	return s.deps.Purchases.Purchases(ctx, userID)
}

// isPaid reports whether one of the purchases is active. Rule accounts-purchases.
func isPaid(list []Purchase) bool {
	for _, p := range list {
		if p.Status == activeStatus {
			return true
		}
	}
	return false
}

// subscriptionStatus returns "active" if an active purchase has the plan that opens every
// character, else "free". Rule accounts-purchases.
func subscriptionStatus(list []Purchase) string {
	for _, p := range list {
		if p.Status == activeStatus && p.PlanID == allAccessPlanID {
			return "active"
		}
	}
	return "free"
}

type purchaseJSON struct {
	CharacterID int       `json:"character_id" doc:"0 for a plan that opens every character"`
	PlanID      int       `json:"plan_id"`
	Status      string    `json:"status" enum:"active,expired,refunded,disputed" doc:"As at the time of the call; only active opens anything"`
	ExpiryAt    time.Time `json:"expiry_at"`
}

func toPurchasesJSON(list []Purchase) []purchaseJSON {
	out := make([]purchaseJSON, len(list))
	for i, p := range list {
		out[i] = purchaseJSON(p)
	}
	return out
}
