package app_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/billing/razorpay/razorpaytest"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// startWithRazorpay starts an application whose users pay at a fake Razorpay, which sends
// its messages to the application.
func startWithRazorpay(t *testing.T, o storage.Options, webhooks razorpaytest.WebhookSettings) (*apptest.Env, *razorpaytest.Server) {
	t.Helper()
	server, address := razorpaytest.StartServer(t)
	e := apptest.Start(t, o, func(o *app.Options) {
		c := &o.Config
		c.Payments, c.RazorpayURL, c.RazorpayKeyID = config.PaymentsRazorpay, address, razorpaytest.KeyID
		c.RazorpayKeySecret, c.RazorpayWebhookSecret = razorpaytest.KeySecret, "a-newer-secret,"+razorpaytest.WebhookSecret
	})
	t.Cleanup(server.WaitForDeliveries)
	server.Clock = e.Clock
	webhooks.Secret, webhooks.RetryAfter = razorpaytest.WebhookSecret, 10*time.Millisecond
	if webhooks.URL == "" {
		webhooks.URL = e.URL + "/api/webhooks/razorpay"
	}
	server.SetWebhooks(webhooks)
	return e, server
}

// orderAnswer is an answer of POST /purchase.
type orderAnswer struct {
	OrderID, KeyID, Provider, CheckoutURL, Currency string
	AmountMinor                                     int64 `json:"amount_minor"`
}

func orderAllCharacters(t *testing.T, c *apptest.Client) orderAnswer {
	t.Helper()
	var o orderAnswer
	c.Do("POST", "/purchase", map[string]any{"planId": 2}).Want(http.StatusCreated).Into(&o)
	return o
}

func isPaid(c *apptest.Client) bool {
	return strings.Contains(c.Do("GET", "/auth/me", nil).Want(200).Body, `"is_paid":true`)
}

// TestRazorpayPaymentIsVerifiedAndRefunded: an order of plan 2 is paid and verified, and refunded at Razorpay's
// dashboard. The webhook delivers each message twice and in reverse order.
func TestRazorpayPaymentIsVerifiedAndRefunded(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e, server := startWithRazorpay(t, o, razorpaytest.WebhookSettings{IsReversed: true, DeliveryCount: 2})
		buyer := e.NewUser("Ada")
		order := orderAllCharacters(t, buyer)
		if order.KeyID != razorpaytest.KeyID || order.Provider != "razorpay" || order.AmountMinor != 2400 || order.Currency != "USD" || !strings.HasSuffix(order.CheckoutURL, "/v1/checkout.js") {
			t.Errorf("the order is %+v", order)
		}
		if again := orderAllCharacters(t, buyer); again != order || len(server.Orders()) != 1 {
			t.Errorf("a second click makes %+v", again)
		}
		failedPayment, err := server.Pay(order.OrderID, razorpaytest.Failure)
		if err != nil || failedPayment.Error == nil || isPaid(buyer) {
			t.Fatalf("%+v, %v", failedPayment, err)
		}
		payment, err := server.Pay(order.OrderID, razorpaytest.Success)
		if err != nil {
			t.Fatal(err)
		}
		buyer.Do("POST", "/purchase/verify", map[string]any{"razorpay_order_id": payment.OrderID, "razorpay_payment_id": payment.PaymentID, "razorpay_signature": payment.Signature + "0"}).Want(400)
		buyer.Do("POST", "/purchase/verify", payment).Want(200)
		if !isPaid(buyer) {
			t.Error("the buyer has not paid")
		}
		server.WaitForDeliveries()
		if n := countRows(t, e, "purchases WHERE status = 'active'"); n != 1 || !isPaid(buyer) {
			t.Errorf("%d active purchases", n)
		}
		if err := server.RefundAll(payment.PaymentID); err != nil {
			t.Fatal(err)
		}
		waitUntil(t, "the refund ends the access", func() bool { return countRows(t, e, "purchases WHERE status = 'refunded'") == 1 })
		if isPaid(buyer) {
			t.Error("after the refund the buyer has access")
		}
	})
}

// TestWebhookAloneGivesAccess: the webhook alone gives access to what was paid for.
func TestWebhookAloneGivesAccess(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e, server := startWithRazorpay(t, o, razorpaytest.WebhookSettings{})
		buyer := e.NewUser("Ada")
		if _, err := server.Pay(orderAllCharacters(t, buyer).OrderID, razorpaytest.SecondTry); err != nil {
			t.Fatal(err)
		}
		waitUntil(t, "the webhook opens the characters", func() bool { return countRows(t, e, "purchases WHERE status = 'active'") == 1 })
		if !isPaid(buyer) {
			t.Error("the buyer has no access")
		}
	})
}

// TestLatePaymentIsCaptured: a payment that the bank authorizes late is captured by the
// service, because Razorpay does not capture it.
func TestLatePaymentIsCaptured(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e, server := startWithRazorpay(t, o, razorpaytest.WebhookSettings{HoldsDeliveries: true})
		buyer := e.NewUser("Ada")
		payment, err := server.Pay(orderAllCharacters(t, buyer).OrderID, razorpaytest.Authorized)
		if err != nil {
			t.Fatal(err)
		}
		buyer.Do("POST", "/purchase/verify", payment).Want(200)
		if !isPaid(buyer) || server.Payments()[0].Status != "captured" {
			t.Errorf("the payments are %+v", server.Payments())
		}
	})
}

// TestPaymentIsConfirmedAfterARazorpayOutage: while Razorpay fails, an order is refused, and a payment that cannot be
// verified is confirmed later by a job.
func TestPaymentIsConfirmedAfterARazorpayOutage(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e, server := startWithRazorpay(t, o, razorpaytest.WebhookSettings{HoldsDeliveries: true})
		buyer := e.NewUser("Ada")
		server.AddFault(razorpaytest.Fault{Kind: razorpaytest.FaultInternal, FailingCallCount: -1})
		buyer.Do("POST", "/purchase", map[string]any{"planId": 2}).Want(http.StatusServiceUnavailable)
		server.RemoveFaults()
		payment, err := server.Pay(orderAllCharacters(t, buyer).OrderID, razorpaytest.Success)
		if err != nil {
			t.Fatal(err)
		}
		server.AddFault(razorpaytest.Fault{Kind: razorpaytest.FaultInternal, FailingCallCount: -1})
		buyer.Do("POST", "/purchase/verify", payment).Want(http.StatusAccepted)
		server.RemoveFaults()
		waitUntil(t, "the payment is confirmed", func() bool {
			e.Clock.Advance(time.Second)
			return countRows(t, e, "purchases WHERE status = 'active'") == 1
		})
	})
}
