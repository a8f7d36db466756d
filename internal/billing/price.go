package billing

import (
	"context"

	"colloquy/internal/billing/money"
)

// priceFor returns what a plan costs for a character: the price that the table
// plan_prices has for the two, else the plan's own. Only the plan of one character has
// prices of characters. Rule payment-price-of-character.
func (s *Service) priceFor(ctx context.Context, plan Plan, characterID int) (money.Money, error) {
	if plan.ID != oneCharacter || characterID == 0 {
		return plan.Price(), nil
	}
	price, found, err := s.store.characterPrice(ctx, plan.ID, characterID)
	if err != nil || !found {
		return plan.Price(), err
	}
	return price, nil
}
