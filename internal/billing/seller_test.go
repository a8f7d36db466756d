package billing_test

import (
	"encoding/json"
	"strings"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/billing/invoice"
)

// rule payment-invoice
func TestInvoiceNamesTheSellerOfTheSettings(t *testing.T) {
	for setting, want := range map[[2]string]string{
		{" Ada & Co ; 1 Post Street;; Nowhere", "VAT GB 1;Reg. 2"}: "Ada & Co|1 Post Street|Nowhere / VAT GB 1|Reg. 2",
		{"", ""}: "Colloquy|" + apptest.BusinessAddress + " / ",
	} {
		s := newShop(t, apptest.Start(t, apptest.SQLite(t), apptest.WithPayment, apptest.WithSeller(setting[0], setting[1])))
		s.buyLockedCharacter(t, s.NewUser("Ada"))
		var content string
		if err := s.App.DB().Reader().QueryRowContext(t.Context(), `SELECT content FROM invoices`).Scan(&content); err != nil {
			t.Fatal(err)
		}
		var c invoice.Content
		if err := json.Unmarshal([]byte(content), &c); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(c.Seller, "|") + " / " + strings.Join(c.TaxLines, "|"); got != want || !c.IsTest {
			t.Errorf("%q, want %q; test %t", got, want, c.IsTest)
		}
	}
}
