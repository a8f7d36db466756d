package billing

import (
	"testing"

	"colloquy/internal/billing/money"
	"colloquy/internal/storage"
)

// rule payment-price-of-character
func TestPriceOfACharacterReplacesThePriceOfItsPlan(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *Service) {
		ctx := t.Context()
		onePlan := Plan{ID: oneCharacterPlanID, Name: "One", MinorAmount: 100, Currency: "USD"}
		allPlan := Plan{ID: allAccessPlanID, Name: "All", MinorAmount: 2400, Currency: "USD"}
		loadPlans(t, s, onePlan, allPlan)
		err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO plan_prices (plan_id, character_id, amount, currency) VALUES (1, 64, 350, 'EUR'), (2, 64, 1, 'USD')`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			plan        Plan
			characterID int
			want        money.Money
		}{
			{onePlan, 64, money.Money{MinorAmount: 350, Currency: "EUR"}},
			{onePlan, 65, money.Money{MinorAmount: 100, Currency: "USD"}},
			{onePlan, 0, money.Money{MinorAmount: 100, Currency: "USD"}},
			{allPlan, 64, money.Money{MinorAmount: 2400, Currency: "USD"}},
			{allPlan, 0, money.Money{MinorAmount: 2400, Currency: "USD"}},
		} {
			if got, err := s.priceFor(ctx, c.plan, c.characterID); err != nil || got != c.want {
				t.Errorf("plan %d for character %d costs %+v, %v; want %+v", c.plan.ID, c.characterID, got, err, c.want)
			}
		}
		err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
			_, err := tx.ExecContext(ctx, `INSERT INTO plan_prices (plan_id, character_id, amount, currency) VALUES (1, 65, 0, 'USD')`)
			return err
		})
		if err == nil {
			t.Error("a price of nothing was stored")
		}
	})
}
