package billing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

const (
	eventJob = "billing.event"
	// A provider repeats a message that is not answered within 5 seconds. Settling may
	// take handleWait of them; after it the message is stored for a job in storeWait.
	handleWait = 3 * time.Second
	storeWait  = 1500 * time.Millisecond
)

// eventRetry gives up after about a day. The reconciler asks the provider meanwhile.
var eventRetry = jobs.RetryPolicy{First: 5 * time.Second, Max: 10 * time.Minute, Attempts: 150, Jitter: 0.2}

// What becomes of a message, as Metrics counts it.
const (
	eventSettled    = "settled"
	eventRepeated   = "repeated"
	eventLater      = "later" // a job settles it
	eventUnknown    = "unknown_order"
	eventUnused     = "unused" // of a kind that the room does not use
	eventUnreadable = "unreadable"
	eventRefused    = "refused"
)

var errNotSigned = core.E(core.Malformed, "bad_signature", "The signature is wrong.")

// eventRef is the payload of eventJob.
type eventRef struct {
	Provider string `json:"provider"`
	ID       string `json:"event"`
}

// Webhook takes a message of the provider. If it returns nil, the message is stored, and
// its facts are settled or a job will settle them; one of a kind that is not used is not
// stored. Messages may come in any order and any number of times. Rules payment-webhook,
// payment-webhook-unreadable, payment-webhook-unused.
func (s *Service) Webhook(ctx context.Context, body []byte, signature, eventID string) error {
	p, ok := s.deps.Provider.(WebhookProvider)
	if !ok {
		return errNotSigned
	}
	e, err := p.ReadEvent(body, signature, eventID)
	switch {
	case errors.Is(err, ErrUnreadable):
		return s.keepUnreadable(ctx, p.Name(), e)
	case err != nil:
		s.count(eventRefused)
		return errNotSigned.Because(err)
	case e.Kind == "":
		s.logger().DebugContext(ctx, "a message of the payment provider is of a kind that is not used", "event", e.ID)
		s.count(eventUnused)
		return nil
	}
	return s.takeReadable(ctx, p.Name(), e)
}

// keepUnreadable stores a signed message that is not what the provider documents, without
// its body, which may have private text. Sent again, it would be as unreadable, so it is
// answered like a settled one. Rule payment-webhook-unreadable.
func (s *Service) keepUnreadable(ctx context.Context, provider string, e Event) error {
	stored, cancel := context.WithTimeout(ctx, handleWait)
	defer cancel()
	isNew := false
	err := s.deps.DB.Write(stored, func(tx storage.Querier) (err error) {
		isNew, err = s.store.insertEvent(stored, tx, provider, e, s.deps.Clock.Now())
		return err
	})
	if err != nil {
		return err
	}
	if !isNew {
		s.count(eventRepeated)
		return nil
	}
	s.logger().ErrorContext(ctx, "a signed message of the payment provider cannot be read; look it up at the provider by its event id", "event", e.ID, "kind", e.Kind)
	s.count(eventUnreadable)
	return nil
}

// takeReadable stores and settles a message, or leaves it to a job.
func (s *Service) takeReadable(ctx context.Context, provider string, e Event) (err error) {
	handled, cancel := context.WithTimeout(ctx, handleWait)
	defer cancel()
	var outcome string
	err = s.deps.DB.Write(handled, func(tx storage.Querier) error {
		outcome, err = s.takeEvent(handled, tx, provider, e)
		return err
	})
	if err == nil {
		if outcome == eventUnknown {
			s.warnUnknownOrder(ctx, e)
		}
		s.count(outcome)
		s.kick()
		return nil
	}
	s.logger().ErrorContext(ctx, "a message of the payment provider could not be handled; a job tries again", "event", e.ID, "kind", e.Kind, "error", err.Error())
	s.count(eventLater)
	stored, cancelStored := context.WithTimeout(context.WithoutCancel(ctx), storeWait)
	defer cancelStored()
	return s.deps.DB.Write(stored, func(tx storage.Querier) error {
		if isNew, err := s.store.insertEvent(stored, tx, provider, e, s.deps.Clock.Now()); err != nil || !isNew {
			return err
		}
		return s.queueEvent(stored, tx, provider, e)
	})
}

