package billing_test

import (
	"testing"
	"time"

	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/core"
)

// The service is killed once, before or after a call to the provider. It makes such calls between
// its transactions. No paid order is lost, and no order is paid or refunded twice.
// rules payment-settle, payment-order-once, payment-reconcile, payment-refund
func TestKillBetweenStepsLosesNoOrder(t *testing.T) {
	callByStep := map[string]string{
		"the order is made":         "POST /v1/orders",
		"the payment is looked up":  "GET /v1/payments/",
		"the payment is captured":   "POST /v1/payments/",
		"the payments are listed":   "GET /v1/orders/",
		"the payment is given back": "POST /v1/payments/",
	}
	for step, call := range callByStep {
		for _, isAfterCall := range []bool{false, true} {
			name := "before " + step
			if isAfterCall {
				name = "after " + step
			}
			t.Run(name, func(t *testing.T) {
				razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
					isVerified := step != "the payments are listed" // the reconciler lists the payments only if no payment was verified
					s.runOrderLifecycle(t, isVerified, func(now string) {
						if now == step {
							s.killAtNextCall(call, isAfterCall)
						}
					})
				})
			})
		}
	}
}

// runOrderLifecycle makes an order, pays it with an authorized payment, and refunds it. It calls
// step with the name of each call to the provider, before the call. step can have the service
// killed at that call; runOrderLifecycle then restarts the service. If isVerified is false, nobody
// verifies the payment and the reconciler must find it.
func (s *razorpayShop) runOrderLifecycle(t *testing.T, isVerified bool, step func(name string)) {
	t.Helper()
	actor := core.Actor{UserID: s.NewUser("Ada").UserID}
	characterIDText := itoa(s.lockedCharacterID)
	killCount := 0
	restart := func() bool {
		if s.restartIfKilled(t) {
			killCount++
			return true
		}
		return false
	}

	step("the order is made")
	p, err := s.billing().PlaceOrder(t.Context(), actor, 1, characterIDText)
	if restart() {
		s.Clock.Advance(31 * time.Second)
		p, err = s.billing().PlaceOrder(t.Context(), actor, 1, characterIDText)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := s.payWithOutcome(t, p.OrderID, razorpaytest.Authorized)
	step("the payment is looked up")
	step("the payment is captured")
	if isVerified {
		s.verifyPayment(t.Context(), actor.UserID, c)
	}
	restart()
	step("the payments are listed")
	s.Clock.Advance(time.Hour)
	s.billing().Reconcile(t.Context())
	if restart() {
		s.Clock.Advance(time.Hour)
	}
	if err := s.billing().Reconcile(t.Context()); err != nil {
		t.Error(err)
	}
	s.wantPurchaseState(t, p.OrderID, "active", "paid")

	step("the payment is given back")
	_, err = s.billing().Refund(t.Context(), p.ID, 0, "", "operator")
	if restart() {
		s.Clock.Advance(2 * time.Minute)
		err = s.billing().Reconcile(t.Context())
		if _, status, _ := s.purchaseState(t, p.OrderID); status == "paid" { // the kill came before the refund reached Razorpay
			_, err = s.billing().Refund(t.Context(), p.ID, 0, "", "operator")
		}
	}
	if err != nil {
		t.Error(err)
	}
	s.wantPurchaseState(t, p.OrderID, "refunded", "refunded")
	if killCount != 1 || len(s.razorpay.Orders()) != 1 || len(s.razorpay.Refunds()) != 1 || s.selectNumber(t, `SELECT count(*) FROM purchases`) != 1 ||
		s.selectNumber(t, `SELECT count(*) FROM invoices`) != 1 || s.selectNumber(t, `SELECT count(*) FROM notifications WHERE type = 'purchase'`) != 1 {
		t.Errorf("killed %d times: orders %+v, refunds %+v", killCount, s.razorpay.Orders(), s.razorpay.Refunds())
	}
}

// The provider makes an order. The service dies before the service has stored the provider's id of
// the order. Then a message about the order arrives. The service keeps the message, and settles the
// message when the service has stored the id.
// rule payment-webhook
func TestMessageBeforeItsOrderIsKept(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		actor := core.Actor{UserID: s.NewUser("Ada").UserID}
		s.killAtNextCall("POST /v1/orders", true)
		if _, err := s.billing().PlaceOrder(t.Context(), actor, 1, itoa(s.lockedCharacterID)); err == nil {
			t.Fatal("the order was stored")
		}
		if !s.restartIfKilled(t) {
			t.Fatal("nothing was killed")
		}
		orderID := s.razorpay.Orders()[0].ID
		s.payWithOutcome(t, orderID, razorpaytest.Success)
		for _, d := range s.deliveriesOf(orderID) {
			if status := s.deliver(t, d); status != 200 {
				t.Errorf("%s answers %d", d.Kind, status)
			}
		}
		if n := s.selectNumber(t, `SELECT count(*) FROM payment_events WHERE handled_at IS NULL`); n == 0 {
			t.Error("no message is kept")
		}
		s.Clock.Advance(31 * time.Second)
		p, err := s.billing().PlaceOrder(t.Context(), actor, 1, itoa(s.lockedCharacterID))
		if err != nil || p.OrderID != orderID {
			t.Fatalf("the order is %s, want %s: %v", p.OrderID, orderID, err)
		}
		s.wantPurchaseState(t, orderID, "active", "paid")
		if n := s.selectNumber(t, `SELECT count(*) FROM payment_events WHERE handled_at IS NULL`); n != 0 {
			t.Errorf("%d messages are not handled", n)
		}
	})
}
