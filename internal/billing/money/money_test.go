package money

import "testing"

// rule payment-amount
func TestAmountsAreWrittenWithTheirCurrency(t *testing.T) {
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

// rule payment-amount
func TestDecimalsAreReadAsMinorUnits(t *testing.T) {
	for text, want := range map[string]int64{"0.50": 50, "24": 2400, "24.": 2400, "0.5": 50, "1.500": 150, "007.01": 701, "92233720368547758.07": 1<<63 - 1} {
		if m, err := Parse(text, "USD"); err != nil || m != (Money{want, "USD"}) {
			t.Errorf("%q: %+v, %v", text, m, err)
		}
	}
	if m, err := Parse("295.00", "JPY"); err != nil || m.MinorAmount != 295 {
		t.Errorf("yen: %+v, %v", m, err)
	}
	if m, err := Parse("1.234", "KWD"); err != nil || m.MinorAmount != 1234 {
		t.Errorf("dinars: %+v, %v", m, err)
	}
	for _, text := range []string{"", ".", ".5", "-1", "+1", "1,50", "1.501", "1e2", " 1", "1.5.0", "0x1", "92233720368547758.08", "½"} {
		if m, err := Parse(text, "USD"); err == nil {
			t.Errorf("%q: %+v", text, m)
		}
	}
}
