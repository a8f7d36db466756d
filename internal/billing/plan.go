package billing

import (
	"encoding/json"
	"fmt"

	"colloquy/internal/billing/money"
)

// Plan is a plan that can be bought, with the field names of the seed's JSON.
type Plan struct {
	ID          int       `json:"id"`
	Name        string    `json:"plan_name"`
	MinorAmount int64     `json:"amount"`   // in the minor unit of the currency
	Currency    string    `json:"currency"` // ISO 4217
	Days        int       `json:"days"`     // how long a purchase lasts
	Cycle       string    `json:"cycle"`    // "monthly" or "yearly"
	Texts       PlanTexts `json:"meta_data"`
}

// PlanTexts has the texts about a plan. Locked characters show these texts. Rule payment-plan-texts.
type PlanTexts struct {
	Title          string `json:"title"`
	SubTitle       string `json:"sub_title"`
	Description    string `json:"description"`
	SubDescription string `json:"sub_description"`
	// Discount is the percentage by which Plan.MinorAmount is already reduced. Orders show it; 0
	// means none.
	Discount int `json:"discount_percentage,omitempty"`
}

// ParsePlans reads a JSON list of plans.
func ParsePlans(text []byte) ([]Plan, error) {
	var out []Plan
	if err := json.Unmarshal(text, &out); err != nil {
		return nil, fmt.Errorf("billing: read plans: %w", err)
	}
	return out, nil
}

// Price returns the amount of the plan.
func (p Plan) Price() money.Money {
	return money.Money{MinorAmount: p.MinorAmount, Currency: p.Currency}
}
