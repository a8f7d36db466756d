package razorpay_test

import (
	"os"
	"sync"
	"testing"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
	"colloquy/internal/billing/providertest"
	"colloquy/internal/billing/razorpay"
	"colloquy/internal/billing/razorpay/razorpaytest"
)

var orderPrice = money.Money{MinorAmount: 2400, Currency: "USD"}

// newClient returns a client of a fake server.
func newClient(t *testing.T) (*razorpay.Client, *razorpaytest.Server) {
	t.Helper()
	server, address := razorpaytest.StartServer(t)
	return razorpay.New(razorpay.Config{
		URL: address, KeyID: razorpaytest.KeyID, KeySecret: razorpaytest.KeySecret, WebhookSecrets: []string{razorpaytest.WebhookSecret}, Timeout: 2 * time.Second,
	}), server
}

// payAtFake returns a function that pays an order at the fake server.
func payAtFake(server *razorpaytest.Server) func(t *testing.T, orderID string, o providertest.Outcome) (paymentID, signature string) {
	return func(t *testing.T, orderID string, o providertest.Outcome) (string, string) {
		t.Helper()
		result, err := server.Pay(orderID, razorpaytest.Outcome(o))
		if err != nil {
			t.Fatal(err)
		}
		if result.Error != nil {
			return result.Error["metadata"].(map[string]any)["payment_id"].(string), ""
		}
		return result.PaymentID, result.Signature
	}
}

func TestConformance(t *testing.T) {
	subjects := map[string]func(t *testing.T) providertest.Subject{
		"fake": func(t *testing.T) providertest.Subject { return fakeSubject(t, func(*razorpaytest.Server) {}) },
		"fake, receipts repeat": func(t *testing.T) providertest.Subject {
			return fakeSubject(t, func(s *razorpaytest.Server) { s.AcceptsRepeatedReceipts = true })
		},
		"fake, keys are not known": func(t *testing.T) providertest.Subject {
			return fakeSubject(t, func(s *razorpaytest.Server) { s.IgnoresRefundKeys = true })
		},
		"fake, refunds are slow": func(t *testing.T) providertest.Subject {
			return slowRefundSubject(t, func(*razorpaytest.Server) {})
		},
		"fake, refunds are slow, keys are not known": func(t *testing.T) providertest.Subject {
			return slowRefundSubject(t, func(s *razorpaytest.Server) { s.IgnoresRefundKeys = true })
		},
	}
	if id := os.Getenv("COLLOQUY_TEST_RAZORPAY_KEY_ID"); id != "" {
		subjects["test mode of Razorpay"] = func(*testing.T) providertest.Subject {
			return providertest.Subject{Provider: razorpay.New(razorpay.Config{
				URL: "https://api.razorpay.com/v1", KeyID: id, KeySecret: os.Getenv("COLLOQUY_TEST_RAZORPAY_KEY_SECRET"),
			})}
		}
	}
	for name, newSubject := range subjects {
		t.Run(name, func(t *testing.T) { providertest.Run(t, newSubject) })
	}
}

// slowRefundSubject is a fakeSubject whose refunds stay pending and can fail.
func slowRefundSubject(t *testing.T, change func(s *razorpaytest.Server)) providertest.Subject {
	var fake *razorpaytest.Server
	subject := fakeSubject(t, func(s *razorpaytest.Server) {
		fake, s.HasSlowRefunds = s, true
		change(s)
	})
	subject.FailRefund = func(t *testing.T, refundID string) {
		t.Helper()
		if err := fake.FinishRefund(refundID, false); err != nil {
			t.Fatal(err)
		}
	}
	return subject
}

func fakeSubject(t *testing.T, change func(s *razorpaytest.Server)) providertest.Subject {
	client, server := newClient(t)
	change(server)
	return providertest.Subject{
		Provider: client, Pay: payAtFake(server),
		Outcomes: []providertest.Outcome{providertest.Success, providertest.Authorized, providertest.Failure},
	}
}

func createOrder(t *testing.T, c *razorpay.Client, receipt string) string {
	t.Helper()
	id, err := c.CreateOrder(t.Context(), receipt, orderPrice)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// rule payment-provider-once
func TestLostAnswerDoesNotDoubleOrder(t *testing.T) {
	for _, kind := range []razorpaytest.FaultKind{razorpaytest.FaultReset, razorpaytest.FaultCut, razorpaytest.FaultInternal, razorpaytest.FaultGarbage, razorpaytest.FaultWrongType} {
		t.Run(string(kind), func(t *testing.T) {
			client, server := newClient(t)
			server.AcceptsRepeatedReceipts = true
			server.AddFault(razorpaytest.Fault{Call: "POST /orders", Kind: kind, FailsAfterCall: true})
			firstID := createOrder(t, client, "receipt-1")
			if again := createOrder(t, client, "receipt-1"); again != firstID || len(server.Orders()) != 1 {
				t.Errorf("orders %q and %q of %d", firstID, again, len(server.Orders()))
			}
		})
	}
}

func TestParallelCallsMakeOneOrder(t *testing.T) {
	client, server := newClient(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { createOrder(t, client, "receipt-1") })
	}
	wg.Wait()
	if n := len(server.Orders()); n != 1 {
		t.Errorf("%d orders", n)
	}
}

