package razorpaytest_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/billing/signature"
)

// callAPI makes a call of the API with the right key, and returns its status and body.
func callAPI(t *testing.T, method, address, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth(razorpaytest.KeyID, razorpaytest.KeySecret)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func createOrder(t *testing.T, address string) string {
	t.Helper()
	status, body := callAPI(t, "POST", address+"/orders", `{"amount":2400,"currency":"USD","payment":{"capture":"automatic","capture_options":{"automatic_expiry_period":12}}}`)
	var o struct{ ID string }
	if err := json.Unmarshal([]byte(body), &o); err != nil || status != 200 || o.ID == "" {
		t.Fatalf("%d %s", status, body)
	}
	return o.ID
}

func TestInvalidOrdersAreRefused(t *testing.T) {
	_, address := razorpaytest.StartServer(t)
	longNote := strings.Repeat("a", 257)
	const option = `{"amount":100,"currency":"USD","payment":{"capture":"automatic","capture_options":{%s}}}`
	for body, want := range map[string]string{
		`{"amount":100,"currency":"USD","colour":"red"}`:                                "colour is/are not required",
		`{"currency":"USD"}`:                                                            "The amount field is required.",
		`{"amount":"100","currency":"USD"}`:                                             "must be an integer",
		`{"amount":1.5,"currency":"USD"}`:                                               "must be an integer",
		`{"amount":0,"currency":"USD"}`:                                                 "at least",
		`{"amount":99,"currency":"INR"}`:                                                "at least INR 1.00",
		`{"amount":295991,"currency":"KWD"}`:                                            "last digit",
		`{"amount":100,"currency":"usd"}`:                                               "valid currency",
		`{"amount":100,"currency":"USD","receipt":"` + longNote[:41] + `"}`:             "40 characters",
		`{"amount":100,"currency":"USD","notes":{"a":"` + longNote + `"}}`:              "too long",
		`{"amount":100,"currency":"USD","payment":{"capture":"soon"}}`:                  "automatic or manual",
		`{"amount":100,"currency":"USD","payment":{"capture":"automatic"}}`:             "expiry period field is required",
		fmt.Sprintf(option, `"automatic_expiry_period":11`):                             "out of range",
		fmt.Sprintf(option, `"automatic_expiry_period":20,"manual_expiry_period":19`):   "out of range",
		fmt.Sprintf(option, `"automatic_expiry_period":20,"manual_expiry_period":7201`): "out of range",
		fmt.Sprintf(option, `"automatic_expiry_period":20,"refund_speed":"instant"`):    "refund speed",
		`[]`: "no JSON object",
		``:   "no JSON object",
	} {
		if status, text := callAPI(t, "POST", address+"/orders", body); status != 400 || !strings.Contains(text, want) || !strings.Contains(text, `"code":"BAD_REQUEST_ERROR"`) {
			t.Errorf("%.80s: %d %s", body, status, text)
		}
	}
}

func TestCallsWithAWrongKeyAreRefused(t *testing.T) {
	s, address := razorpaytest.StartServer(t)
	s.KeySecret = "another"
	for _, path := range []string{"/orders", "/payments/pay_1", "/nothing"} {
		if status, text := callAPI(t, "GET", address+path, ""); status != 401 || !strings.Contains(text, "Authentication failed") {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
}

// TestEntitiesMatchRazorpay checks three details of Razorpay. Empty notes are an array. A payment
// in a foreign currency has a base amount. An order stays paid after a refund.
func TestEntitiesMatchRazorpay(t *testing.T) {
	s, address := razorpaytest.StartServer(t)
	orderID := createOrder(t, address)
	result, err := s.Pay(orderID, razorpaytest.SecondTry)
	if err != nil {
		t.Fatal(err)
	}
	if status, text := callAPI(t, "POST", address+"/payments/"+result.PaymentID+"/refund", ""); status != 200 || !strings.Contains(text, `"amount":2400`) {
		t.Errorf("a refund without an amount: %d %s", status, text)
	}
	if _, text := callAPI(t, "GET", address+"/orders/"+orderID, ""); !strings.Contains(text, `"notes":[]`) || !strings.Contains(text, `"status":"paid"`) || !strings.Contains(text, `"attempts":2`) {
		t.Errorf("the order is %s", text)
	}
	if _, text := callAPI(t, "GET", address+"/payments/"+result.PaymentID, ""); !strings.Contains(text, `"international":true`) || !strings.Contains(text, `"base_amount":199200,"base_currency":"INR"`) || !strings.Contains(text, `"refund_status":"full"`) {
		t.Errorf("the payment is %s", text)
	}
	if _, err := s.Pay(orderID, razorpaytest.Success); err == nil {
		t.Error("a paid order is paid again")
	}
}

// inbox receives the messages of a webhook. refusals is how many more messages it answers with
// an error.
type inbox struct {
	mu             sync.Mutex
	refusalsLeft   int
	kinds          []string
	countByEventID map[string]int
}

func newInbox(t *testing.T, refusals int) (*inbox, string) {
	t.Helper()
	in := &inbox{refusalsLeft: refusals, countByEventID: map[string]int{}}
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !signature.IsValid([]byte(razorpaytest.WebhookSecret), body, r.Header.Get("X-Razorpay-Signature")) {
			t.Errorf("a message is not signed: %v", err)
		}
		var e struct{ Event string }
		if err := json.Unmarshal(body, &e); err != nil {
			t.Error(err)
		}
		in.mu.Lock()
		defer in.mu.Unlock()
		in.countByEventID[r.Header.Get("X-Razorpay-Event-Id")]++
		if in.refusalsLeft--; in.refusalsLeft >= 0 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		in.kinds = append(in.kinds, e.Event)
	}))
	t.Cleanup(h.Close)
	return in, h.URL
}

