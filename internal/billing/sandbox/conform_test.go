package sandbox_test

import (
	"testing"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/providertest"
	"colloquy/internal/billing/sandbox"
)

func TestConformance(t *testing.T) {
	sandboxPairOnEachEngine(t, func(t *testing.T, one, _ *sandbox.Provider) {
		providertest.Run(t, func(*testing.T) providertest.Subject {
			return providertest.Subject{
				Provider: one, Outcomes: []providertest.Outcome{providertest.Success, providertest.Failure},
				Pay: func(t *testing.T, orderID string, o providertest.Outcome) (string, string) {
					id, signed, err := one.Pay(t.Context(), orderID, money.Money{MinorAmount: 2400, Currency: "USD"}, o == providertest.Success)
					if err != nil {
						t.Fatal(err)
					}
					return id, signed
				},
			}
		})
	})
}
