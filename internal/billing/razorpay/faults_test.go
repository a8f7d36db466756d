package razorpay_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
	"colloquy/internal/billing/providertest"
	"colloquy/internal/billing/razorpay"
	"colloquy/internal/billing/razorpay/razorpaytest"
)

var allFaultKinds = []razorpaytest.FaultKind{
	razorpaytest.FaultSlow, razorpaytest.FaultInternal, razorpaytest.FaultTooMany, razorpaytest.FaultReset, razorpaytest.FaultCut,
	razorpaytest.FaultGarbage, razorpaytest.FaultEndless, razorpaytest.FaultWrongType, razorpaytest.FaultRedirect,
}

// TestEveryFaultIsUnavailable: a call that meets a fault of the server returns
// provider.ErrUnavailable within three seconds. The next call works.
func TestEveryFaultIsUnavailable(t *testing.T) {
	callByName := map[string]func(ctx context.Context, c *razorpay.Client, orderID, id string) error{
		"CreateOrder": func(ctx context.Context, c *razorpay.Client, _, _ string) error {
			_, err := c.CreateOrder(ctx, "receipt-2", orderPrice)
			return err
		},
		"Payment": func(ctx context.Context, c *razorpay.Client, _, id string) error {
			_, err := c.Payment(ctx, id)
			return err
		},
		"Payments": func(ctx context.Context, c *razorpay.Client, orderID, _ string) error {
			_, err := c.Payments(ctx, orderID)
			return err
		},
		"Capture": func(ctx context.Context, c *razorpay.Client, _, id string) error {
			_, err := c.Capture(ctx, id, orderPrice)
			return err
		},
		"Refund": func(ctx context.Context, c *razorpay.Client, _, id string) error {
			_, err := c.Refund(ctx, id, orderPrice, "a-key-of-ten")
			return err
		},
	}
	for _, kind := range allFaultKinds {
		for name, call := range callByName {
			t.Run(string(kind)+" "+name, func(t *testing.T) {
				t.Parallel()
				client, server := newClient(t)
				orderID := createOrder(t, client, "receipt-1")
				id, _ := payAtFake(server)(t, orderID, providertest.Authorized)
				server.AddFault(razorpaytest.Fault{Kind: kind, FailingCallCount: -1, Delay: 30 * time.Second})
				ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
				defer cancel()
				start := time.Now()
				err := call(ctx, client, orderID, id)
				if !errors.Is(err, provider.ErrUnavailable) || errors.Is(err, provider.ErrNoPayment) {
					t.Errorf("%v", err)
				}
				if d := time.Since(start); d > 3*time.Second {
					t.Errorf("it took %s", d)
				}
				server.RemoveFaults()
				if p, err := client.Payment(t.Context(), id); p.ID != id || err != nil {
					t.Errorf("afterwards: %+v, %v", p, err)
				}
			})
		}
	}
}

func TestCallEndsWithItsOwnTimeout(t *testing.T) {
	server, address := razorpaytest.StartServer(t)
	client := razorpay.New(razorpay.Config{URL: address, KeyID: razorpaytest.KeyID, KeySecret: razorpaytest.KeySecret, Timeout: 50 * time.Millisecond})
	server.AddFault(razorpaytest.Fault{Kind: razorpaytest.FaultSlow, FailingCallCount: -1, Delay: time.Minute})
	if _, err := client.Payment(t.Context(), "pay_00000000000000"); !errors.Is(err, provider.ErrUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v", err)
	}
}

func TestOneFailureOfAReadIsRepeated(t *testing.T) {
	client, server := newClient(t)
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
	for _, kind := range []razorpaytest.FaultKind{razorpaytest.FaultInternal, razorpaytest.FaultTooMany, razorpaytest.FaultReset, razorpaytest.FaultCut, razorpaytest.FaultGarbage} {
		server.AddFault(razorpaytest.Fault{Call: "GET /payments", Kind: kind})
		if p, err := client.Payment(t.Context(), id); p.State != provider.PaymentCaptured || err != nil {
			t.Errorf("%s: %+v, %v", kind, p, err)
		}
	}
}

