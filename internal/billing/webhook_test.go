package billing_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/app/apptest"
	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/storage"
)

// rule payment-webhook
func TestForgedMessagesAreRefused(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		d := s.deliveriesOf(o.OrderID)[0]
		for name, forge := range map[string]func(d *razorpaytest.Delivery){
			"no signature":    func(d *razorpaytest.Delivery) { d.Signature = "" },
			"wrong signature": func(d *razorpaytest.Delivery) { d.Signature = strings.Repeat("0", 64) },
			"another body":    func(d *razorpaytest.Delivery) { d.Body = bytes.Replace(d.Body, []byte("100"), []byte("1"), 1) },
			"one more space":  func(d *razorpaytest.Delivery) { d.Body = append(d.Body, ' ') },
			"the key's":       func(d *razorpaytest.Delivery) { d.Signature = s.razorpay.SignPayment(o.OrderID, "pay_1") },
			"nothing":         func(d *razorpaytest.Delivery) { d.Body, d.Signature = nil, "" },
		} {
			forgedDelivery := d
			forgedDelivery.Body = bytes.Clone(d.Body)
			forge(&forgedDelivery)
			if status := s.deliver(t, forgedDelivery); status != http.StatusBadRequest {
				t.Errorf("%s answers %d", name, status)
			}
		}
		if n := s.selectNumber(t, `SELECT count(*) FROM payment_events`); n != 0 {
			t.Errorf("%d messages are stored", n)
		}
		for range 3 { // the same message again
			if status := s.deliver(t, d); status != 200 {
				t.Errorf("the real one answers %d", status)
			}
		}
		if n := s.selectNumber(t, `SELECT count(*) FROM payment_events`); n != 1 {
			t.Errorf("%d messages are stored, want 1", n)
		}
	})
}

// The provider's messages alone open the character, without a call of /purchase/verify: the
// payer may have closed the browser.
// rule payment-webhook
func TestMessageAloneOpensTheCharacter(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		callback := s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		var wg sync.WaitGroup
		for _, d := range s.deliveriesOf(o.OrderID) {
			for range 5 {
				wg.Go(func() {
					if status := s.deliver(t, d); status != 200 {
						t.Errorf("%s answers %d", d.Kind, status)
					}
				})
			}
		}
		wg.Wait()
		if !s.isCharacterOpen(t, c) {
			t.Error("still locked")
		}
		c.Do("POST", "/purchase/verify", callbackBody(callback)).Want(200)
	})
}

// rule payment-webhook
func TestMessageAboutAnUnknownOrderIsKeptAndLogged(t *testing.T) {
	var log logBuffer
	s := newLoggedRazorpayShop(t, apptest.SQLite(t), &log)
	d := s.razorpay.NewDelivery("payment.captured", []byte(`{"entity":"event","event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_other","order_id":"order_ofAnotherShop","amount":100,"currency":"USD","status":"captured","email":"payer@post.example"}}},"created_at":1}`))
	for range 2 {
		if status := s.deliver(t, d); status != 200 {
			t.Errorf("answers %d", status)
		}
	}
	if n := s.selectNumber(t, `SELECT count(*) FROM payment_events WHERE order_id = 'order_ofAnotherShop' AND handled_at IS NULL`); n != 1 {
		t.Errorf("%d messages are kept", n)
	}
	if text := log.String(); strings.Count(text, "unknown order") != 1 || strings.Contains(text, "payer@") {
		t.Errorf("the log is %s", text)
	}
	if n := s.selectNumber(t, `SELECT count(*) FROM payment_events WHERE replace(body, 'payer@', '') <> body`); n != 0 {
		t.Error("the payer's address is stored")
	}
}

// A signed message that cannot be read is answered with 200, because a repetition would be as
// unreadable.
// rule payment-webhook-unreadable
func TestSignedMessageThatCannotBeReadIsKeptAndLogged(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		var log logBuffer
		s := newLoggedRazorpayShop(t, o, &log)
		list := []razorpaytest.Delivery{
			s.razorpay.NewDelivery("payment.captured", []byte(`{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","amount":"a lot","email":"payer@post.example"}}}}`)),
			s.razorpay.NewDelivery("", []byte(`payer@post.example`)),
		}
		for range 3 {
			for _, d := range list {
				if status := s.deliver(t, d); status != 200 {
					t.Errorf("answers %d", status)
				}
			}
		}
		if n := s.selectNumber(t, `SELECT count(*) FROM payment_events WHERE handled_at IS NULL AND order_id = '' AND replace(body, 'payer@', '') = body`); n != 2 {
			t.Errorf("%d messages are kept", n)
		}
		if text := log.String(); strings.Count(text, "level=ERROR") != 2 || strings.Count(text, "cannot be read") != 2 || !strings.Contains(text, "kind=payment.captured") || strings.Contains(text, "payer@") {
			t.Errorf("the log is %s", text)
		}
		s.wantMetrics(t, `colloquy_payment_events_total{outcome="unreadable"} 2`, `colloquy_payment_events_total{outcome="repeated"} 4`)
	})
}

