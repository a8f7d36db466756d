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

// razorpayShop is a shop whose provider is a fake Razorpay.
type razorpayShop struct {
	*shop
	options  storage.Options
	razorpay *razorpaytest.Server
	proxy    *killingProxy
	address  string // of Razorpay's API
}

// razorpayOnEachEngine runs fn on both database engines in parallel, because the tests mostly wait.
func razorpayOnEachEngine(t *testing.T, fn func(t *testing.T, s *razorpayShop)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		t.Parallel()
		fn(t, newRazorpayShop(t, o))
	})
}

func newRazorpayShop(t *testing.T, o storage.Options) *razorpayShop {
	t.Helper()
	s := &razorpayShop{options: o, razorpay: razorpaytest.NewServer()}
	s.proxy = &killingProxy{next: s.razorpay.Handler()}
	server := httptest.NewServer(s.proxy)
	t.Cleanup(server.Close)
	s.address = server.URL + "/v1"
	s.startApp(t)
	return s
}

// startApp starts the application. restartIfKilled calls it again.
func (s *razorpayShop) startApp(t *testing.T) {
	t.Helper()
	s.shop = newShop(t, apptest.Start(t, s.options, s.withRazorpay()))
}

func (s *razorpayShop) withRazorpay() apptest.AppOption {
	return apptest.WithRazorpay(s.address, razorpaytest.KeyID, razorpaytest.KeySecret, razorpaytest.WebhookSecret)
}

// client returns a client of the fake Razorpay.
func (s *razorpayShop) client() *razorpay.Client {
	return razorpay.New(razorpay.Config{URL: s.address, KeyID: razorpaytest.KeyID, KeySecret: razorpaytest.KeySecret, WebhookSecrets: []string{razorpaytest.WebhookSecret}})
}

func (s *razorpayShop) billing() *billing.Service { return s.App.Billing() }

// placeOrderFor orders plan 1 for a character. It calls the service directly, so no rate limit
// applies.
func (s *razorpayShop) placeOrderFor(t *testing.T, userID string, characterID int) billing.Purchase {
	t.Helper()
	p, err := s.billing().PlaceOrder(t.Context(), core.Actor{UserID: userID}, 1, itoa(characterID))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// payWithOutcome pays an order at the fake Razorpay and returns what the payment window gives
// to the page.
func (s *razorpayShop) payWithOutcome(t *testing.T, orderID string, outcome razorpaytest.Outcome) billing.Callback {
	t.Helper()
	result, err := s.razorpay.Pay(orderID, outcome)
	if err != nil {
		t.Fatal(err)
	}
	return billing.Callback{OrderID: result.OrderID, PaymentID: result.PaymentID, Signature: result.Signature}
}

func callbackBody(c billing.Callback) map[string]string {
	return map[string]string{"razorpay_order_id": c.OrderID, "razorpay_payment_id": c.PaymentID, "razorpay_signature": c.Signature}
}

// deliver delivers a message as Razorpay does and returns the status.
func (s *razorpayShop) deliver(t *testing.T, d razorpaytest.Delivery) int {
	t.Helper()
	r, err := d.NewRequest(t.Context(), s.URL+"/api/webhooks/razorpay")
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
func (s *razorpayShop) deliveriesOf(id string) (out []razorpaytest.Delivery) {
	for _, d := range s.razorpay.Deliveries() {
		if strings.Contains(string(d.Body), id) {
			out = append(out, d)
		}
	}
	return out
}

// purchaseState reads the state of a purchase by the provider's order id.
func (s *razorpayShop) purchaseState(t *testing.T, orderID string) (status, paymentStatus string, refunded int) {
	t.Helper()
	err := s.App.DB().Reader().QueryRowContext(t.Context(), `SELECT status, payment_status, refunded FROM purchases WHERE order_id = $1`, orderID).Scan(&status, &paymentStatus, &refunded)
	if err != nil {
		t.Fatal(err)
	}
	return status, paymentStatus, refunded
}

func (s *razorpayShop) wantPurchaseState(t *testing.T, orderID, status, paymentStatus string) {
	t.Helper()
	if got, paid, _ := s.purchaseState(t, orderID); got != status || paid != paymentStatus {
		t.Errorf("the purchase is %s and %s, want %s and %s", got, paid, status, paymentStatus)
	}
}

// reconcile runs the reconciler once. It asks Razorpay about the due orders.
func (s *razorpayShop) reconcile(t *testing.T) {
	t.Helper()
	if err := s.billing().Reconcile(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// killingProxy is a proxy in front of the fake Razorpay that simulates the death of the application's
// process. At a chosen call it cuts the application off from its database and from Razorpay.
type killingProxy struct {
	next http.Handler

	mu          sync.Mutex
	call        string // beginning of method and path, such as "POST /v1/orders"
	isAfterCall bool   // Razorpay carries the call out before the kill
	kill        func()
	isKilled    bool
}

// killAtNextCall kills the application at the next matching request to Razorpay. A request matches
// if its method and path begin with the argument "call". If isAfterCall is set, Razorpay carries
// the request out before the kill.
func (s *razorpayShop) killAtNextCall(call string, isAfterCall bool) {
	db := s.App.DB()
	s.proxy.mu.Lock()
	defer s.proxy.mu.Unlock()
	s.proxy.call, s.proxy.isAfterCall, s.proxy.isKilled = call, isAfterCall, false
	s.proxy.kill = func() { db.Close() }
}

func (g *killingProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	isKillCall := g.kill != nil && strings.HasPrefix(r.Method+" "+r.URL.Path, g.call)
	if g.isKilled || isKillCall && !g.isAfterCall {
		g.killAndAbort()
	}
	g.mu.Unlock()
	if !isKillCall {
		g.next.ServeHTTP(w, r)
		return
	}
	g.next.ServeHTTP(httptest.NewRecorder(), r)
	g.mu.Lock()
	g.killAndAbort()
}

// killAndAbort kills the application and aborts the call. The caller has locked g.mu, which killAndAbort unlocks.
func (g *killingProxy) killAndAbort() {
	g.kill()
	g.isKilled = true
	g.mu.Unlock()
	panic(http.ErrAbortHandler)
}

// restartIfKilled starts the application again if killAtNextCall has taken effect, and
// reports whether it has.
func (s *razorpayShop) restartIfKilled(t *testing.T) bool {
	t.Helper()
	s.proxy.mu.Lock()
	wasKilled := s.proxy.isKilled
	s.proxy.kill, s.proxy.isKilled = nil, false
	s.proxy.mu.Unlock()
	if wasKilled {
		advancedTime := s.Clock.Now()
		s.Stop()
		s.startApp(t)
		s.Clock.Advance(advancedTime.Sub(s.Clock.Now()))
	}
	return wasKilled
}

// verifyPayment verifies a payment. It calls the service directly, so no rate limit applies.
func (s *razorpayShop) verifyPayment(ctx context.Context, userID string, c billing.Callback) (confirmed bool, err error) {
	_, confirmed, err = s.billing().Verify(ctx, core.Actor{UserID: userID}, c)
	return confirmed, err
}
