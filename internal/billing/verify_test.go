package billing_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/billing"
	"colloquy/internal/billing/razorpay/razorpaytest"
)

// countRefusals counts the audited refusals of a user for a reason.
func (s *razorpayShop) countRefusals(t *testing.T, userID, why string) int {
	t.Helper()
	return s.selectNumber(t, `SELECT count(*) FROM audit WHERE event = 'payment.refused' AND actor_id = $1 AND detail = $2`, userID, why)
}

func (s *razorpayShop) wantRefused(t *testing.T, c *apptest.Client, callback billing.Callback, why string) {
	t.Helper()
	oldRefusalCount := s.countRefusals(t, c.UserID, why)
	a := c.Do("POST", "/purchase/verify", callbackBody(callback))
	if a.Status != http.StatusBadRequest || a.ErrorCode() != "payment_failed" || !strings.Contains(a.Body, "Payment verification failed") {
		t.Errorf("%s answers %d %s", why, a.Status, a.Body)
	}
	if s.countRefusals(t, c.UserID, why) != oldRefusalCount+1 {
		t.Errorf("%s is not in the audit log", why)
	}
}

// rule payment-verify
func TestForgedPaymentsAreRefused(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c, thief := s.NewUser("Ada"), s.NewUser("Eve")
		o := s.orderLockedCharacter(t, c)
		callback := s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		for name, forged := range map[string]billing.Callback{
			"no signature":      {OrderID: o.OrderID, PaymentID: callback.PaymentID},
			"nothing":           {OrderID: o.OrderID},
			"other payment":     {OrderID: o.OrderID, PaymentID: "pay_1", Signature: callback.Signature},
			"upper case":        {OrderID: o.OrderID, PaymentID: callback.PaymentID, Signature: strings.ToUpper(callback.Signature)},
			"zeros":             {OrderID: o.OrderID, PaymentID: callback.PaymentID, Signature: strings.Repeat("0", 64)},
			"signature of none": {OrderID: o.OrderID, PaymentID: callback.PaymentID, Signature: s.razorpay.SignPayment("", callback.PaymentID)},
		} {
			t.Run(name, func(t *testing.T) { s.wantRefused(t, c, forged, "signature") })
		}
		unknownCallback := billing.Callback{OrderID: o.OrderID, PaymentID: "pay_unknown1234567", Signature: s.razorpay.SignPayment(o.OrderID, "pay_unknown1234567")}
		s.wantRefused(t, c, unknownCallback, "unknown-payment")
		// A payment of one order does not pay for another order. The test tries the payment's own
		// signature and a valid signature for the other order.
		otherOrder := s.orderLockedCharacter(t, thief)
		replayedCallback := billing.Callback{OrderID: otherOrder.OrderID, PaymentID: callback.PaymentID, Signature: callback.Signature}
		s.wantRefused(t, thief, replayedCallback, "signature")
		replayedCallback.Signature = s.razorpay.SignPayment(otherOrder.OrderID, callback.PaymentID)
		s.wantRefused(t, thief, replayedCallback, "mismatch")
		// An order of another user is refused.
		if a := thief.Do("POST", "/purchase/verify", callbackBody(callback)); a.Status != 404 || a.ErrorCode() != "order_not_found" || s.countRefusals(t, thief.UserID, "foreign-order") != 1 {
			t.Errorf("a foreign order answers %d %s", a.Status, a.Body)
		}
		for _, id := range []string{"999999", "", "order_unknown", o.OrderID + " "} {
			thief.Do("POST", "/purchase/verify", callbackBody(billing.Callback{OrderID: id, PaymentID: callback.PaymentID, Signature: callback.Signature})).Want(404)
		}
		s.wantPurchaseState(t, otherOrder.OrderID, "pending", "pending")
		if s.isCharacterOpen(t, thief) {
			t.Error("the thief has access")
		}
		for range 3 {
			c.Do("POST", "/purchase/verify", callbackBody(callback)).Want(200)
		}
	})
}

