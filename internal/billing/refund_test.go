package billing_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/billing"
	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// buyPlan buys a plan for the locked character, and returns the provider's order id.
func (s *shop) buyPlan(t *testing.T, c *apptest.Client, plan int) string {
	t.Helper()
	var o orderAnswer
	c.Do("POST", "/purchase", map[string]any{"planId": plan, "characterId": s.lockedCharacterID}).Want(201).Into(&o)
	c.Do("POST", "/purchase/verify", s.payInSandbox(t, c, o.OrderID)).Want(200)
	return o.OrderID
}

func postRefund(c *apptest.Client, orderID, reason string) apptest.Answer {
	return c.Do("POST", "/purchase/refund", map[string]any{"orderId": orderID, "reason": reason})
}

// deleteChats deletes the conversations of the user.
func deleteChats(c *apptest.Client) {
	var out struct {
		Data struct{ Chats []struct{ ID string } }
	}
	c.Do("GET", "/user/chats", nil).Want(200).Into(&out)
	chatIDs := []string{}
	for _, chat := range out.Data.Chats {
		chatIDs = append(chatIDs, chat.ID)
	}
	c.Do("POST", "/user/chats/bulk-delete", map[string]any{"sessionIds": chatIDs}).Want(200)
}

const day = 24 * time.Hour

// rules payment-refund, chats-delete-usage
func TestRefundFollowsThePublishedPolicy(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		const because = "It was not what I expected"
		for name, test := range map[string]struct {
			plan     int
			messages int
			free     int // messages to a free character
			deletes  bool
			after    time.Duration
			reason   string
			want     int
		}{
			"at once":                                   {plan: 1, want: 200},
			"with the last message that is allowed":     {plan: 1, messages: 20, want: 200},
			"with one message too many":                 {plan: 1, messages: 21, want: 409},
			"with one message too many, deleted":        {plan: 1, messages: 21, deletes: true, want: 409},
			"with the last message, deleted":            {plan: 1, messages: 20, deletes: true, want: 200},
			"all characters, seventh day, deleted":      {plan: 2, messages: 21, deletes: true, after: 6 * day, reason: because, want: 409},
			"just before the end of the third day":      {plan: 1, after: 3*day - time.Minute, want: 200},
			"after the third day":                       {plan: 1, after: 3*day + time.Minute, reason: because, want: 409},
			"all characters, at once":                   {plan: 2, messages: 20, want: 200},
			"all characters, messages to free ones":     {plan: 2, free: 21, messages: 3, want: 200},
			"all characters, one message too many":      {plan: 2, messages: 21, want: 409},
			"all characters, fourth day, no reason":     {plan: 2, after: 3*day + time.Minute, want: 409},
			"all characters, fourth day, blank reason":  {plan: 2, after: 3*day + time.Minute, reason: " \n", want: 409},
			"all characters, fourth day, with a reason": {plan: 2, after: 3*day + time.Minute, reason: because, want: 200},
			"all characters, seventh day, used":         {plan: 2, messages: 21, after: 6 * day, reason: because, want: 409},
			"all characters, end of the seventh day":    {plan: 2, after: 7*day - time.Minute, reason: because, want: 200},
			"all characters, eighth day":                {plan: 2, after: 7*day + time.Minute, reason: because, want: 409},
		} {
			t.Run(name, func(t *testing.T) {
				c := s.NewUser("Ada")
				orderID := s.buyPlan(t, c, test.plan)
				s.sendLines(t, c, s.lockedCharacterID, test.messages)
				s.sendLines(t, c, 20, test.free)
				if test.deletes {
					deleteChats(c)
				}
				usedTime := time.Duration(test.messages+test.free) * 4 * time.Second
				s.Clock.Advance(max(test.after-usedTime, 0))
				a := postRefund(c, orderID, test.reason)
				if a.Status != test.want || test.want == 409 && (a.ErrorCode() != "not_refundable" || !strings.Contains(a.Body, "/contact-us")) {
					t.Errorf("answers %d %s, want %d", a.Status, a.Body, test.want)
				}
				if s.isCharacterOpen(t, c) != (test.want == 409) {
					t.Errorf("open: %t", s.isCharacterOpen(t, c))
				}
			})
		}
	})
}

// rule payment-refund
func TestRefundRefusesUnpaidAndForeignOrders(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c, otherUser := s.NewUser("Ada"), s.NewUser("Bo")
		o := s.orderLockedCharacter(t, c)
		if a := postRefund(c, o.OrderID, ""); a.Status != 409 || a.ErrorCode() != "not_refundable" {
			t.Errorf("an open order answers %d %s", a.Status, a.Body)
		}
		c.Do("POST", "/purchase/verify", s.payInSandbox(t, c, o.OrderID)).Want(200)
		postRefund(otherUser, o.OrderID, "").Want(404)
		postRefund(c, "999999", "").Want(404)
		postRefund(c, "", "").Want(404)
		postRefund(c, o.OrderID, strings.Repeat("ж", 1001)).Want(422)
		postRefund(c, o.OrderID, strings.Repeat("ж", 1000)).Want(200)
		var again struct{ Data userPlan }
		postRefund(c, o.OrderID, "").Want(200).Into(&again)
		if again.Data.Status != "refunded" || again.Data.PaymentStatus != "refunded" || again.Data.Refunded != "1.00" {
			t.Errorf("a second call answers %+v", again)
		}
	})
}

