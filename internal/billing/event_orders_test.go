package billing_test

import (
	"fmt"
	"testing"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/razorpay/razorpaytest"
)

// permutations returns all orders of n things.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for _, rest := range permutations(n - 1) {
		for at := range n {
			order := append(append(append([]int{}, rest[:at]...), n-1), rest[at:]...)
			out = append(out, order)
		}
	}
	return out
}

// Five messages about an order come in each of their 120 orders, each of them three times:
// a failed try, a reservation, the capture, the paid order and the refund.
// rules payment-webhook, payment-settle
func TestMessagesInEveryOrder(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		buyers, characters := s.buyers(t, 12), s.lockedCharacters(t)
		for n, order := range permutations(5) {
			p := s.orderFor(t, buyers[n/ordersPerBuyer], characters[n%ordersPerBuyer])
			c := s.payWith(t, p.OrderID, razorpaytest.SecondTry)
			if _, err := s.client().Refund(t.Context(), c.PaymentID, money.Money{Minor: 100, Currency: "USD"}, "refund-"+p.ID); err != nil {
				t.Fatal(err)
			}
			messages := s.messages(t, p.OrderID)
			for round := range 3 {
				for _, i := range order {
					d := messages[i]
					if err := s.billing().Webhook(t.Context(), d.Body, d.Signature, d.ID); err != nil {
						t.Errorf("order %v, round %d: %s: %v", order, round, d.Kind, err)
					}
				}
			}
			if status, payment, refunded := s.purchase(t, p.OrderID); status != "refunded" || payment != "refunded" || refunded != 100 {
				t.Errorf("order %v ends as %s and %s, %d refunded", order, status, payment, refunded)
			}
		}
		for what, query := range map[string]string{
			"invoices":        `SELECT count(*) FROM invoices`,
			"last number":     `SELECT COALESCE(max(serial), 0) FROM invoices`,
			"refunds":         `SELECT count(*) FROM purchase_refunds`,
			"refund notices":  `SELECT count(*) FROM notifications WHERE type = 'refund'`,
			"audited refunds": `SELECT count(*) FROM audit WHERE event = 'purchase.refunded'`,
		} {
			if got := s.number(t, query); got != 120 {
				t.Errorf("%s: %d, want 120", what, got)
			}
		}
	})
}

// messages returns the five messages about an order that was paid with a second try and
// refunded.
func (s *razorShop) messages(t *testing.T, orderID string) (out [5]razorpaytest.Delivery) {
	t.Helper()
	kinds := []string{"payment.failed", "payment.authorized", "payment.captured", "order.paid", "refund.processed"}
	all := s.deliveriesOf(orderID)
	for i, kind := range kinds {
		for _, d := range all {
			if d.Kind == kind {
				out[i] = d
			}
		}
		if out[i].ID == "" {
			t.Fatalf("there is no %s among %s", kind, fmt.Sprint(len(all)))
		}
	}
	return out
}
