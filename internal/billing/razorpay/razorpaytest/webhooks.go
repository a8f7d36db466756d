package razorpaytest

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"colloquy/internal/billing/signature"
)

// WebhookSettings are where and how messages are sent. Without a URL they are stored but not
// sent.
type WebhookSettings struct {
	URL    string
	Secret string
	// DeliveryCount is how often each message is delivered; 0 means once.
	DeliveryCount int
	// Delay is the time before the messages of an action are sent.
	Delay time.Duration
	// IsReversed sends the messages of an action in reverse order.
	IsReversed bool
	// HoldsDeliveries delays all messages until ReleaseHeldDeliveries is called.
	HoldsDeliveries bool
	// RetryAfter is the pause before a message is sent again because the answer was not 2xx. It
	// doubles each time; 0 means a second. This server gives up after eight tries, Razorpay after a
	// day.
	RetryAfter time.Duration
}

// Delivery is a message of the webhook: the headers X-Razorpay-Event-Id and
// X-Razorpay-Signature, and the body.
type Delivery struct {
	ID        string
	Kind      string
	Body      []byte
	Signature string
}

// NewRequest returns the request that delivers the message to an address.
func (d Delivery) NewRequest(ctx context.Context, address string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(d.Body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Razorpay-Event-Id", d.ID)
	r.Header.Set("X-Razorpay-Signature", d.Signature)
	return r, nil
}

// newEvent returns a message that contains the entities as they are now. The caller holds the
// lock.
func (s *Server) newEvent(kind string, p *Payment, o *Order, r *Refund, d *Dispute) Delivery {
	payload, entityNames := map[string]any{}, []string{}
	add := func(name string, entity any) {
		payload[name] = map[string]any{"entity": entity}
		entityNames = append(entityNames, name)
	}
	if d != nil {
		add("dispute", d)
	}
	if r != nil {
		add("refund", r)
	}
	add("payment", p)
	if o != nil {
		add("order", o)
	}
	body, _ := json.Marshal(map[string]any{ // cannot fail for these types
		"entity": "event", "account_id": "acc_colloquytest00", "event": kind, "contains": entityNames, "payload": payload, "created_at": s.now(),
	})
	return s.NewDelivery(kind, body)
}

// NewDelivery returns a signed message with any body. kind only sets Delivery.Kind.
func (s *Server) NewDelivery(kind string, body []byte) Delivery {
	return Delivery{ID: newID("evt")[4:], Kind: kind, Body: body, Signature: signature.Sign([]byte(s.Webhooks.Secret), body)}
}

// Deliveries returns all messages, in the order in which they were made.
func (s *Server) Deliveries() []Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.allDeliveries)
}

// SetWebhooks replaces the settings of the webhook.
func (s *Server) SetWebhooks(w WebhookSettings) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Webhooks = w
}

// ReleaseHeldDeliveries sends the messages that were held, and turns HoldsDeliveries off.
func (s *Server) ReleaseHeldDeliveries() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Webhooks.HoldsDeliveries = false
	list := s.heldDeliveries
	s.heldDeliveries = nil
	s.startSending(list)
}

// WaitForDeliveries waits until no message is being delivered.
func (s *Server) WaitForDeliveries() { s.runningDeliveries.Wait() }

// sendDeliveries stores messages, and sends them unless they are held. The caller holds the
// lock.
func (s *Server) sendDeliveries(list ...Delivery) {
	s.allDeliveries = append(s.allDeliveries, list...)
	if s.Webhooks.HoldsDeliveries {
		s.heldDeliveries = append(s.heldDeliveries, list...)
		return
	}
	s.startSending(list)
}

func (s *Server) startSending(list []Delivery) {
	w := s.Webhooks
	if w.URL == "" || len(list) == 0 {
		return
	}
	list = slices.Clone(list)
	if w.IsReversed {
		slices.Reverse(list)
	}
	s.runningDeliveries.Go(func() {
		time.Sleep(w.Delay)
		for _, d := range list {
			for range max(1, w.DeliveryCount) {
				w.deliver(d)
			}
		}
	})
}

const (
	maxTries          = 8
	answerTimeout     = 5 * time.Second
	defaultRetryPause = time.Second
)

// deliver sends a message at most maxTries times, until it is answered with 2xx within
// answerTimeout.
func (w WebhookSettings) deliver(d Delivery) {
	pause := w.RetryAfter
	if pause == 0 {
		pause = defaultRetryPause
	}
	for range maxTries {
		if w.tryToDeliver(d) {
			return
		}
		time.Sleep(pause)
		pause *= 2
	}
}

func (w WebhookSettings) tryToDeliver(d Delivery) bool {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	r, err := d.NewRequest(ctx, w.URL)
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	return resp.StatusCode >= 200 && resp.StatusCode < 300
}
