package billing_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/audit"
	"colloquy/internal/billing"
	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/storage"
)

// wantRefundNotices compares the titles of a user's notices about refunds, in any order.
func (s *shop) wantRefundNotices(t *testing.T, c *apptest.Client, want ...string) {
	t.Helper()
	got, err := storage.QueryAll(t.Context(), s.App.DB().Reader(), func(r storage.Row) (title string, err error) { return title, r.Scan(&title) },
		`SELECT title FROM notifications WHERE user_id = $1 AND type = 'refund'`, c.UserID)
	slices.Sort(got)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("notices %q, %v, want %q", got, err, want)
	}
}

// wantRefundMails waits for the mails to a user about refunds and compares their subjects,
// in any order.
func (s *shop) wantRefundMails(t *testing.T, c *apptest.Client, want ...string) {
	t.Helper()
	var got []string
	for end := time.Now().Add(10 * time.Second); len(got) < len(want) && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		got = nil
		for _, m := range s.Outbox(c.Email) {
			if strings.Contains(m.Subject, "refund") {
				got = append(got, m.Subject)
			}
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("mails %q, want %q", got, want)
	}
}

// A refund fails at the bank days later, and the access comes back. The buyer and the operator get
// one notice each. A second refund is possible, with a notice and a mail.
// rules payment-refund-failed, payment-settle, payment-operator
func TestFailedRefundIsToldAndRestoresTheAccess(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		t.Parallel()
		var log logBuffer
		s := newLoggedRazorpayShop(t, o, &log)
		s.razorpay.HasSlowRefunds = true
		c := s.NewUser("Ada")
		p := s.buyAtRazorpay(t, c)
		postRefund(c, p.OrderID, "").Want(200)
		s.wantPurchaseState(t, p.OrderID, "refunded", "refunded")
		if err := s.razorpay.FinishRefund(s.razorpay.Refunds()[0].ID, false); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			for _, d := range s.deliveriesOf(p.OrderID) {
				s.deliver(t, d)
			}
		}
		s.wantPurchaseState(t, p.OrderID, "active", "paid")
		if !s.isCharacterOpen(t, c) {
			t.Error("the money is not back and the access has ended")
		}
		s.wantFailedRefund(t, p.ID)
		s.wantMetrics(t, "colloquy_failed_refunds_total 1")
		if n := strings.Count(log.String(), `level=ERROR msg="a refund has failed at the bank`); n != 1 {
			t.Errorf("logged %d times", n)
		}
		postRefund(c, p.OrderID, "").Want(200)
		if list := s.razorpay.Refunds(); len(list) != 2 {
			t.Errorf("refunds %+v", list)
		}
		s.wantPurchaseState(t, p.OrderID, "refunded", "refunded")
		s.wantRefundNotices(t, c, "Refund", "Refund", "Refund was returned")
		s.wantRefundMails(t, c, "Your refund of $1.00", "Your refund of $1.00", "Your refund of $1.00 did not arrive")
	})
}

// wantFailedRefund checks what the operator sees of an order with one failed refund.
func (s *razorpayShop) wantFailedRefund(t *testing.T, purchaseID string) {
	t.Helper()
	if n := s.selectNumber(t, `SELECT count(*) FROM audit WHERE event = 'refund.failed' AND actor_id = 'provider' AND detail = $1`, purchaseID); n != 1 {
		t.Errorf("audited %d times", n)
	}
	if n, err := s.billing().CountFailedRefunds(t.Context()); n != 1 || err != nil {
		t.Errorf("counted %d, %v", n, err)
	}
	o := billing.NewOperator(billing.Deps{DB: s.App.DB(), Clock: s.Clock, Audit: audit.New(s.App.DB(), s.Clock)})
	for _, state := range []string{"refund_failed", ""} {
		if list, err := o.Orders(t.Context(), billing.OrderFilter{State: state, Limit: 9}); err != nil || len(list) != 1 || list[0].ID != purchaseID || list[0].FailedRefundAmount != 100 {
			t.Errorf("orders in state %q: %+v, %v", state, list, err)
		}
	}
}

// If the refund of a surplus payment fails, the order stays paid, and the buyer is notified.
// rules payment-refund-failed, payment-surplus
func TestFailedRefundOfASecondPaymentIsTold(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		s.razorpay.HasSlowRefunds = true
		c := s.NewUser("Ada")
		p := s.placeOrderFor(t, c.UserID, s.lockedCharacterID)
		firstCallback := s.payWithOutcome(t, p.OrderID, razorpaytest.Authorized)
		secondCallback := s.payWithOutcome(t, p.OrderID, razorpaytest.Success)
		c.Do("POST", "/purchase/verify", callbackBody(firstCallback)).Want(200)
		c.Do("POST", "/purchase/verify", callbackBody(secondCallback)).Want(200)
		s.wantOneRefund(t)
		if err := s.razorpay.FinishRefund(s.razorpay.Refunds()[0].ID, false); err != nil {
			t.Fatal(err)
		}
		for _, d := range s.deliveriesOf(secondCallback.PaymentID) {
			s.deliver(t, d)
		}
		s.wantPurchaseState(t, p.OrderID, "active", "paid")
		s.wantRefundNotices(t, c, "Refund", "Refund was returned")
		s.wantFailedRefund(t, p.ID)
	})
}

// The webhook message about the failed refund comes before all other messages about the order. In
// the end the order is paid, and the buyer is notified.
// rules payment-refund-failed, payment-settle
func TestFailedRefundReportedBeforeItsPayment(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		s.razorpay.HasSlowRefunds = true
		c := s.NewUser("Ada")
		p := s.placeOrderFor(t, c.UserID, s.lockedCharacterID)
		callback := s.payWithOutcome(t, p.OrderID, razorpaytest.Success)
		if err := s.razorpay.RefundAll(callback.PaymentID); err != nil {
			t.Fatal(err)
		}
		if err := s.razorpay.FinishRefund(s.razorpay.Refunds()[0].ID, false); err != nil {
			t.Fatal(err)
		}
		list := s.deliveriesOf(p.OrderID)
		slices.Reverse(list)
		for _, d := range list {
			s.deliver(t, d)
		}
		s.wantPurchaseState(t, p.OrderID, "active", "paid")
		s.wantRefundNotices(t, c, "Refund was returned")
		s.wantFailedRefund(t, p.ID)
	})
}
