package billing

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/storage"
)

// rules payment-notices, payment-mails
func TestPurchaseIsToldOnce(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.insertOrder("o1", "ada", nil)
		d.notifyPaidOrder("o1")
		d.notifyPaidOrder("o1")
		d.wantNoticesAndMails([]string{"purchase: You have unlocked Søren Kierkegaard until 31 March 2026."}, []string{"Your receipt: Unlock Character"})
		m := d.onlyMail()
		for _, part := range []string{"$1.00", "Søren Kierkegaard until 31 March 2026", formatInvoiceNumber(1), "pay_o1", "https://chat.example/user?section=payments", "https://chat.example/api/purchase/invoice/" + formatInvoiceNumber(1), "does not renew", "https://chat.example/refund-policy"} {
			if !strings.Contains(m.Text, part) || !strings.Contains(m.HTML, part) {
				t.Errorf("the receipt lacks %q: %s", part, m.Text)
			}
		}
		if n := d.noticesByKey["purchase o1"]; n.UserID != "ada" || n.Group != "" || n.ActionURL != "/user?section=payments" || n.ActionText != "View" || n.Title != "Payment successful" {
			t.Errorf("%+v", n)
		}
		if m.To != "ada@post.example" || strings.Contains(m.Text, "test payment") {
			t.Errorf("%+v", m)
		}
	})
}

// rule payment-mails
func TestReceiptOfATestSaysSo(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.deps.TakesOnlyTestPayments = true
		d.insertOrder("o1", "ada", func(p *Purchase) {
			p.Provider, p.PlanID, p.CharacterID, p.PlanName = "sandbox", 2, 0, "Unlock Full Access"
		})
		d.notifyPaidOrder("o1")
		d.wantNoticesAndMails([]string{"purchase: You have unlocked every character until 31 March 2026."}, []string{"Your receipt: Unlock Full Access"})
		if m := d.onlyMail(); !strings.Contains(m.Text, "This was a test payment. No money was taken.") {
			t.Error(m.Text)
		}
		if v, err := d.invoice(t.Context(), "ada", "o1"); err != nil || !v.IsTest {
			t.Errorf("%+v, %v", v, err)
		}
	})
}

// A paid order of a deleted account gets an invoice without a buyer. If the refund was reported
// before the payment, the order gets an invoice without a notice.
// rules payment-invoice, payment-notices
func TestInvoiceIsIssuedWithoutANotice(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		d.insertOrder("o1", "", nil)
		d.insertOrder("o2", "gone", nil)
		d.insertOrder("o3", "ada", func(p *Purchase) { p.Status, p.PaymentStatus, p.RefundedAmount = Refunded, PaymentRefunded, 100 })
		for _, id := range []string{"o1", "o2", "o3"} {
			d.notifyPaidOrder(id)
			if d.invoiceNumberOf(id) == "" {
				t.Errorf("%s has no invoice", id)
			}
		}
		d.wantNoticesAndMails(nil, nil)
	})
}