func TestLongRetryAfterIsNotAwaited(t *testing.T) {
	client, server := newClient(t)
	server.AddFault(razorpaytest.Fault{Kind: razorpaytest.FaultTooMany, Delay: time.Hour})
	start := time.Now()
	if _, err := client.Payment(t.Context(), "pay_00000000000000"); !errors.Is(err, provider.ErrUnavailable) || time.Since(start) > time.Second {
		t.Errorf("%v after %s", err, time.Since(start))
	}
	if n := server.CallCount("GET /payments/{id}"); n != 1 {
		t.Errorf("%d calls", n)
	}
}

// rule payment-provider-once
func TestLostAnswerDoesNotDoubleRefund(t *testing.T) {
	for _, ignoresKeys := range []bool{false, true} {
		client, server := newClient(t)
		server.IgnoresRefundKeys = ignoresKeys
		id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
		partialRefundAmount := money.Money{MinorAmount: 100, Currency: "USD"}
		server.AddFault(razorpaytest.Fault{Call: "refund", Kind: razorpaytest.FaultReset, FailingCallCount: 1})
		server.AddFault(razorpaytest.Fault{Call: "POST /payments/{id}/refund", Kind: razorpaytest.FaultTooMany, FailsAfterCall: true, Delay: time.Hour})
		if r, err := client.Refund(t.Context(), id, partialRefundAmount, "a-key-of-ten"); !errors.Is(err, provider.ErrUnavailable) {
			t.Fatalf("%+v, %v", r, err)
		}
		r, err := client.Refund(t.Context(), id, partialRefundAmount, "a-key-of-ten")
		if err != nil || r.Amount != partialRefundAmount || len(server.Refunds()) != 1 {
			t.Errorf("keys ignored %v: %+v, %v, %d refunds", ignoresKeys, r, err, len(server.Refunds()))
		}
	}
}

// If a call of Refund is repeated, the client finds the earlier refund, whichever page of the list
// has it.
// rule payment-provider-once
func TestRefundBehindAHundredOthersIsNotRepeated(t *testing.T) {
	client, server := newClient(t)
	server.IgnoresRefundKeys = true
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
	partialRefundAmount := money.Money{MinorAmount: 1, Currency: "USD"}
	const refunds = 102
	var firstRefund, lastRefund provider.Refund
	for i := range refunds {
		r, err := client.Refund(t.Context(), id, partialRefundAmount, fmt.Sprint("a-key-of-ten-", i))
		if err != nil {
			t.Fatalf("refund %d: %v", i, err)
		}
		if i == 0 {
			firstRefund = r
		}
		lastRefund = r
	}
	for i, want := range map[int]provider.Refund{0: firstRefund, refunds - 1: lastRefund} {
		if r, err := client.Refund(t.Context(), id, partialRefundAmount, fmt.Sprint("a-key-of-ten-", i)); err != nil || r.ID != want.ID {
			t.Errorf("refund %d again: %+v, %v, want %s", i, r, err, want.ID)
		}
	}
	if n := len(server.Refunds()); n != refunds {
		t.Errorf("%d refunds", n)
	}
}

