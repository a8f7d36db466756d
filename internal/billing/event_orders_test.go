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
	for _, shorterOrder := range permutations(n - 1) {
		for at := range n {
			order := append(append(append([]int{}, shorterOrder[:at]...), n-1), shorterOrder[at:]...)
			out = append(out, order)
		}
	}
	return out
}

// There are five messages about an order: a failed try, an authorized payment, its capture, the
// paid order and a refund. The test delivers each of the 120 sequences three times.
// rules payment-webhook, payment-settle
func TestMessagesInEveryOrder(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		buyers, characters := s.registerBuyers(t, 12), s.lockedCharacters(t)
		for n, permutation := range permutations(5) {
			p := s.placeOrderFor(t, buyers[n/ordersPerBuyer], characters[n%ordersPerBuyer])
			c := s.payWithOutcome(t, p.OrderID, razorpaytest.SecondTry)
			if _, err := s.client().Refund(t.Context(), c.PaymentID, money.Money{MinorAmount: 100, Currency: "USD"}, "refund-"+p.ID); err != nil {
				t.Fatal(err)
			}
			messages := s.refundedOrderMessages(t, p.OrderID)
			for round := range 3 {
				for _, i := range permutation {
					d := messages[i]
					if err := s.billing().ReceiveWebhook(t.Context(), d.Body, d.Signature, d.ID); err != nil {
						t.Errorf("order %v, round %d: %s: %v", permutation, round, d.Kind, err)
					}
				}
			}
			if status, payment, refunded := s.purchaseState(t, p.OrderID); status != "refunded" || payment != "refunded" || refunded != 100 {
				t.Errorf("order %v ends as %s and %s, %d refunded", permutation, status, payment, refunded)
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
func (s *razorpayShop) refundedOrderMessages(t *testing.T, orderID string) (out [5]razorpaytest.Delivery) {
	t.Helper()
	messageKinds := []string{"payment.failed", "payment.authorized", "payment.captured", "order.paid", "refund.processed"}
	deliveries := s.deliveriesOf(orderID)
	for i, kind := range messageKinds {
		for _, d := range deliveries {
			if d.Kind == kind {
				out[i] = d
			}
		}
		if out[i].ID == "" {
			t.Fatalf("there is no %s among %s", kind, fmt.Sprint(len(deliveries)))
		}
	}
	return out
}
