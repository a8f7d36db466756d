package billing_test

import (
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/billing/razorpay/razorpaytest"
)

// wantOneRefund waits until the fake Razorpay has a refund, and checks that no second one
// follows.
func (s *razorpayShop) wantOneRefund(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); len(s.razorpay.Refunds()) == 0 && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond) // a second refund would arrive in this time
	if list := s.razorpay.Refunds(); len(list) != 1 {
		t.Errorf("%d refunds at the provider, want 1: %+v", len(list), list)
	}
}

// An order is paid twice. The second payment goes back once, however often it is reported.
// rule payment-surplus
func TestSecondPaymentGoesBack(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		firstCallback := s.payWithOutcome(t, o.OrderID, razorpaytest.Authorized)
		secondCallback := s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		c.Do("POST", "/purchase/verify", callbackBody(firstCallback)).Want(200)
		for range 3 {
			for _, d := range s.deliveriesOf(o.OrderID) {
				s.deliver(t, d)
			}
			c.Do("POST", "/purchase/verify", callbackBody(secondCallback)).Want(200)
		}
		s.wantOneRefund(t)
		if id := s.razorpay.Refunds()[0].PaymentID; id != secondCallback.PaymentID {
			t.Errorf("the payment %s was refunded", id)
		}
		for _, d := range s.deliveriesOf(secondCallback.PaymentID) { // some of these deliveries are about the refund
			s.deliver(t, d)
		}
		s.wantPurchaseState(t, o.OrderID, "active", "paid")
		if n := s.selectNumber(t, `SELECT count(*) FROM audit WHERE event = 'payment.surplus' AND subject_id = $1`, c.UserID); n != 1 {
			t.Errorf("%d surplus payments in the audit log", n)
		}
		if n := s.selectNumber(t, `SELECT count(*) FROM notifications WHERE type = 'refund' AND user_id = $1`, c.UserID); n != 1 {
			t.Errorf("%d notices of the refund", n)
		}
	})
}

// If an account is deleted while its order is being paid, the payment is refunded.
// rules payment-surplus, accounts-delete-rest
func TestReportedPaymentOfADeletedAccountGoesBack(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		callback := s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		c.Do("DELETE", "/user/account", map[string]any{"password": apptest.Password}).Want(200)
		c.Do("POST", "/purchase/verify", callbackBody(callback)).Want(401)
		for _, d := range s.deliveriesOf(o.OrderID) {
			if status := s.deliver(t, d); status != 200 {
				t.Errorf("%s answers %d", d.Kind, status)
			}
		}
		s.Clock.Advance(time.Hour)
		s.reconcile(t)
		s.wantOneRefund(t)
		if n := s.selectNumber(t, `SELECT count(*) FROM invoices`); n != 0 {
			t.Errorf("%d invoices", n)
		}
	})
}

// A payment whose amount differs from the price opens nothing, so the money goes back.
// rule payment-surplus
func TestPaymentOfAnotherAmountGoesBack(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		callback := s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		s.razorpay.EditPayment(callback.PaymentID, func(p *razorpaytest.Payment) { p.Amount = 50 })
		s.Clock.Advance(time.Minute)
		s.reconcile(t)
		s.wantOneRefund(t)
		if s.isCharacterOpen(t, c) {
			t.Error("half the price opens the character")
		}
	})
}

// If the provider does not answer, the job retries the refund of a surplus payment.
func TestSurplusIsRefundedWhenTheProviderIsBack(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		s.razorpay.AddFault(razorpaytest.Fault{Call: "POST /payments/{id}/refund", Kind: razorpaytest.FaultReset, FailsAfterCall: true})
		firstCallback, secondCallback := s.payWithOutcome(t, o.OrderID, razorpaytest.Authorized), s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		c.Do("POST", "/purchase/verify", callbackBody(firstCallback)).Want(200)
		c.Do("POST", "/purchase/verify", callbackBody(secondCallback)).Want(200)
		s.wantOneRefund(t)
		for end := time.Now().Add(20 * time.Second); s.selectNumber(t, `SELECT count(*) FROM jobs WHERE kind = 'billing.refund-surplus'`) > 0 && time.Now().Before(end); {
			s.Clock.Advance(15 * time.Second)
			time.Sleep(50 * time.Millisecond)
		}
		s.wantOneRefund(t)
		if n := s.selectNumber(t, `SELECT count(*) FROM jobs WHERE kind = 'billing.refund-surplus'`); n != 0 {
			t.Errorf("%d jobs are left", n)
		}
	})
}