// rules payment-notices, payment-mails, payment-refund-failed
func TestRefundsAndDisputesAreToldOnce(t *testing.T) {
	halfPrice := money.Money{MinorAmount: 50, Currency: "USD"}
	cases := map[string]struct {
		status  Status
		tell    func(d *harness, tx storage.Querier, p Purchase) error
		message string
		subject string
		text    string
	}{
		"part": {Active, func(d *harness, tx storage.Querier, p Purchase) error {
			return d.notifyBuyerOfRefund(d.t.Context(), tx, p, "rfnd_1", halfPrice)
		},
			"refund: $0.50 for Søren Kierkegaard goes back to you.", "Your refund of $0.50", "The access of this payment stays until 31 March 2026."},
		"whole": {Refunded, func(d *harness, tx storage.Querier, p Purchase) error {
			return d.notifyBuyerOfRefund(d.t.Context(), tx, p, "rfnd_1", p.Price)
		},
			"refund: $1.00 for Søren Kierkegaard goes back to you. The access of this payment has ended.", "Your refund of $1.00", "you can go on reading them."},
		"failed": {Active, func(d *harness, tx storage.Querier, p Purchase) error {
			return d.notifyBuyerOfFailedRefund(d.t.Context(), tx, p, "rfnd_1", p.Price)
		},
			"refund: Your bank returned $1.00 for Søren Kierkegaard to us. We will pay it back in another way. You can write to Søren Kierkegaard until 31 March 2026.", "Your refund of $1.00 did not arrive", "You need not do anything; if we need something for it, we write to you. You can write to Søren Kierkegaard until 31 March 2026."},
		"failed after its end": {Refunded, func(d *harness, tx storage.Querier, p Purchase) error {
			return d.notifyBuyerOfFailedRefund(d.t.Context(), tx, p, "rfnd_1", halfPrice)
		},
			"refund: Your bank returned $0.50 for Søren Kierkegaard to us. We will pay it back in another way.", "Your refund of $0.50 did not arrive", "The money is yours, and nothing is lost."},
		"surplus": {Active, func(d *harness, tx storage.Querier, p Purchase) error {
			return d.notifyBuyerOfSurplus(d.t.Context(), tx, p, "pay_2", p.Price)
		},
			"refund: $1.00 for Søren Kierkegaard was charged in addition and goes back to you.", "Your refund of $1.00", "was not needed"},
		"dispute": {Disputed, func(d *harness, tx storage.Querier, p Purchase) error {
			return d.notifyBuyerOfDispute(d.t.Context(), tx, p, "disp_1")
		},
			"dispute: Your payment for Søren Kierkegaard is disputed. Its access is paused until the dispute is decided.", "Your payment is disputed", "is paused until the dispute is decided."},
		"won": {Active, func(d *harness, tx storage.Querier, p Purchase) error {
			return d.notifyBuyerOfDisputeEnd(d.t.Context(), tx, p, "disp_1", DisputeWon)
		},
			"dispute: The dispute about your payment for Søren Kierkegaard is over. You can write to Søren Kierkegaard again until 31 March 2026.", "The dispute about your payment is over", "again until 31 March 2026."},
		"lost": {Refunded, func(d *harness, tx storage.Querier, p Purchase) error {
			return d.notifyBuyerOfDisputeEnd(d.t.Context(), tx, p, "disp_1", DisputeLost)
		},
			"dispute: The dispute about your payment for Søren Kierkegaard is over. The access of this payment has ended.", "The dispute about your payment is over", "has ended."},
	}
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		for name, c := range cases {
			d.execSQL(`DELETE FROM purchases`)
			clear(d.noticesByKey)
			clear(d.mailsByID)
			d.insertOrder("o1", "ada", func(p *Purchase) { p.Status = c.status })
			for range 2 {
				d.withLockedOrder("o1", func(tx storage.Querier, p Purchase) error { return c.tell(d, tx, p) })
			}
			d.wantNoticesAndMails([]string{c.message}, []string{c.subject})
			if m := d.onlyMail(); !strings.Contains(m.Text, c.text) || !strings.Contains(m.HTML, c.text) {
				t.Errorf("%s: %s", name, m.Text)
			}
		}
	})
}

// rule payment-orders
func TestOrdersLeaveOutWhatNobodyTriedToPay(t *testing.T) {
	harnessOnEachEngine(t, func(t *testing.T, d *harness) {
		unpaidPurchaseWith := func(change func(p *Purchase)) func(p *Purchase) {
			return func(p *Purchase) {
				p.CapturedAt, p.ExpiryAt, p.PaymentID, p.Status, p.PaymentStatus = time.Time{}, time.Time{}, "", Pending, PaymentPending
				change(p)
			}
		}
		at := func(minutes int) time.Time { return startOfMarch.Add(time.Duration(-minutes) * time.Minute) }
		d.insertOrder("o1", "ada", unpaidPurchaseWith(func(p *Purchase) { p.CreatedAt = at(29) }))
		d.insertOrder("o2", "ada", unpaidPurchaseWith(func(p *Purchase) { p.CreatedAt = at(31) }))
		d.insertOrder("o3", "ada", unpaidPurchaseWith(func(p *Purchase) { p.CreatedAt, p.Status = at(3), Cancelled }))
		d.insertOrder("o4", "ada", unpaidPurchaseWith(func(p *Purchase) { p.CreatedAt, p.Status, p.FailedAt = at(40), Failed, startOfMarch }))
		d.insertOrder("o5", "ada", unpaidPurchaseWith(func(p *Purchase) { p.CreatedAt, p.AuthorizedAt = at(50), startOfMarch }))
		d.insertOrder("o6", "ada", func(p *Purchase) { p.CreatedAt = at(60) })
		d.insertOrder("o7", "ada", unpaidPurchaseWith(func(p *Purchase) { p.OrderID = "" }))
		d.insertOrder("o8", "ada", func(p *Purchase) { p.Provider = GrantProvider })
		d.insertOrder("o9", "bo", nil)
		page, err := d.orders(t.Context(), "ada", 100, "")
		var got []string
		for _, o := range page.list {
			got = append(got, o.ID+" "+o.CharacterName)
		}
		if want := "o1 Søren Kierkegaard, o4 Søren Kierkegaard, o5 Søren Kierkegaard, o6 Søren Kierkegaard"; err != nil || strings.Join(got, ", ") != want {
			t.Errorf("%q, %v", got, err)
		}
	})
}
