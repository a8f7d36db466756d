package billing

import (
	"context"

	"colloquy/internal/billing/money"
	"colloquy/internal/storage"
)

// characterPrice returns a character's own price for a plan. Rule payment-price-of-character.
func (s store) characterPrice(ctx context.Context, planID, characterID int) (price money.Money, found bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, `SELECT amount, currency FROM plan_prices WHERE plan_id = $1 AND character_id = $2`, planID, characterID).
		Scan(&price.MinorAmount, &price.Currency)
	if storage.IsNoRows(err) {
		return money.Money{}, false, nil
	}
	return price, err == nil, err
}
