package billing_test

import (
	"context"
	"errors"
	"slices"
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

// rules payment-order, access-who-may-chat
func TestInvalidOrdersAreRefused(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c := s.NewUser("Ada")
		for name, test := range map[string]struct {
			body   string
			status int
			code   string
		}{
			"no plan":           {`{"characterId":20}`, 422, "invalid"},
			"a plan object":     {`{"planId":{},"characterId":20}`, 422, "invalid"},
			"half a plan":       {`{"planId":1.5,"characterId":20}`, 422, "invalid"},
			"unknown plan":      {`{"planId":999999,"characterId":20}`, 404, "plan_not_found"},
			"negative plan":     {`{"planId":"-1"}`, 404, "plan_not_found"},
			"huge plan":         {`{"planId":"99999999999999999999"}`, 404, "plan_not_found"},
			"no character":      {`{"planId":1}`, 422, "invalid"},
			"empty character":   {`{"planId":"1","characterId":" "}`, 422, "invalid"},
			"list of them":      {`{"planId":1,"characterId":[21]}`, 422, "invalid"},
			"unknown character": {`{"planId":1,"characterId":999999}`, 404, "character_not_found"},
			"free character":    {`{"planId":1,"characterId":20}`, 409, "already_open"},
		} {
			s.Clock.Advance(time.Minute)
			if a := c.Do("POST", "/purchase", test.body); a.Status != test.status || a.ErrorCode() != test.code {
				t.Errorf("%s answers %d %s, want %d %s", name, a.Status, a.Body, test.status, test.code)
			}
		}
		if a := c.Do("POST", "/purchase", `{"planId":1}`); !strings.Contains(a.Body, `"characterId":"Missing required payment details"`) {
			t.Errorf("no character answers %s", a.Body)
		}
		if n := s.selectNumber(t, `SELECT count(*) FROM purchases`); n != 0 {
			t.Errorf("%d orders", n)
		}
	})
}

// rule payment-order
func TestClientNamesNeitherAmountNorCurrency(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c := s.NewUser("Ada")
		var o orderAnswer
		c.Do("POST", "/purchase", map[string]any{"planId": "2", "characterId": s.lockedCharacterID, "amount": 1, "amount_minor": 1, "currency": "IDR", "price": "0.01"}).Want(201).Into(&o)
		if o.Amount != "24.00" || o.AmountMinor != 2400 || o.Currency != "USD" {
			t.Errorf("the order is %+v", o)
		}
		c.Do("POST", "/purchase/verify", s.payInSandbox(t, c, o.OrderID)).Want(200)
		for _, body := range []string{`{"planId":2}`, `{"planId":1,"characterId":"` + itoa(s.lockedCharacterID) + `"}`} {
			if a := c.Do("POST", "/purchase", body); a.Status != 409 || a.ErrorCode() != "already_open" {
				t.Errorf("%s of the owner of all answers %d %s", body, a.Status, a.Body)
			}
		}
	})
}

// rule payment-unavailable
func TestWithoutPaymentNothingCanBeOrdered(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		c := e.NewUser("Ada")
		for path, body := range map[string]string{"/purchase": `{"planId":2}`, "/purchase/verify": `{"razorpay_order_id":"order_1"}`} {
			if a := c.Do("POST", path, body); a.Status != 503 || a.ErrorCode() != "payment_unavailable" {
				t.Errorf("%s answers %d %s", path, a.Status, a.Body)
			}
		}
		c.Do("POST", "/purchase/sandbox", `{"orderId":"order_1","outcome":"success"}`).Want(404)
		e.NewVisitor().Do("POST", "/webhooks/razorpay", `{}`).Want(400)
	})
}

// 200 parallel calls make one order. On PostgreSQL they go to two processes.
// rule payment-order-once
func TestParallelOrdersAreOne(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		list := []*billing.Service{s.billing(), s.billing()}
		if s.options.URL != "" {
			secondApp := apptest.Start(t, storage.Options{URL: s.options.URL, DataDir: t.TempDir()}, s.withRazorpay())
			list[1] = secondApp.App.Billing()
		}
		buyer := s.NewUser("Ada").UserID
		s.razorpay.AddFault(razorpaytest.Fault{Call: "POST /orders", Kind: razorpaytest.FaultSlow, Delay: 200 * time.Millisecond})
		var wg sync.WaitGroup
		purchaseIDs := make([]string, 200)
		for i := range purchaseIDs {
			wg.Go(func() {
				p, err := list[i%2].PlaceOrder(t.Context(), core.Actor{UserID: buyer}, 1, itoa(s.lockedCharacterID))
				if err != nil {
					t.Error(err)
				}
				purchaseIDs[i] = p.OrderID
			})
		}
		wg.Wait()
		slices.Sort(purchaseIDs)
		if different := slices.Compact(purchaseIDs); len(different) != 1 || len(s.razorpay.Orders()) != 1 || s.selectNumber(t, `SELECT count(*) FROM purchases`) != 1 {
			t.Errorf("orders %v, %d at the provider", different, len(s.razorpay.Orders()))
		}
		for i := range 9 { // the 200 calls count as one order, so 9 of the 10 orders of an hour are left
			s.placeOrderFor(t, buyer, s.lockedCharacters(t)[i+1])
		}
	})
}