// TestOrderOfALongerReceiptIsIgnored: if the client asks for "receipt-1", Razorpay also lists the
// order with "receipt-11". The client ignores that order.
func TestOrderOfALongerReceiptIsIgnored(t *testing.T) {
	client, server := newClient(t)
	longReceiptOrderID := createOrder(t, client, "receipt-11")
	if shortReceiptOrderID := createOrder(t, client, "receipt-1"); shortReceiptOrderID == longReceiptOrderID || len(server.Orders()) != 2 {
		t.Errorf("%q and %q", shortReceiptOrderID, longReceiptOrderID)
	}
}

func TestReceiptWithAnotherPriceIsAnError(t *testing.T) {
	client, _ := newClient(t)
	createOrder(t, client, "receipt-1")
	if id, err := client.CreateOrder(t.Context(), "receipt-1", money.Money{MinorAmount: 100, Currency: "USD"}); err == nil {
		t.Errorf("%q", id)
	}
}

func TestOldestOrderOfAReceiptWins(t *testing.T) {
	client, server := newClient(t)
	server.AcceptsRepeatedReceipts = true
	firstID := createOrder(t, client, "receipt-1")
	server.AddDuplicateOrder(firstID, -10)
	orders := server.Orders()
	if got := createOrder(t, client, "receipt-1"); len(orders) != 2 || got != orders[1].ID {
		t.Errorf("got %q of %+v", got, orders)
	}
}

func TestOrderIsRefusedBeforeTheCall(t *testing.T) {
	client, server := newClient(t)
	for name, c := range map[string]struct {
		receipt string
		price   money.Money
	}{
		"no receipt":     {"", orderPrice},
		"long receipt":   {"12345678901234567890123456789012345678901", orderPrice},
		"nothing":        {"r", money.Money{MinorAmount: 0, Currency: "USD"}},
		"less":           {"r", money.Money{MinorAmount: -1, Currency: "USD"}},
		"three decimals": {"r", money.Money{MinorAmount: 295991, Currency: "KWD"}},
	} {
		if id, err := client.CreateOrder(t.Context(), c.receipt, c.price); err == nil {
			t.Errorf("%s: %q", name, id)
		}
	}
	if n := server.CallCount("GET /orders") + server.CallCount("POST /orders"); n != 0 {
		t.Errorf("%d calls", n)
	}
}

func TestPaymentsKeepAmountAndCurrency(t *testing.T) {
	client, server := newClient(t)
	for _, m := range []money.Money{{MinorAmount: 295, Currency: "JPY"}, {MinorAmount: 295990, Currency: "KWD"}, {MinorAmount: 100, Currency: "INR"}, {MinorAmount: 999999_00, Currency: "USD"}} {
		orderID, err := client.CreateOrder(t.Context(), "receipt-"+m.Currency, m)
		if err != nil {
			t.Fatal(err)
		}
		id, _ := payAtFake(server)(t, orderID, providertest.Success)
		if p, err := client.Payment(t.Context(), id); p.Price != m || err != nil {
			t.Errorf("%+v, %v, want %+v", p, err, m)
		}
	}
	if _, err := client.CreateOrder(t.Context(), "receipt-small", money.Money{MinorAmount: 99, Currency: "INR"}); err == nil {
		t.Error("less than a rupee is accepted")
	}
}

// TestExpiredAuthorizationIsNotCharged: Razorpay refunds an authorized payment that nobody
// captured in time.
func TestExpiredAuthorizationIsNotCharged(t *testing.T) {
	client, server := newClient(t)
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Authorized)
	if err := server.ExpireAuthorization(id); err != nil {
		t.Fatal(err)
	}
	if p, err := client.Payment(t.Context(), id); p.State != provider.PaymentNotCharged || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// TestUnknownPaymentStatusIsNotPaid: a payment status that Razorpay adds later neither gives
// access nor ends it.
func TestUnknownPaymentStatusIsNotPaid(t *testing.T) {
	client, server := newClient(t)
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Authorized)
	server.EditPayment(id, func(p *razorpaytest.Payment) { p.Status = "pondered" })
	if p, err := client.Payment(t.Context(), id); p.State != provider.PaymentCreated || err != nil {
		t.Errorf("%+v, %v", p, err)
	}
}
