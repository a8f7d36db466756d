package billing_test

import (
	"testing"
	"time"

	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/core"
)

// rule payment-reconcile
func TestPaymentThatNobodyReportsIsFound(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		capturedBuyer, reservedBuyer := s.NewUser("Ada"), s.NewUser("Bo")
		capturedOrder, reservedOrder := s.orderLockedCharacter(t, capturedBuyer), s.orderLockedCharacter(t, reservedBuyer)
		s.payWithOutcome(t, capturedOrder.OrderID, razorpaytest.Success)
		s.payWithOutcome(t, reservedOrder.OrderID, razorpaytest.Authorized)
		for end := time.Now().Add(20 * time.Second); (!s.isCharacterOpen(t, capturedBuyer) || !s.isCharacterOpen(t, reservedBuyer)) && time.Now().Before(end); {
			s.Clock.Advance(20 * time.Second) // the recurring job finds the payments
			time.Sleep(100 * time.Millisecond)
		}
		s.wantPurchaseState(t, capturedOrder.OrderID, "active", "paid")
		s.wantPurchaseState(t, reservedOrder.OrderID, "active", "paid")
	})
}

// rule payment-reconcile
func TestOrderIsCancelledAndCanStillBePaid(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		p := s.placeOrderFor(t, c.UserID, s.lockedCharacterID)
		for range 23 {
			s.Clock.Advance(time.Hour)
			s.reconcile(t)
		}
		s.wantPurchaseState(t, p.OrderID, "pending", "pending")
		callCount := s.razorpay.CallCount("GET /orders/{id}/payments")
		if callCount < 5 || callCount > 40 {
			t.Errorf("asked %d times in 23 hours", callCount)
		}
		s.Clock.Advance(7 * time.Hour)
		s.reconcile(t)
		s.wantPurchaseState(t, p.OrderID, "cancelled", "cancelled")
		s.payWithOutcome(t, p.OrderID, razorpaytest.Success)
		s.Clock.Advance(7 * time.Hour)
		s.reconcile(t)
		s.wantPurchaseState(t, p.OrderID, "active", "paid")
		s.Clock.Advance(10 * 24 * time.Hour)
		callCount = s.razorpay.CallCount("GET /orders/{id}/payments")
		s.reconcile(t)
		if s.razorpay.CallCount("GET /orders/{id}/payments") != callCount {
			t.Error("a paid order is still looked up")
		}
	})
}

// rule payment-reconcile
func TestOrdersAreGivenUpAfterAWeek(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		s.placeOrderFor(t, s.NewUser("Ada").UserID, s.lockedCharacterID)
		s.Clock.Advance(8 * 24 * time.Hour)
		s.reconcile(t)
		callCount := s.razorpay.CallCount("GET /orders/{id}/payments")
		s.Clock.Advance(8 * 24 * time.Hour)
		s.reconcile(t)
		if s.razorpay.CallCount("GET /orders/{id}/payments") != callCount {
			t.Error("it is still looked up")
		}
	})
}

// While the provider is down, a run stops after a few failures. When the provider is back, all
// orders are looked up.
// rule payment-reconcile
func TestReconcilerRestsWhileTheProviderIsDown(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		buyer := s.NewUser("Ada").UserID
		var orders []string
		for _, characterID := range s.lockedCharacters(t)[:8] {
			orders = append(orders, s.placeOrderFor(t, buyer, characterID).OrderID)
		}
		for _, id := range orders {
			s.payWithOutcome(t, id, razorpaytest.Success)
		}
		s.Clock.Advance(time.Minute)
		s.razorpay.AddFault(razorpaytest.Fault{Call: "GET /orders/{id}/payments", Kind: razorpaytest.FaultInternal, FailingCallCount: -1})
		callCount := s.razorpay.CallCount("GET /orders/{id}/payments")
		if err := s.billing().Reconcile(t.Context()); err == nil {
			t.Error("the run reports no error")
		}
		if n := s.razorpay.CallCount("GET /orders/{id}/payments") - callCount; n > 12 { // two runs, one in the background, ask for three orders each, twice per order
			t.Errorf("asked %d times about %d orders", n, len(orders))
		}
		s.razorpay.RemoveFaults()
		s.Clock.Advance(time.Minute)
		s.reconcile(t)
		for _, id := range orders {
			s.wantPurchaseState(t, id, "active", "paid")
		}
	})
}

// An order is deleted if the provider has never answered with its id.
func TestAbandonedOrderIsDeleted(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		actor := core.Actor{UserID: s.NewUser("Ada").UserID}
		s.killAtNextCall("POST /v1/orders", false)
		s.billing().PlaceOrder(t.Context(), actor, 1, itoa(s.lockedCharacterID))
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