// rule payment-order-limit
func TestEleventhOrderInAnHourIsRefused(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c := s.NewUser("Ada")
		characters := s.lockedCharacters(t)
		placeOrder := func(i int) apptest.Answer {
			return c.Do("POST", "/purchase", map[string]any{"planId": 1, "characterId": characters[i]})
		}
		s.Clock.Advance(time.Until(s.Clock.Now().Truncate(time.Hour).Add(time.Hour)))
		for i := range 10 {
			placeOrder(i).Want(201)
		}
		placeOrder(3).Want(201)
		if a := placeOrder(10); a.Status != 429 || a.ErrorCode() != "rate_limited" || a.Header.Get("Retry-After") == "" {
			t.Errorf("the eleventh answers %d %s", a.Status, a.Body)
		}
		s.Clock.Advance(2 * time.Hour)
		placeOrder(10).Want(201)
	})
}

// rule payment-order-once
func TestOrderIsReturnedWhileItIsOpen(t *testing.T) {
	onEachEngine(t, func(t *testing.T, s *shop) {
		c := s.NewUser("Ada")
		firstOrder := s.orderLockedCharacter(t, c)
		s.Clock.Advance(29 * time.Minute)
		if again := s.orderLockedCharacter(t, c); again != firstOrder {
			t.Errorf("after 29 minutes the order is %+v, before %+v", again, firstOrder)
		}
		s.Clock.Advance(2 * time.Minute)
		secondOrder := s.orderLockedCharacter(t, c)
		if secondOrder.OrderID == firstOrder.OrderID {
			t.Error("after 31 minutes the same order is returned")
		}
		c.Do("POST", "/purchase/sandbox", map[string]any{"orderId": secondOrder.OrderID, "outcome": "failure"}).Want(200)
		thirdOrder := s.orderLockedCharacter(t, c)
		if thirdOrder.OrderID == secondOrder.OrderID {
			t.Error("after a failed try the same order is returned")
		}
		s.execSQL(t, `UPDATE plans SET amount = 500 WHERE id = 1`)
		if fourth := s.orderLockedCharacter(t, c); fourth.OrderID == thirdOrder.OrderID || fourth.Amount != "5.00" {
			t.Errorf("after a change of the price the order is %+v", fourth)
		}
		var v verifyAnswer
		c.Do("POST", "/purchase/verify", s.payInSandbox(t, c, firstOrder.OrderID)).Want(200).Into(&v) // earlier orders can still be paid, at their own price
		if s.selectNumber(t, `SELECT amount FROM purchases WHERE order_id = $1`, firstOrder.OrderID) != 100 || !v.Success {
			t.Errorf("the first order ends as %+v", v)
		}
	})
}

// rule payment-unavailable
func TestProviderThatIsDownLeavesNoOrder(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		for _, kind := range []razorpaytest.FaultKind{razorpaytest.FaultInternal, razorpaytest.FaultReset, razorpaytest.FaultGarbage} {
			for range 4 {
				s.razorpay.AddFault(razorpaytest.Fault{Call: "/orders", Kind: kind, FailingCallCount: -1})
				if a := c.Do("POST", "/purchase", map[string]any{"planId": 1, "characterId": s.lockedCharacterID}); a.Status != 503 || a.ErrorCode() != "payment_unavailable" {
					t.Errorf("%s answers %d %s", kind, a.Status, a.Body)
				}
				s.razorpay.RemoveFaults()
				s.Clock.Advance(30 * time.Second)
			}
		}
		if n := s.selectNumber(t, `SELECT count(*) FROM purchases`); n != 0 {
			t.Errorf("%d orders are left", n)
		}
		s.orderLockedCharacter(t, c) // the 12 failed orders do not count
	})
}

// A call that waits for another call to place the order gives up after five seconds.
func TestCallThatWaitsForAnOrderTimesOut(t *testing.T) {
	t.Parallel() // the call of PlaceOrder waits for five seconds
	s := newRazorpayShop(t, apptest.SQLite(t))
	buyer := s.NewUser("Ada").UserID
	s.placeOrderFor(t, buyer, s.lockedCharacterID)
	s.execSQL(t, `UPDATE purchases SET order_id = NULL`)
	startTime := time.Now()
	_, err := s.billing().PlaceOrder(t.Context(), core.Actor{UserID: buyer}, 1, itoa(s.lockedCharacterID))
	if took := time.Since(startTime); core.KindOf(err) != core.Unavailable || took < 4*time.Second || took > 8*time.Second {
		t.Errorf("%v after %s", err, took)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.billing().PlaceOrder(ctx, core.Actor{UserID: buyer}, 1, itoa(s.lockedCharacterID)); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled call ends with %v", err)
	}
}
