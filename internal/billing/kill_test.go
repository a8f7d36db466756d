package billing_test

import (
	"testing"
	"time"

	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/core"
)

// The application is killed before or after each call to the provider. These calls separate
// its transactions. No paid order is lost, and none is paid or refunded twice.
// rules payment-settle, payment-order-once, payment-reconcile, payment-refund
func TestKillBetweenAnyTwoSteps(t *testing.T) {
	steps := map[string]string{
		"the order is made":         "POST /v1/orders",
		"the payment is looked up":  "GET /v1/payments/",
		"the payment is captured":   "POST /v1/payments/",
		"the payments are listed":   "GET /v1/orders/",
		"the payment is given back": "POST /v1/payments/",
	}
	for step, call := range steps {
		for _, after := range []bool{false, true} {
			name := "before " + step
			if after {
				name = "after " + step
			}
			t.Run(name, func(t *testing.T) {
				eachRazorShop(t, func(t *testing.T, s *razorShop) {
					isVerified := step != "the payments are listed" // else the payer closes the window
					s.runOrderLifecycle(t, isVerified, func(now string) {
						if now == step {
							s.killAtNextCall(call, after)
						}
					})
				})
			})
		}
	}
}

// runOrderLifecycle orders, pays with a payment that is only authorized, and refunds it. It
// calls step before each call to the provider. There the test kills the service once;
// afterwards it is restarted. Without isVerified the payer closes the window, and the
// reconciler finds the payment.
func (s *razorShop) runOrderLifecycle(t *testing.T, isVerified bool, step func(name string)) {
	t.Helper()
	actor := core.Actor{UserID: s.User("Ada").UserID}
	character := itoa(s.locked)
	killed := 0
	restart := func() bool {
		if s.restartIfKilled(t) {
			killed++
			return true
		}
		return false
	}

	step("the order is made")
	p, err := s.billing().PlaceOrder(t.Context(), actor, 1, character)
	if restart() {
		s.Clock.Advance(31 * time.Second)
		p, err = s.billing().PlaceOrder(t.Context(), actor, 1, character)
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
		if _, status, _ := s.purchaseState(t, p.OrderID); status == "paid" { // the provider was not asked
			_, err = s.billing().Refund(t.Context(), p.ID, 0, "", "operator")
		}
	}
	if err != nil {
		t.Error(err)
	}
	s.wantPurchaseState(t, p.OrderID, "refunded", "refunded")
	if killed != 1 || len(s.razor.Orders()) != 1 || len(s.razor.Refunds()) != 1 || s.selectNumber(t, `SELECT count(*) FROM purchases`) != 1 ||
		s.selectNumber(t, `SELECT count(*) FROM invoices`) != 1 || s.selectNumber(t, `SELECT count(*) FROM notifications WHERE type = 'purchase'`) != 1 {
		t.Errorf("killed %d times: orders %+v, refunds %+v", killed, s.razor.Orders(), s.razor.Refunds())
	}
}

// A message arrives for an order whose id the application could not store. The message is
// kept, and settled once the id is stored.
// rule payment-webhook
func TestMessageBeforeItsOrderIsKept(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		actor := core.Actor{UserID: s.User("Ada").UserID}
		s.killAtNextCall("POST /v1/orders", true)
		if _, err := s.billing().PlaceOrder(t.Context(), actor, 1, itoa(s.locked)); err == nil {
			t.Fatal("the order was stored")
		}
		if !s.restartIfKilled(t) {
			t.Fatal("nothing was killed")
		}
		orderID := s.razor.Orders()[0].ID
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
		p, err := s.billing().PlaceOrder(t.Context(), actor, 1, itoa(s.locked))
		if err != nil || p.OrderID != orderID {
			t.Fatalf("the order is %s, want %s: %v", p.OrderID, orderID, err)
		}
		s.wantPurchaseState(t, orderID, "active", "paid")
		if n := s.selectNumber(t, `SELECT count(*) FROM payment_events WHERE handled_at IS NULL`); n != 0 {
			t.Errorf("%d messages are not handled", n)
		}
	})
}