// rule payment-verify
func TestAlteredPaymentsAreRefused(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		for name, edit := range map[string]func(p *razorpaytest.Payment){
			"less":             func(p *razorpaytest.Payment) { p.Amount = 1 },
			"more":             func(p *razorpaytest.Payment) { p.Amount = 999999 },
			"another currency": func(p *razorpaytest.Payment) { p.Currency = "IDR" },
		} {
			t.Run(name, func(t *testing.T) {
				c := s.NewUser("Ada")
				o := s.orderLockedCharacter(t, c)
				callback := s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
				s.razorpay.EditPayment(callback.PaymentID, edit)
				s.wantRefused(t, c, callback, "mismatch")
				for _, d := range s.deliveriesOf(o.OrderID) {
					if status := s.deliver(t, d); status != 200 && d.Kind != "" {
						t.Errorf("%s answers %d", d.Kind, status)
					}
				}
			})
		}
		t.Run("failed", func(t *testing.T) {
			c := s.NewUser("Ada")
			o := s.orderLockedCharacter(t, c)
			s.payWithOutcome(t, o.OrderID, razorpaytest.Failure)
			list := s.razorpay.Payments()
			failedPaymentID := list[len(list)-1].ID
			s.wantRefused(t, c, billing.Callback{OrderID: o.OrderID, PaymentID: failedPaymentID, Signature: s.razorpay.SignPayment(o.OrderID, failedPaymentID)}, "not-captured")
			s.wantPurchaseState(t, o.OrderID, "failed", "failed")
		})
	})
}

// rule payment-verify
func TestReservedPaymentIsCaptured(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		callback := s.payWithOutcome(t, o.OrderID, razorpaytest.Authorized)
		c.Do("POST", "/purchase/verify", callbackBody(callback)).Want(200)
		s.wantPurchaseState(t, o.OrderID, "active", "paid")
		refusedBuyer := s.NewUser("Bo")
		o = s.orderLockedCharacter(t, refusedBuyer)
		callback = s.payWithOutcome(t, o.OrderID, razorpaytest.Authorized)
		s.razorpay.AddFault(razorpaytest.Fault{Call: "POST /payments/{id}/capture", Kind: razorpaytest.FaultReset})
		refusedBuyer.Do("POST", "/purchase/verify", callbackBody(callback)).Want(202)
		if err := s.razorpay.ExpireAuthorization(callback.PaymentID); err != nil {
			t.Fatal(err)
		}
		s.wantRefused(t, refusedBuyer, callback, "not-captured")
		if s.isCharacterOpen(t, refusedBuyer) {
			t.Error("a payment that was not captured opens the character")
		}
	})
}

// rules payment-verify, payment-reconcile
func TestUnreachableProviderConfirmsLater(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		callback := s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		s.razorpay.AddFault(razorpaytest.Fault{Call: "GET /payments/{id}", Kind: razorpaytest.FaultReset, FailingCallCount: -1})
		var v verifyAnswer
		c.Do("POST", "/purchase/verify", callbackBody(callback)).Want(202).Into(&v)
		if v.Success || v.Data.UserPlan.Status != "pending" || v.Data.UserPlan.OrderID != o.OrderID {
			t.Errorf("answered %+v", v)
		}
		s.reconcile(t) // asks GET /orders/{id}/payments
		s.wantPurchaseState(t, o.OrderID, "active", "paid")
		if !s.isCharacterOpen(t, c) {
			t.Error("still locked")
		}
		c.Do("POST", "/purchase/verify", callbackBody(callback)).Want(200)
	})
}

// No payment is lost if the wall clock jumps by a day after the orders, and jumps back after the
// payments.
func TestSetClockLosesNoPayment(t *testing.T) {
	for name, clockStep := range map[string]time.Duration{"ahead": 24 * time.Hour, "back": -24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
				verifiedBuyer, reportedBuyer, reconciledBuyer := s.NewUser("Ada"), s.NewUser("Bo"), s.NewUser("Cleo")
				orders := []orderAnswer{s.orderLockedCharacter(t, verifiedBuyer), s.orderLockedCharacter(t, reportedBuyer), s.orderLockedCharacter(t, reconciledBuyer)}
				s.Clock.StepWallClock(clockStep)
				callback := s.payWithOutcome(t, orders[0].OrderID, razorpaytest.Success)
				verifiedBuyer.Do("POST", "/purchase/verify", callbackBody(callback)).Want(200)
				s.payWithOutcome(t, orders[1].OrderID, razorpaytest.Success)
				for _, d := range s.deliveriesOf(orders[1].OrderID) {
					s.deliver(t, d)
				}
				s.payWithOutcome(t, orders[2].OrderID, razorpaytest.Success)
				s.Clock.Advance(7 * time.Hour)
				s.reconcile(t)
				for _, c := range []*apptest.Client{verifiedBuyer, reportedBuyer, reconciledBuyer} {
					if !s.isCharacterOpen(t, c) {
						t.Errorf("%s has no access", c.Name)
					}
				}
				s.Clock.StepWallClock(-clockStep)
				if !s.isCharacterOpen(t, verifiedBuyer) {
					t.Error("the access ends when the clock is right again")
				}
			})
		})
	}
}
