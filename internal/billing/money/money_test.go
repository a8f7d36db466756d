package money

import "testing"

// rule payment-amount
func TestAmountsAsText(t *testing.T) {
	for _, c := range []struct {
		money         Money
		decimal, text string
	}{
		{Money{2400, "USD"}, "24.00", "$24.00"},
		{Money{5, "USD"}, "0.05", "$0.05"},
		{Money{-150, "USD"}, "-1.50", "-$1.50"},
		{Money{0, "EUR"}, "0.00", "€0.00"},
		{Money{295, "JPY"}, "295.00", "¥295"},
		{Money{295990, "KWD"}, "295.990", "295.990 KWD"},
		{Money{99999999, "INR"}, "999999.99", "₹999999.99"},
		{Money{100, "CHF"}, "1.00", "1.00 CHF"},
	} {
		if c.money.Decimal() != c.decimal || c.money.String() != c.text {
			t.Errorf("%+v: %q, %q; want %q, %q", c.money, c.money.Decimal(), c.money.String(), c.decimal, c.text)
		}
	}
}