func TestMessagesAreRetriedRepeatedReversedAndHeld(t *testing.T) {
	forwardEventKinds := []string{"payment.authorized", "payment.captured", "order.paid"}
	backwardEventKinds := []string{"order.paid", "payment.captured", "payment.authorized"}
	for name, test := range map[string]struct {
		webhooks razorpaytest.WebhookSettings
		refuse   int
		want     []string
		first    int // how often the first message is delivered
	}{
		"once":     {razorpaytest.WebhookSettings{}, 0, forwardEventKinds, 1},
		"retried":  {razorpaytest.WebhookSettings{RetryAfter: time.Millisecond}, 2, forwardEventKinds, 3},
		"repeated": {razorpaytest.WebhookSettings{DeliveryCount: 2}, 0, []string{forwardEventKinds[0], forwardEventKinds[0], forwardEventKinds[1], forwardEventKinds[1], forwardEventKinds[2], forwardEventKinds[2]}, 2},
		"reversed": {razorpaytest.WebhookSettings{IsReversed: true}, 0, backwardEventKinds, 1},
		"delayed":  {razorpaytest.WebhookSettings{Delay: 10 * time.Millisecond}, 0, forwardEventKinds, 1},
		"held":     {razorpaytest.WebhookSettings{HoldsDeliveries: true}, 0, forwardEventKinds, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s, address := razorpaytest.StartServer(t)
			in, url := newInbox(t, test.refuse)
			test.webhooks.URL, test.webhooks.Secret = url, razorpaytest.WebhookSecret
			s.SetWebhooks(test.webhooks)
			if _, err := s.Pay(createOrder(t, address), razorpaytest.Success); err != nil {
				t.Fatal(err)
			}
			s.WaitForDeliveries()
			if test.webhooks.HoldsDeliveries {
				if len(in.kinds) != 0 {
					t.Errorf("held messages were sent: %v", in.kinds)
				}
				s.ReleaseHeldDeliveries()
				s.WaitForDeliveries()
			}
			if sent := s.Deliveries(); !slices.Equal(in.kinds, test.want) || len(in.countByEventID) != 3 || len(sent) != 3 {
				t.Errorf("%v with %d ids of %d", in.kinds, len(in.countByEventID), len(sent))
			}
			if first := s.Deliveries()[0]; !test.webhooks.IsReversed && in.countByEventID[first.ID] != test.first {
				t.Errorf("the first was delivered %d times", in.countByEventID[first.ID])
			}
		})
	}
}