// rule payment-webhook-unused
func TestMessageOfAnUnusedKindIsOnlyCounted(t *testing.T) {
	var log logBuffer
	s := newLoggedRazorpayShop(t, apptest.SQLite(t), &log)
	d := s.razorpay.NewDelivery("invoice.paid", []byte(`{"event":"invoice.paid","payload":{"payment":{"entity":{"id":"pay_1","order_id":"order_1"}}}}`))
	for range 2 {
		if status := s.deliver(t, d); status != 200 {
			t.Errorf("answers %d", status)
		}
	}
	if n := s.selectNumber(t, `SELECT count(*) FROM payment_events`); n != 0 {
		t.Errorf("%d messages are kept", n)
	}
	if text := log.String(); strings.Contains(text, "level=WARN") || strings.Contains(text, "level=ERROR") {
		t.Errorf("the log is %s", text)
	}
	s.wantMetrics(t, `colloquy_payment_events_total{outcome="unused"} 2`)
}

// newLoggedRazorpayShop returns a shop whose log a test can read.
func newLoggedRazorpayShop(t *testing.T, o storage.Options, log *logBuffer) *razorpayShop {
	t.Helper()
	s := newRazorpayShop(t, o)
	s.Stop()
	s.shop = newShop(t, apptest.Start(t, s.options, s.withRazorpay(), apptest.WithLog(slog.NewTextHandler(log, nil))))
	return s
}

// wantMetrics checks that the metrics have these lines.
func (s *shop) wantMetrics(t *testing.T, lines ...string) {
	t.Helper()
	out := httptest.NewRecorder()
	s.App.MetricsHandler().ServeHTTP(out, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	got := strings.Split(out.Body.String(), "\n")
	for _, line := range lines {
		if !slices.Contains(got, line) {
			t.Errorf("the metrics lack %s", line)
		}
	}
}

type logBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// A message that cannot be handled is answered with 200, and a job settles it.
// rule payment-webhook
func TestMessageThatCannotBeHandledIsSettledLater(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		c := s.NewUser("Ada")
		o := s.orderLockedCharacter(t, c)
		s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
		s.execSQL(t, `ALTER TABLE purchase_disputes RENAME TO purchase_disputes_away`)
		for _, d := range s.deliveriesOf(o.OrderID) {
			if status := s.deliver(t, d); status != 200 {
				t.Errorf("%s answers %d", d.Kind, status)
			}
		}
		s.wantPurchaseState(t, o.OrderID, "pending", "pending")
		s.execSQL(t, `ALTER TABLE purchase_disputes_away RENAME TO purchase_disputes`)
		for end := time.Now().Add(20 * time.Second); !s.isCharacterOpen(t, c) && time.Now().Before(end); {
			s.Clock.Advance(15 * time.Second)
			time.Sleep(100 * time.Millisecond)
		}
		s.wantPurchaseState(t, o.OrderID, "active", "paid")
	})
}

// rule payment-settle
func TestDisputePausesTheAccess(t *testing.T) {
	razorpayOnEachEngine(t, func(t *testing.T, s *razorpayShop) {
		for outcome, want := range map[string]string{"won": "active", "lost": "refunded", "closed": "active"} {
			c := s.NewUser("Ada")
			o := s.orderLockedCharacter(t, c)
			callback := s.payWithOutcome(t, o.OrderID, razorpaytest.Success)
			c.Do("POST", "/purchase/verify", callbackBody(callback)).Want(200)
			advanceDispute := func(event string) {
				if _, err := s.razorpay.AdvanceDispute(callback.PaymentID, event); err != nil {
					t.Fatal(err)
				}
				list := s.deliveriesOf(callback.PaymentID)
				s.deliver(t, list[len(list)-1])
			}
			advanceDispute("created")
			s.wantPurchaseState(t, o.OrderID, "disputed", "disputed")
			if s.isCharacterOpen(t, c) {
				t.Error("open while it is disputed")
			}
			advanceDispute("under_review")
			advanceDispute(outcome)
			if status, _, _ := s.purchaseState(t, o.OrderID); status != want || s.isCharacterOpen(t, c) != (want == "active") {
				t.Errorf("after %s the purchase is %s", outcome, status)
			}
		}
	})
}