// takeEvent stores a message once, and settles its facts if the order is known. It
// returns what became of the message.
func (s *Service) takeEvent(ctx context.Context, tx storage.Querier, provider string, e Event) (outcome string, err error) {
	isNew, err := s.store.insertEvent(ctx, tx, provider, e, s.deps.Clock.Now())
	if err != nil || !isNew {
		return eventRepeated, err
	}
	p, err := s.orderOfEvent(ctx, tx, provider, e)
	switch {
	case errors.Is(err, errNoOrder) && e.OrderID == "" && paymentOf(e) != "":
		return eventLater, s.queueEvent(ctx, tx, provider, e) // the job asks the provider for the order
	case errors.Is(err, errNoOrder):
		return eventUnknown, nil
	case err != nil:
		return "", err
	}
	return eventSettled, s.settleEvent(ctx, tx, p.ID, provider, e)
}

func (s *Service) queueEvent(ctx context.Context, tx storage.Querier, provider string, e Event) error {
	return s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: eventJob, Key: provider + " " + e.ID, Payload: eventRef{provider, e.ID}})
}

// orderOfEvent returns the order that a message is about, else errNoOrder.
func (s *Service) orderOfEvent(ctx context.Context, q storage.Querier, provider string, e Event) (Purchase, error) {
	if e.OrderID != "" {
		return s.store.purchaseOf(ctx, q, provider, e.OrderID)
	}
	if id := paymentOf(e); id != "" {
		return s.store.purchaseOfPayment(ctx, q, provider, id)
	}
	return Purchase{}, errNoOrder
}

func (s *Service) settleEvent(ctx context.Context, tx storage.Querier, purchaseID, provider string, e Event) error {
	if _, err := s.settleIn(ctx, tx, purchaseID, reportOf(e)); err != nil {
		return err
	}
	return s.store.markHandled(ctx, tx, provider, e.ID, s.deps.Clock.Now())
}

// paymentOf returns the payment that a message is about, or "".
func paymentOf(e Event) string {
	switch {
	case e.Payment != nil:
		return e.Payment.ID
	case e.Refund != nil:
		return e.Refund.PaymentID
	case e.Dispute != nil:
		return e.Dispute.PaymentID
	}
	return ""
}

func reportOf(e Event) (r report) {
	if e.Payment != nil {
		r.payments = []Payment{*e.Payment}
	}
	if e.Refund != nil {
		r.refunds = []Refund{*e.Refund}
	}
	if e.Dispute != nil {
		r.disputes = []Dispute{*e.Dispute}
	}
	return r
}

// warnUnknownOrder reports a message about an order that is not in the table. It is kept
// for keepUnsettled, and settled if the order appears.
func (s *Service) warnUnknownOrder(ctx context.Context, e Event) {
	s.logger().WarnContext(ctx, "a message of the payment provider names an unknown order; it is kept", "event", e.ID, "kind", e.Kind, "order", e.OrderID)
}

// handleEvent is the handler of eventJob: it settles a stored message.
func (s *Service) handleEvent(ctx context.Context, payload []byte) error {
	var ref eventRef
	if err := json.Unmarshal(payload, &ref); err != nil {
		return fmt.Errorf("billing: payload of an event: %w", err)
	}
	e, err := s.store.event(ctx, s.deps.DB.Reader(), ref.Provider, ref.ID)
	if err != nil {
		return err
	}
	p, err := s.orderOfEvent(ctx, s.deps.DB.Reader(), ref.Provider, e)
	if errors.Is(err, errNoOrder) && e.OrderID == "" && paymentOf(e) != "" {
		p, err = s.orderAtProvider(ctx, ref.Provider, paymentOf(e))
	}
	if errors.Is(err, errNoOrder) {
		s.warnUnknownOrder(ctx, e)
		s.count(eventUnknown)
		return nil
	}
	if err != nil {
		return err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.settleEvent(ctx, tx, p.ID, ref.Provider, e) })
	if err == nil {
		s.kick()
	}
	return err
}

// orderAtProvider returns the order of a payment that the provider knows.
func (s *Service) orderAtProvider(ctx context.Context, provider, paymentID string) (Purchase, error) {
	if s.deps.Provider == nil || s.deps.Provider.Name() != provider {
		return Purchase{}, errOtherProvider
	}
	payment, err := s.deps.Provider.Payment(ctx, paymentID)
	if errors.Is(err, ErrNoPayment) {
		return Purchase{}, errNoOrder
	}
	if err != nil {
		return Purchase{}, err
	}
	return s.store.purchaseOf(ctx, s.deps.DB.Reader(), provider, payment.OrderID)
}

// settleEarlyEvents settles the messages about an order that came before the provider's
// id was stored.
func (s *Service) settleEarlyEvents(ctx context.Context, tx storage.Querier, purchaseID, provider, orderID string) error {
	list, err := s.store.earlyEvents(ctx, tx, provider, orderID)
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := s.settleEvent(ctx, tx, purchaseID, provider, e); err != nil {
			return err
		}
	}
	return nil
}
