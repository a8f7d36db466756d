package razorpay_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
	"colloquy/internal/billing/providertest"
	"colloquy/internal/billing/razorpay"
	"colloquy/internal/billing/razorpay/razorpaytest"
)

// readEventsByKind reads the deliveries of the fake server, by their kinds.
func readEventsByKind(t *testing.T, c *razorpay.Client, s *razorpaytest.Server) map[string]provider.Event {
	t.Helper()
	out := map[string]provider.Event{}
	for _, d := range s.Deliveries() {
		e, err := c.ReadEvent(d.Body, d.Signature, d.ID)
		if err != nil || e.ID != d.ID || e.Kind != d.Kind || time.Since(e.At).Abs() > time.Minute {
			t.Fatalf("%s: %+v, %v", d.Kind, e, err)
		}
		out[d.Kind] = e
	}
	return out
}

func TestEventsHaveTheStateOfThePayment(t *testing.T) {
	client, server := newClient(t)
	orderID := createOrder(t, client, "receipt-1")
	failedID, _ := payAtFake(server)(t, orderID, providertest.Failure)
	id, _ := payAtFake(server)(t, orderID, providertest.Success)
	if _, err := client.Refund(t.Context(), id, money.Money{MinorAmount: 1000, Currency: "USD"}, "a-key-of-ten"); err != nil {
		t.Fatal(err)
	}
	eventByKind := readEventsByKind(t, client, server)
	for kind, want := range map[string]provider.Payment{
		"payment.failed":     {ID: failedID, OrderID: orderID, Price: orderPrice, State: provider.PaymentNotCharged},
		"payment.authorized": {ID: id, OrderID: orderID, Price: orderPrice, State: provider.PaymentReserved},
		"payment.captured":   {ID: id, OrderID: orderID, Price: orderPrice, State: provider.PaymentCaptured},
		"order.paid":         {ID: id, OrderID: orderID, Price: orderPrice, State: provider.PaymentCaptured},
		"refund.created":     {ID: id, OrderID: orderID, Price: orderPrice, State: provider.PaymentCaptured, RefundedAmount: 1000},
		"refund.processed":   {ID: id, OrderID: orderID, Price: orderPrice, State: provider.PaymentCaptured, RefundedAmount: 1000},
	} {
		e := eventByKind[kind]
		if e.OrderID != orderID || e.Payment == nil || *e.Payment != want || e.Dispute != nil || (e.Refund != nil) != strings.HasPrefix(kind, "refund.") {
			t.Errorf("%s: %+v, payment %+v", kind, e, e.Payment)
		}
	}
	if r := eventByKind["refund.created"].Refund; r.State != provider.RefundPending || r.PaymentID != id || r.Amount.MinorAmount != 1000 {
		t.Errorf("created: %+v", r)
	}
	if r := eventByKind["refund.processed"].Refund; r.State != provider.RefundProcessed {
		t.Errorf("processed: %+v", r)
	}
}

func TestEventHasTheFailedRefund(t *testing.T) {
	client, server := newClient(t)
	server.HasSlowRefunds = true
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
	r, err := client.Refund(t.Context(), id, orderPrice, "a-key-of-ten")
	if err != nil || r.State != provider.RefundPending {
		t.Fatalf("%+v, %v", r, err)
	}
	if err := server.FinishRefund(r.ID, false); err != nil {
		t.Fatal(err)
	}
	e := readEventsByKind(t, client, server)["refund.failed"]
	if e.Refund == nil || e.Refund.State != provider.RefundFailed || e.Refund.ID != r.ID || e.Payment.RefundedAmount != 0 {
		t.Errorf("%+v, %+v", e.Refund, e.Payment)
	}
}

func TestEventsHaveTheStateOfTheDispute(t *testing.T) {
	client, server := newClient(t)
	orderID := createOrder(t, client, "receipt-1")
	id, _ := payAtFake(server)(t, orderID, providertest.Success)
	for event, want := range map[string]provider.DisputeState{
		"created": provider.DisputeOpen, "under_review": provider.DisputeOpen, "action_required": provider.DisputeOpen,
		"won": provider.DisputeWon, "lost": provider.DisputeLost, "closed": provider.DisputeClosed,
	} {
		dispute, err := server.AdvanceDispute(id, event)
		if err != nil {
			t.Fatal(err)
		}
		e := readEventsByKind(t, client, server)["payment.dispute."+event]
		if e.Dispute == nil || *e.Dispute != (provider.Dispute{ID: dispute, PaymentID: id, State: want}) || e.OrderID != orderID {
			t.Errorf("%s: %+v, %+v", event, e, e.Dispute)
		}
	}
}

