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
		one, two := s.orderLockedCharacter(t, captured), s.orderLockedCharacter(t, reserved)
		s.payWithOutcome(t, one.OrderID, razorpaytest.Success)
		s.payWithOutcome(t, two.OrderID, razorpaytest.Authorized)
		for end := time.Now().Add(20 * time.Second); (!s.isCharacterOpen(t, captured) || !s.isCharacterOpen(t, reserved)) && time.Now().Before(end); {
			s.Clock.Advance(20 * time.Second) // the recurring job finds the payments
			time.Sleep(100 * time.Millisecond)
		}
		s.wantPurchaseState(t, one.OrderID, "active", "paid")
		s.wantPurchaseState(t, two.OrderID, "active", "paid")
	})
}

// rule payment-reconcile
func TestOrderIsCancelledAndCanStillBePaid(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		c := s.User("Ada")
		p := s.placeOrderFor(t, c.UserID, s.locked)
		for range 23 {
			s.Clock.Advance(time.Hour)
			s.reconcile(t)
		}
		s.wantPurchaseState(t, p.OrderID, "pending", "pending")
		asked := s.razor.CallCount("GET /orders/{id}/payments")
		if asked < 5 || asked > 40 {
			t.Errorf("asked %d times in 23 hours", asked)
		}
		s.Clock.Advance(7 * time.Hour)
		s.reconcile(t)
		s.wantPurchaseState(t, p.OrderID, "cancelled", "cancelled")
		s.payWithOutcome(t, p.OrderID, razorpaytest.Success)
		s.Clock.Advance(7 * time.Hour)
		s.reconcile(t)
		s.wantPurchaseState(t, p.OrderID, "active", "paid")
		s.Clock.Advance(10 * 24 * time.Hour)
		asked = s.razor.CallCount("GET /orders/{id}/payments")
		s.reconcile(t)
		if s.razor.CallCount("GET /orders/{id}/payments") != asked {
			t.Error("a paid order is still looked up")
		}
	})
}

// rule payment-reconcile
func TestOrdersAreGivenUpAfterAWeek(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		s.placeOrderFor(t, s.User("Ada").UserID, s.locked)
		s.Clock.Advance(8 * 24 * time.Hour)
		s.reconcile(t)
		asked := s.razor.CallCount("GET /orders/{id}/payments")
		s.Clock.Advance(8 * 24 * time.Hour)
		s.reconcile(t)
		if s.razor.CallCount("GET /orders/{id}/payments") != asked {
			t.Error("it is still looked up")
		}
	})
}

// A provider that is down is not asked about every order. The orders are looked up once it is
// back.
// rule payment-reconcile
func TestReconcilerRestsWhileTheProviderIsDown(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		buyer := s.User("Ada").UserID
		var orders []string
		for _, character := range s.lockedCharacters(t)[:8] {
			orders = append(orders, s.placeOrderFor(t, buyer, character).OrderID)
		}
		for _, id := range orders {
			s.payWithOutcome(t, id, razorpaytest.Success)
		}
		s.Clock.Advance(time.Minute)
		s.razor.AddFault(razorpaytest.Fault{Call: "GET /orders/{id}/payments", Kind: razorpaytest.Internal, Times: -1})
		asked := s.razor.CallCount("GET /orders/{id}/payments")
		if err := s.billing().Reconcile(t.Context()); err == nil {
			t.Error("the run reports no error")
		}
		if n := s.razor.CallCount("GET /orders/{id}/payments") - asked; n > 12 { // the background run may ask too, and each call is tried twice
			t.Errorf("asked %d times about %d orders", n, len(orders))
		}
		s.razor.RemoveFaults()
		s.Clock.Advance(time.Minute)
		s.reconcile(t)
		for _, id := range orders {
			s.wantPurchaseState(t, id, "active", "paid")
		}
	})
}

// An order whose provider never answered is deleted.
func TestAbandonedOrderIsDeleted(t *testing.T) {
	eachRazorShop(t, func(t *testing.T, s *razorShop) {
		actor := core.Actor{UserID: s.User("Ada").UserID}
		s.killAtNextCall("POST /v1/orders", false)
		s.billing().PlaceOrder(t.Context(), actor, 1, itoa(s.locked))
		if !s.restartIfKilled(t) || s.selectNumber(t, `SELECT count(*) FROM purchases`) != 1 {
			t.Fatal("no order is left")
		}
		s.Clock.Advance(2 * time.Hour)
		s.reconcile(t)
		if n := s.selectNumber(t, `SELECT count(*) FROM purchases`); n != 0 {
			t.Errorf("%d orders are left", n)
		}
	})
}
