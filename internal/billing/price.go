package billing

import (
	"context"

	"colloquy/internal/billing/money"
)

// priceFor returns the price of a plan for a character: the price in the table plan_prices, or
// else the price of the plan. Only the plan that opens one character can have such prices. Rule
// payment-price-of-character.
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