// rule payment-messages-signed
func TestForgedEventsAreRefused(t *testing.T) {
	client, server := newClient(t)
	payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
	d := server.Deliveries()[0]
	clientWithoutSecret := razorpay.New(razorpay.Config{KeySecret: razorpaytest.KeySecret, WebhookSecrets: []string{""}})
	for name, try := range map[string]func() (provider.Event, error){
		"no signature": func() (provider.Event, error) { return client.ReadEvent(d.Body, "", d.ID) },
		"altered body": func() (provider.Event, error) {
			return client.ReadEvent(append([]byte(" "), d.Body...), d.Signature, d.ID)
		},
		"cut body":   func() (provider.Event, error) { return client.ReadEvent(d.Body[:len(d.Body)-1], d.Signature, d.ID) },
		"upper case": func() (provider.Event, error) { return client.ReadEvent(d.Body, strings.ToUpper(d.Signature), d.ID) },
		"secret of the key": func() (provider.Event, error) {
			return client.ReadEvent(d.Body, signBody(razorpaytest.KeySecret, d.Body), d.ID)
		},
		"empty secret": func() (provider.Event, error) {
			return clientWithoutSecret.ReadEvent(d.Body, signBody("", d.Body), d.ID)
		},
		"no body": func() (provider.Event, error) { return client.ReadEvent(nil, d.Signature, d.ID) },
	} {
		if e, err := try(); !errors.Is(err, provider.ErrSignature) || e != (provider.Event{}) {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

func signBody(secret string, body []byte) string {
	s := razorpaytest.NewServer()
	s.Webhooks.Secret = secret
	return s.NewDelivery("", body).Signature
}

// TestBothSecretsAreAccepted: after a change of the secret, Razorpay repeats older messages with
// signatures of the old secret. The client accepts them.
// rule payment-messages-signed
func TestBothSecretsAreAccepted(t *testing.T) {
	client := razorpay.New(razorpay.Config{WebhookSecrets: []string{"new", "old"}})
	body := []byte(`{"event":"invoice.paid"}`)
	for secret, want := range map[string]bool{"new": true, "old": true, "older": false, "new,old": false} {
		if _, err := client.ReadEvent(body, signBody(secret, body), "E1"); (err == nil) != want {
			t.Errorf("%s: %v", secret, err)
		}
	}
}

func TestUnknownEventsHaveAnIDOnly(t *testing.T) {
	client, server := newClient(t)
	for _, body := range []string{`{}`, `{"event":"invoice.paid","payload":{"payment":{"entity":{"id":7}}}}`, `{"event":"refund.speed_changed","payload":7}`, `{"event":null}`} {
		d := server.NewDelivery("", []byte(body))
		if e, err := client.ReadEvent(d.Body, d.Signature, d.ID); e != (provider.Event{ID: d.ID}) || err != nil {
			t.Errorf("%s: %+v, %v", body, e, err)
		}
	}
}

// rule payment-webhook-unreadable
func TestUnreadableEventsHaveIDAndKind(t *testing.T) {
	client, server := newClient(t)
	const payment = `{"id":"pay_1","order_id":"order_1","amount":100,"currency":"USD","status":"captured"}`
	for _, body := range []string{
		``, `[]`, `"payment.captured"`, `{"event":7}`, `{"event":"payment.captured"}`, `{"event":"payment.captured","payload":{}}`,
		`{"event":"payment.captured","payload":{"payment":{"entity":{}}}}`,
		`{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","amount":"100","currency":"USD"}}}}`,
		`{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","amount":-1,"currency":"USD"}}}}`,
		`{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","amount":100.5,"currency":"USD"}}}}`,
		`{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","amount":100,"currency":"dollars"}}}}`,
		`{"event":"refund.processed","payload":{"payment":{"entity":` + payment + `}}}`,
		`{"event":"payment.dispute.lost","payload":{"payment":{"entity":` + payment + `},"dispute":{"entity":{"id":"disp_1"}}}}`,
	} {
		d := server.NewDelivery("", []byte(body))
		want := provider.Event{ID: d.ID}
		for _, kind := range []string{"payment.captured", "refund.processed", "payment.dispute.lost"} {
			if strings.HasPrefix(body, `{"event":"`+kind+`"`) {
				want.Kind = kind
			}
		}
		if e, err := client.ReadEvent(d.Body, d.Signature, d.ID); !errors.Is(err, provider.ErrUnreadable) || e != want {
			t.Errorf("%s: %+v, %v", body, e, err)
		}
	}
}

// TestEventWithoutAnIDHasAHash: if the header has no valid id, the id of the event is a hash of the
// body. So a repeated body has the same id.
func TestEventWithoutAnIDHasAHash(t *testing.T) {
	client, server := newClient(t)
	payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
	eventIDs := map[string]bool{}
	for _, d := range server.Deliveries() {
		for _, header := range []string{"", "with space", strings.Repeat("a", 65)} {
			e, err := client.ReadEvent(d.Body, d.Signature, header)
			if err != nil || !strings.HasPrefix(e.ID, "hash_") || len(e.ID) > 64 {
				t.Errorf("%+v, %v", e, err)
			}
			eventIDs[e.ID] = true
		}
	}
	if len(eventIDs) != len(server.Deliveries()) {
		t.Errorf("%d ids of %d messages", len(eventIDs), len(server.Deliveries()))
	}
}

// TestNotesAreAnObjectOrAnArray: the client reads a payment whatever its field notes contains.
// Razorpay writes empty notes as an array.
func TestNotesAreAnObjectOrAnArray(t *testing.T) {
	client, server := newClient(t)
	id, _ := payAtFake(server)(t, createOrder(t, client, "receipt-1"), providertest.Success)
	for _, notes := range []any{[]string{}, map[string]string{"a": "b"}, nil, json.RawMessage(`"text"`)} {
		server.EditPayment(id, func(p *razorpaytest.Payment) { p.Notes = notes })
		if p, err := client.Payment(t.Context(), id); p.ID != id || err != nil {
			t.Errorf("%v: %+v, %v", notes, p, err)
		}
	}
}
