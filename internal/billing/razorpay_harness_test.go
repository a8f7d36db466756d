package billing_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"colloquy/internal/app/apptest"
	"colloquy/internal/billing"
	"colloquy/internal/billing/razorpay"
	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// razorShop is a shop whose provider is a Razorpay of the test.
type razorShop struct {
	*shop
	options storage.Options
	razor   *razorpaytest.Server
	gate    *gate
	address string // of Razorpay's API
}

// eachRazorShop runs fn on both engines at once: most of the time it waits.
func eachRazorShop(t *testing.T, fn func(t *testing.T, s *razorShop)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		t.Parallel()
		fn(t, newRazorShop(t, o))
	})
}

func newRazorShop(t *testing.T, o storage.Options) *razorShop {
	t.Helper()
	s := &razorShop{options: o, razor: razorpaytest.NewServer()}
	s.gate = &gate{next: s.razor.Handler()}
	server := httptest.NewServer(s.gate)
	t.Cleanup(server.Close)
	s.address = server.URL + "/v1"
	s.start(t)
	return s
}

// start starts the application, also again after kill.
func (s *razorShop) start(t *testing.T) {
	t.Helper()
	s.shop = newShop(t, apptest.Start(t, s.options, s.withRazorpay()))
}

func (s *razorShop) withRazorpay() apptest.Change {
	return apptest.WithRazorpay(s.address, razorpaytest.KeyID, razorpaytest.KeySecret, razorpaytest.WebhookSecret)
}

// client returns a client of the Razorpay of the test.
func (s *razorShop) client() *razorpay.Client {
	return razorpay.New(razorpay.Config{URL: s.address, KeyID: razorpaytest.KeyID, KeySecret: razorpaytest.KeySecret, WebhookSecrets: []string{razorpaytest.WebhookSecret}})
}

func (s *razorShop) billing() *billing.Service { return s.App.Billing() }

// orderFor orders plan 1 for a character, without the limits of HTTP calls.
func (s *razorShop) orderFor(t *testing.T, userID string, characterID int) billing.Purchase {
	t.Helper()
	p, err := s.billing().Order(t.Context(), core.Actor{UserID: userID}, 1, itoa(characterID))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// payWith plays the payer and returns what the page gets.
func (s *razorShop) payWith(t *testing.T, orderID string, outcome razorpaytest.Outcome) billing.Callback {
	t.Helper()
	paid, err := s.razor.Pay(orderID, outcome)
	if err != nil {
		t.Fatal(err)
	}
	return billing.Callback{OrderID: paid.OrderID, PaymentID: paid.PaymentID, Signature: paid.Signature}
}

func body(c billing.Callback) map[string]string {
	return map[string]string{"razorpay_order_id": c.OrderID, "razorpay_payment_id": c.PaymentID, "razorpay_signature": c.Signature}
}

// deliver delivers a message as Razorpay does and returns the status.
func (s *razorShop) deliver(t *testing.T, d razorpaytest.Delivery) int {
	t.Helper()
	r, err := d.Request(t.Context(), s.URL+"/api/webhooks/razorpay")
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

// deliveriesOf returns the messages that name a payment or an order.
func (s *razorShop) deliveriesOf(id string) (out []razorpaytest.Delivery) {
	for _, d := range s.razor.Deliveries() {
		if strings.Contains(string(d.Body), id) {
			out = append(out, d)
		}
	}
	return out
}

// purchase reads a purchase by the provider's order id.
func (s *razorShop) purchase(t *testing.T, orderID string) (status, payment string, refunded int) {
	t.Helper()
	err := s.App.DB().Reader().QueryRowContext(t.Context(), `SELECT status, payment_status, refunded FROM purchases WHERE order_id = $1`, orderID).Scan(&status, &payment, &refunded)
	if err != nil {
		t.Fatal(err)
	}
	return status, payment, refunded
}

func (s *razorShop) wantPurchase(t *testing.T, orderID, status, payment string) {
	t.Helper()
	if got, paid, _ := s.purchase(t, orderID); got != status || paid != payment {
		t.Errorf("the purchase is %s and %s, want %s and %s", got, paid, status, payment)
	}
}

// reconcile lets a time pass that every pause is shorter than, and asks Razorpay.
func (s *razorShop) reconcile(t *testing.T) {
	t.Helper()
	if err := s.billing().Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// gate stands before Razorpay. It can end the application at a call, as a kill of the
// process would: from then on the application reaches neither its database nor Razorpay.
type gate struct {
	next http.Handler

	mu     sync.Mutex
	call   string // beginning of method and path, such as "POST /v1/orders"
	after  bool   // the call is carried out before
	kill   func()
	killed bool
}

// killAt ends the application at the next such call.
func (s *razorShop) killAt(call string, after bool) {
	db := s.App.DB()
	s.gate.mu.Lock()
	defer s.gate.mu.Unlock()
	s.gate.call, s.gate.after, s.gate.killed = call, after, false
	s.gate.kill = func() { db.Close() }
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	fits := g.kill != nil && strings.HasPrefix(r.Method+" "+r.URL.Path, g.call)
	if g.killed || fits && !g.after {
		g.end()
	}
	g.mu.Unlock()
	if !fits {
		g.next.ServeHTTP(w, r)
		return
	}
	g.next.ServeHTTP(httptest.NewRecorder(), r)
	g.mu.Lock()
	g.end()
}

// end kills the application and aborts the call. It unlocks the gate.
func (g *gate) end() {
	g.kill()
	g.killed = true
	g.mu.Unlock()
	panic(http.ErrAbortHandler)
}

// restart starts the application again after killAt took effect. It reports false if it
// did not.
func (s *razorShop) restart(t *testing.T) bool {
	t.Helper()
	s.gate.mu.Lock()
	killed := s.gate.killed
	s.gate.kill, s.gate.killed = nil, false
	s.gate.mu.Unlock()
	if killed {
		advanced := s.Clock.Now()
		s.Stop()
		s.start(t)
		s.Clock.Advance(advanced.Sub(s.Clock.Now()))
	}
	return killed
}

// verify verifies a payment, without the limits of HTTP calls.
func (s *razorShop) verify(ctx context.Context, userID string, c billing.Callback) (confirmed bool, err error) {
	_, confirmed, err = s.billing().Verify(ctx, core.Actor{UserID: userID}, c)
	return confirmed, err
}