// The buyer and the operator ask for the same refund in parallel: the money goes back once.
// rule payment-refund
func TestParallelRefundsAreOne(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		p := s.buyAtRazorpay(t, c)
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				if i%2 == 0 {
					s.billing().RefundOwnOrder(t.Context(), core.Actor{UserID: c.UserID}, p.OrderID, "")
				} else {
					s.billing().Refund(t.Context(), p.ID, 0, "", "operator")
				}
			})
		}
		wg.Wait()
		s.wantPurchaseState(t, p.OrderID, "refunded", "refunded")
		s.wantOneRefund(t)
		if n := s.selectNumber(t, `SELECT count(*) FROM notifications WHERE type = 'refund' AND user_id = $1`, c.UserID); n != 1 {
			t.Errorf("%d notices", n)
		}
	})
}

// buyAtRazorpay orders plan 1 for the locked character, pays it at the fake Razorpay and
// verifies the payment.
func (s *razorpayShop) buyAtRazorpay(t *testing.T, c *apptest.Client) billing.Purchase {
	t.Helper()
	p := s.placeOrderFor(t, c.UserID, s.lockedCharacterID)
	c.Do("POST", "/purchase/verify", callbackBody(s.payWithOutcome(t, p.OrderID, razorpaytest.Success))).Want(200)
	return p
}

// rules payment-refund, payment-settle
func TestPartialRefundsKeepTheAccessUntilTheirSum(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		p := s.buyAtRazorpay(t, c)
		for _, amount := range []int64{40, 35} {
			if _, err := s.billing().Refund(t.Context(), p.ID, amount, "", "operator"); err != nil {
				t.Fatal(err)
			}
			s.wantPurchaseState(t, p.OrderID, "active", "partially_refunded")
		}
		for _, wrong := range []int64{26, 999999, -1} {
			if _, err := s.billing().Refund(t.Context(), p.ID, wrong, "", "operator"); core.KindOf(err) != core.Conflict {
				t.Errorf("a refund of %d: %v", wrong, err)
			}
		}
		if !s.isCharacterOpen(t, c) {
			t.Error("a part of the refund ends the access")
		}
		if _, err := s.billing().Refund(t.Context(), p.ID, 25, "", "operator"); err != nil {
			t.Fatal(err)
		}
		s.wantPurchaseState(t, p.OrderID, "refunded", "refunded")
		if s.isCharacterOpen(t, c) || len(s.razorpay.Refunds()) != 3 {
			t.Errorf("open %t, refunds %+v", s.isCharacterOpen(t, c), s.razorpay.Refunds())
		}
		for _, d := range s.deliveriesOf(p.OrderID) {
			s.deliver(t, d)
		}
		s.wantPurchaseState(t, p.OrderID, "refunded", "refunded")
	})
}

// rule payment-refund
func TestRefundFailsWhileTheProviderIsUnreachable(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		p := s.buyAtRazorpay(t, c)
		s.razorpay.AddFault(razorpaytest.Fault{Call: "/payments", Kind: razorpaytest.FaultInternal, FailingCallCount: -1})
		if a := postRefund(c, p.OrderID, ""); a.Status != 503 || a.ErrorCode() != "payment_unavailable" {
			t.Errorf("answers %d %s", a.Status, a.Body)
		}
		s.razorpay.RemoveFaults()
		if !s.isCharacterOpen(t, c) {
			t.Error("the access has ended without a refund")
		}
		postRefund(c, p.OrderID, "").Want(200)
		s.wantOneRefund(t)
	})
}

// A refund ends the access at once in every process.
// rules payment-refund, access-who-may-chat
func TestRefundEndsTheAccessOnBothProcesses(t *testing.T) {
	firstOptions := apptest.Postgres(t)
	s := newShop(t, apptest.Start(t, firstOptions, apptest.WithPayment))
	secondApp := apptest.Start(t, storage.Options{URL: firstOptions.URL, DataDir: t.TempDir()}, apptest.WithPayment)
	c := s.NewUser("Ada")
	otherClient := *c
	otherClient.URL = secondApp.URL
	orderID := s.buyPlan(t, c, 1)
	s.sendLines(t, &otherClient, s.lockedCharacterID, 1)
	postRefund(c, orderID, "").Want(200)
	refundedAt := time.Now()
	path := "/messages/" + c.UserID + "_" + itoa(s.lockedCharacterID)
	for _, client := range []*apptest.Client{&otherClient, c} {
		if a := client.Do("POST", path, map[string]any{"content": "One more"}); a.Status != http.StatusForbidden || a.ErrorCode() != "character_locked" {
			t.Errorf("a message answers %d %s", a.Status, a.Body)
		}
	}
	if took := time.Since(refundedAt); took > time.Second {
		t.Errorf("the answers took %s", took)
	}
}
