package billing_test

import (
	"fmt"
	"testing"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/razorpay/razorpaytest"
)

// permutations returns all permutations of the numbers 0 to n-1.
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

// The five messages about an order (failed try, reservation, capture, paid order and refund)
// come in each of the 120 possible sequences, and each sequence comes three times.
// rules payment-webhook, payment-settle
func TestMessagesInEveryOrder(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		buyers, characters := s.registerBuyers(t, 12), s.lockedCharacters(t)
		for n, order := range permutations(5) {
			p := s.placeOrderFor(t, buyers[n/ordersPerBuyer], characters[n%ordersPerBuyer])
			c := s.payWithOutcome(t, p.OrderID, razorpaytest.SecondTry)
			if _, err := s.client().Refund(t.Context(), c.PaymentID, money.Money{Minor: 100, Currency: "USD"}, "refund-"+p.ID); err != nil {
				t.Fatal(err)
			}
			messages := s.refundedOrderMessages(t, p.OrderID)
			for round := range 3 {
				for _, i := range order {
					d := messages[i]
					if err := s.billing().ReceiveWebhook(t.Context(), d.Body, d.Signature, d.ID); err != nil {
						t.Errorf("order %v, round %d: %s: %v", order, round, d.Kind, err)
					}
				}
			}
			if status, payment, refunded := s.purchaseState(t, p.OrderID); status != "refunded" || payment != "refunded" || refunded != 100 {
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
			if got := s.selectNumber(t, query); got != 120 {
				t.Errorf("%s: %d, want 120", what, got)
			}
		}
	})
}

// refundedOrderMessages returns the five messages about an order that was paid with a second
// try and refunded.
func (s *razorShop) refundedOrderMessages(t *testing.T, orderID string) (out [5]razorpaytest.Delivery) {
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
