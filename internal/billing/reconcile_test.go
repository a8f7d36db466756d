package billing_test

import (
	"testing"
	"time"

	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/core"
)

// rule payment-reconcile
func TestPaymentThatNobodyReportsIsFound(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		captured, reserved := s.User("Ada"), s.User("Bo")
		one, two := s.order(t, captured), s.order(t, reserved)
		s.payWith(t, one.OrderID, razorpaytest.Success)
		s.payWith(t, two.OrderID, razorpaytest.Authorized)
		for end := time.Now().Add(20 * time.Second); (!s.isOpen(t, captured) || !s.isOpen(t, reserved)) && time.Now().Before(end); {
			s.Clock.Advance(20 * time.Second) // the job runs by itself
			time.Sleep(100 * time.Millisecond)
		}
		s.wantPurchase(t, one.OrderID, "active", "paid")
		s.wantPurchase(t, two.OrderID, "active", "paid")
	})
}

// rule payment-reconcile
func TestOrderIsCancelledAndCanStillBePaid(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		c := s.User("Ada")
		p := s.orderFor(t, c.UserID, s.locked)
		for range 23 {
			s.Clock.Advance(time.Hour)
			s.reconcile(t)
		}
		s.wantPurchase(t, p.OrderID, "pending", "pending")
		asked := s.razor.Calls("GET /orders/{id}/payments")
		if asked < 5 || asked > 40 {
			t.Errorf("asked %d times in 23 hours", asked)
		}
		s.Clock.Advance(7 * time.Hour)
		s.reconcile(t)
		s.wantPurchase(t, p.OrderID, "cancelled", "cancelled")
		s.payWith(t, p.OrderID, razorpaytest.Success)
		s.Clock.Advance(7 * time.Hour)
		s.reconcile(t)
		s.wantPurchase(t, p.OrderID, "active", "paid")
		s.Clock.Advance(10 * 24 * time.Hour)
		asked = s.razor.Calls("GET /orders/{id}/payments")
		s.reconcile(t)
		if s.razor.Calls("GET /orders/{id}/payments") != asked {
			t.Error("a paid order is still looked up")
		}
	})
}

// rule payment-reconcile
func TestOrdersAreGivenUpAfterAWeek(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		s.orderFor(t, s.User("Ada").UserID, s.locked)
		s.Clock.Advance(8 * 24 * time.Hour)
		s.reconcile(t)
		asked := s.razor.Calls("GET /orders/{id}/payments")
		s.Clock.Advance(8 * 24 * time.Hour)
		s.reconcile(t)
		if s.razor.Calls("GET /orders/{id}/payments") != asked {
			t.Error("it is still looked up")
		}
	})
}

// A provider that is down is not asked about every order, and the orders are looked up
// when it is back. One that fails alone does not hold up the others.
// rule payment-reconcile
func TestReconcilerRestsWhileTheProviderIsDown(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		buyer := s.User("Ada").UserID
		var orders []string
		for _, character := range s.lockedCharacters(t)[:8] {
			orders = append(orders, s.orderFor(t, buyer, character).OrderID)
		}
		for _, id := range orders {
			s.payWith(t, id, razorpaytest.Success)
		}
		s.Clock.Advance(time.Minute)
		s.razor.Break(razorpaytest.Fault{Call: "GET /orders/{id}/payments", Kind: razorpaytest.Internal, Times: -1})
		asked := s.razor.Calls("GET /orders/{id}/payments")
		if err := s.billing().Reconcile(t.Context()); err == nil {
			t.Error("the run reports no error")
		}
		if n := s.razor.Calls("GET /orders/{id}/payments") - asked; n > 12 { // the background run may ask too, and each call is tried twice
			t.Errorf("asked %d times about %d orders", n, len(orders))
		}
		s.razor.Repair()
		s.Clock.Advance(time.Minute)
		s.reconcile(t)
		for _, id := range orders {
			s.wantPurchase(t, id, "active", "paid")
		}
	})
}

// An order whose provider never answered is deleted.
func TestAbandonedOrderIsDeleted(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		actor := core.Actor{UserID: s.User("Ada").UserID}
		s.killAt("POST /v1/orders", false)
		s.billing().Order(t.Context(), actor, 1, itoa(s.locked))
		if !s.restart(t) || s.number(t, `SELECT count(*) FROM purchases`) != 1 {
			t.Fatal("no order is left")
		}
		s.Clock.Advance(2 * time.Hour)
		s.reconcile(t)
		if n := s.number(t, `SELECT count(*) FROM purchases`); n != 0 {
			t.Errorf("%d orders are left", n)
		}
	})
}