func TestLostAnswerOfACaptureIsFoundAgain(t *testing.T) {
	client, server := newClient(t)
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Authorized)
	server.AddFault(razorpaytest.Fault{Call: "capture", Kind: razorpaytest.FaultReset, FailsAfterCall: true})
	if p, err := client.Capture(t.Context(), id, orderPrice); !errors.Is(err, provider.ErrUnavailable) {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := client.Capture(t.Context(), id, orderPrice); p.State != provider.PaymentCaptured || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestParallelRefundsWithOneKeyRefundOnce(t *testing.T) {
	client, server := newClient(t)
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
	server.AddFault(razorpaytest.Fault{Call: "refund in progress", Kind: razorpaytest.FaultSlow, Delay: 50 * time.Millisecond})
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() {
			r, err := client.Refund(t.Context(), id, orderPrice, "a-key-of-ten")
			if err != nil || r.Amount != orderPrice {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	wg.Wait()
	if n := len(server.Refunds()); n != 1 {
		t.Errorf("%d refunds", n)
	}
}

// TestRefundKeyOfAnotherAmountIsRefused: a refund of 2.00 with the key of a refund of 1.00 is
// an error.
func TestRefundKeyOfAnotherAmountIsRefused(t *testing.T) {
	client, server := newClient(t)
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
	if _, err := client.Refund(t.Context(), id, money.Money{MinorAmount: 100, Currency: "USD"}, "a-key-of-ten"); err != nil {
		t.Fatal(err)
	}
	if r, err := client.Refund(t.Context(), id, money.Money{MinorAmount: 200, Currency: "USD"}, "a-key-of-ten"); err == nil {
		t.Errorf("%+v", r)
	}
}

// TestErrorsHaveNoSecretAndNoTextOfTheAnswer: errors have no text of an answer, because
// descriptions in answers can name the payer.
func TestErrorsHaveNoSecretAndNoTextOfTheAnswer(t *testing.T) {
	const secret, private = "secret-of-the-key", "ada@post.example"
	bodyByStatus := map[int]string{
		400: `{"error":{"code":"BAD_REQUEST_ERROR","description":"` + private + ` may not pay","reason":"` + private + `","field":"email ` + private + `"}}`,
		401: `{"error":{"code":"BAD_REQUEST_ERROR","description":"Authentication failed for ` + secret + `"}}`,
		403: private, 404: `{"error":{"code":"` + private + `","description":"not found"}}`, 500: private, 302: private, 204: "", 409: private,
		200: `{"id": "` + private + `"`,
	}
	for status, body := range bodyByStatus {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.WriteHeader(status)
				if status != 204 {
					w.Write([]byte(body))
				}
			}))
			client := razorpay.New(razorpay.Config{URL: h.URL, KeyID: "rzp_test_a", KeySecret: secret})
			_, err := client.Payment(t.Context(), "pay_00000000000000")
			h.Close()
			_, away := client.Payment(t.Context(), "pay_00000000000000")
			for _, e := range []error{err, away} {
				if e == nil || errors.Is(e, provider.ErrNoPayment) || strings.Contains(e.Error(), private) || strings.Contains(e.Error(), secret) || strings.Contains(e.Error(), "http://") {
					t.Errorf("%v", e)
				}
			}
		})
	}
}

func TestRefusedKeyNamesTheSettings(t *testing.T) {
	_, address := razorpaytest.StartServer(t)
	client := razorpay.New(razorpay.Config{URL: address, KeyID: razorpaytest.KeyID, KeySecret: "another"})
	_, err := client.CreateOrder(t.Context(), "receipt-1", orderPrice)
	if refused, ok := errors.AsType[*razorpay.Refusal](err); !ok || refused.Status != 401 || !strings.Contains(err.Error(), "COLLOQUY_RAZORPAY_KEY_SECRET") {
		t.Errorf("%v", err)
	}
}

func TestRefusedOrderHasRazorpaysErrorCodes(t *testing.T) {
	client, _ := newClient(t)
	_, err := client.CreateOrder(t.Context(), "receipt-1", money.Money{MinorAmount: 50, Currency: "INR"})
	want := "razorpay: refused with 400 BAD_REQUEST_ERROR input_validation_failed amount"
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestParallelCallsAreBounded(t *testing.T) {
	var running, maxRunning atomic.Int64
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		n := running.Add(1)
		defer running.Add(-1)
		for old := maxRunning.Load(); n > old && !maxRunning.CompareAndSwap(old, n); old = maxRunning.Load() {
		}
		time.Sleep(5 * time.Millisecond)
		w.Write([]byte(`{"items":[]}`))
	}))
	defer h.Close()
	client := razorpay.New(razorpay.Config{URL: h.URL, KeyID: "rzp_test_a", KeySecret: "secret-of-the-key"})
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			if _, err := client.Payments(t.Context(), "order_1"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := maxRunning.Load(); n > 32 || n < 2 {
		t.Errorf("%d calls at once", n)
	}
}

// TestRedirectDoesNotGetTheKey: another server must not receive the key and its secret.
func TestRedirectDoesNotGetTheKey(t *testing.T) {
	wasCalled := false
	otherServer := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { wasCalled = true }))
	defer otherServer.Close()
	h := httptest.NewServer(http.RedirectHandler(otherServer.URL, http.StatusTemporaryRedirect))
	defer h.Close()
	client := razorpay.New(razorpay.Config{URL: h.URL, KeyID: "rzp_test_a", KeySecret: "secret-of-the-key"})
	if _, err := client.Payment(t.Context(), "pay_00000000000000"); !errors.Is(err, provider.ErrUnavailable) || wasCalled {
		t.Errorf("%v, called %v", err, wasCalled)
	}
}
