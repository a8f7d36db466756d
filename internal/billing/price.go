package billing

import (
	"context"

	"colloquy/internal/billing/money"
)

// priceFor returns the price of a plan for a character. A price in the table plan_prices has
// precedence over the plan's price. Only the plan for one character can have a price in that table.
// Rule payment-price-of-character.
func (s *Service) priceFor(ctx context.Context, plan Plan, characterID int) (money.Money, error) {
	if plan.ID != oneCharacterPlanID || characterID == 0 {
		return plan.Price(), nil
	}
	price, found, err := s.store.characterPrice(ctx, plan.ID, characterID)
	if err != nil || !found {
		return plan.Price(), err
	}
	return price, nil
}