// postWithoutKey makes a call without a key, as the script of Checkout and developers do.
func postWithoutKey(t *testing.T, address, path, body string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", strings.TrimSuffix(address, "/v1")+path, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(text)
}

func TestScriptOfCheckoutPays(t *testing.T) {
	s, address := razorpaytest.StartServer(t)
	orderID := createOrder(t, address)
	if _, script := callAPI(t, "GET", address+"/checkout.js", ""); !strings.Contains(script, "const address = '"+strings.TrimSuffix(address, "/v1")+"';") || !strings.Contains(script, "window.Razorpay") {
		t.Errorf("the script is %s", script)
	}
	resp, text := postWithoutKey(t, address, "/checkout/pay", `{"key":"`+razorpaytest.KeyID+`","order_id":"`+orderID+`","outcome":"failure"}`)
	if resp.StatusCode != 200 || resp.Header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(text, `"reason":"payment_failed"`) || strings.Contains(text, "signature") {
		t.Errorf("failure: %d %s", resp.StatusCode, text)
	}
	_, text = postWithoutKey(t, address, "/checkout/pay", `{"key":"`+razorpaytest.KeyID+`","order_id":"`+orderID+`","outcome":"success"}`)
	var paid razorpaytest.PaymentResult
	if err := json.Unmarshal([]byte(text), &paid); err != nil || paid.OrderID != orderID || paid.Signature != s.SignPayment(orderID, paid.PaymentID) {
		t.Errorf("success: %s", text)
	}
	for _, body := range []string{`{"key":"rzp_test_other","order_id":"` + orderID + `","outcome":"success"}`, `{"order_id":"order_1","outcome":"success"}`, `{"order_id":"` + orderID + `","outcome":"luck"}`, `no`} {
		if resp, text := postWithoutKey(t, address, "/checkout/pay", body); resp.StatusCode < 400 || resp.StatusCode > 401 {
			t.Errorf("%s: %d %s", body, resp.StatusCode, text)
		}
	}
}

func TestControlCallsChangeTheFake(t *testing.T) {
	s, address := razorpaytest.StartServer(t)
	s.HasSlowRefunds = true
	result, err := s.Pay(createOrder(t, address), razorpaytest.Success)
	if err != nil {
		t.Fatal(err)
	}
	callAPI(t, "POST", address+"/payments/"+result.PaymentID+"/refund", `{"amount":100}`)
	refundID := s.Refunds()[0].ID
	for _, c := range [][2]string{
		{"/control/dispute", `{"payment_id":"` + result.PaymentID + `","event":"created"}`},
		{"/control/refund", `{"refund_id":"` + refundID + `","is_paid":true}`},
		{"/control/refund-all", `{"payment_id":"` + result.PaymentID + `"}`},
		{"/control/webhooks", `{"is_held":true}`}, {"/control/release", `{}`},
		{"/control/fault", `{"call":"GET /orders","kind":"internal","times":-1}`},
	} {
		if resp, text := postWithoutKey(t, address, c[0], c[1]); resp.StatusCode != 200 {
			t.Errorf("%s: %d %s", c[0], resp.StatusCode, text)
		}
	}
	if status, _ := callAPI(t, "GET", address+"/orders", ""); status != 500 {
		t.Errorf("the fault has no effect: %d", status)
	}
	postWithoutKey(t, address, "/control/repair", `{}`)
	if status, _ := callAPI(t, "GET", address+"/orders", ""); status != 200 {
		t.Errorf("the fault stays: %d", status)
	}
	for _, c := range [][2]string{{"/control/dispute", `{"payment_id":"pay_1","event":"created"}`}, {"/control/refund", `{"refund_id":"` + refundID + `"}`}} {
		if resp, _ := postWithoutKey(t, address, c[0], c[1]); resp.StatusCode != 400 {
			t.Errorf("%s: %d", c[0], resp.StatusCode)
		}
	}
	_, state := callAPI(t, "GET", strings.TrimSuffix(address, "/v1")+"/control/state", "")
	if !strings.Contains(state, `"payment.dispute.created"`) || !strings.Contains(state, `"refund.processed"`) || strings.Contains(state, razorpaytest.KeySecret) {
		t.Errorf("the state is %s", state)
	}
}
