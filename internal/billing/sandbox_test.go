package billing_test

import (
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/storage"
)

// rule payment-sandbox-call
func TestSandboxPaysOwnOpenOrdersOnly(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c, other := s.NewUser("Ada"), s.NewUser("Bo")
		o := s.orderLockedCharacter(t, c)
		pay := func(c *apptest.Client, orderID, outcome string) apptest.Answer {
			return c.Do("POST", "/purchase/sandbox", map[string]any{"orderId": orderID, "outcome": outcome})
		}
		pay(other, o.OrderID, "success").Want(404)
		pay(c, "999999", "success").Want(404)
		pay(c, o.OrderID, "perhaps").Want(422)
		pay(c, o.OrderID, "").Want(422)
		var failed map[string]string
		pay(c, o.OrderID, "failure").Want(200).Into(&failed)
		if failed["razorpay_signature"] != "" || !strings.HasPrefix(failed["razorpay_payment_id"], "pay_") {
			t.Errorf("a failure answers %v", failed)
		}
		c.Do("POST", "/purchase/verify", failed).Want(400)
		verifyBody := s.payInSandbox(t, c, o.OrderID) // another payment of the same order
		c.Do("POST", "/purchase/verify", verifyBody).Want(200)
		pay(c, o.OrderID, "success").Want(404)
	})
}

// Order, payment and verification can happen in different processes, also after a restart.
// rule payment-sandbox
func TestSandboxWorksAcrossProcesses(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		s := newShop(t, apptest.Start(t, o, apptest.WithPayment))
		c := s.NewUser("Ada")
		order := s.orderLockedCharacter(t, c)
		restart := func() {
			s.Stop()
			s = newShop(t, apptest.Start(t, o, apptest.WithPayment))
			c.URL = s.URL
		}
		restart()
		verifyBody := s.payInSandbox(t, c, order.OrderID)
		restart()
		c.Do("POST", "/purchase/verify", verifyBody).Want(200)
		if !s.isCharacterOpen(t, c) {
			t.Error("still locked")
		}
	})
}

// rule payment-reconcile
func TestSandboxOrderIsCancelledAfterAnHour(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		s.Clock.Advance(90 * time.Minute)
		if err := s.App.Billing().Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := s.selectNumber(t, `SELECT count(*) FROM purchases WHERE order_id = $1 AND status = 'cancelled'`, o.OrderID); n != 1 {
			t.Error("the order is not cancelled")
		}
	})
}

// A second purchase of the same plan and character extends the running access.
// rule payment-settle
func TestPurchaseExtendsARunningAccess(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c := s.NewUser("Ada")
		firstOrder := s.orderLockedCharacter(t, c)
		s.Clock.Advance(31 * time.Minute)
		secondOrder := s.orderLockedCharacter(t, c) // firstOrder can still be paid
		var accessEnds []time.Time
		for _, o := range []orderAnswer{firstOrder, secondOrder} {
			var v verifyAnswer
			c.Do("POST", "/purchase/verify", s.payInSandbox(t, c, o.OrderID)).Want(200).Into(&v)
			end, err := time.Parse(time.RFC3339, *v.Data.UserPlan.ExpiryAt)
			if err != nil {
				t.Fatal(err)
			}
			accessEnds = append(accessEnds, end)
		}
		if d := accessEnds[1].Sub(accessEnds[0]); d != 30*day {
			t.Errorf("the second purchase ends %s after the first one", d)
		}
	})
}
