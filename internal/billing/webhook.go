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
	eventJobKind = "billing.event"
	// The provider waits 5 seconds for an answer before it repeats a message. handleTimeout limits
	// the transaction that settles a message. After a failure storeTimeout limits the transaction
	// that stores the message for a job. Rule payment-webhook.
	handleTimeout = 3 * time.Second
	storeTimeout  = 1500 * time.Millisecond
)

// eventRetryPolicy retries the job of a message for about a day. Meanwhile the reconciler asks
// the provider for the payments of open orders. Rule payment-webhook-kept.
var eventRetryPolicy = jobs.RetryPolicy{FirstDelay: 5 * time.Second, MaxDelay: 10 * time.Minute, MaxAttempts: 150, Jitter: 0.2}

// Outcomes of a message, as Metrics counts them.
const (
	outcomeSettled      = "settled"
	outcomeRepeated     = "repeated"
	outcomeLater        = "later" // a job settles the message later
	outcomeUnknownOrder = "unknown_order"
	outcomeUnused       = "unused" // the message has a kind that this package does not use
	outcomeUnreadable   = "unreadable"
	outcomeRefused      = "refused"
)

var errNotSigned = core.E(core.Malformed, "bad_signature", "The signature is wrong.")

// eventRef is the payload of eventJobKind.
type eventRef struct {
	Provider string `json:"provider"`
	ID       string `json:"event"`
}

// ReceiveWebhook receives a message of the provider. Messages may come in any sequence and more
// than once. After a nil error the provider need not repeat the message. The message was then
// settled, left to a job, or only stored. It is only stored if it is unreadable or its order is
// unknown. Messages of unused kinds are ignored. Rules payment-webhook, payment-webhook-unreadable,
// payment-webhook-unused.
func (s *Service) ReceiveWebhook(ctx context.Context, body []byte, signature, eventID string) error {
	p, ok := s.deps.Provider.(WebhookProvider)
	if !ok {
		return errNotSigned
	}
	e, err := p.ReadEvent(body, signature, eventID)
	switch {
	case errors.Is(err, ErrUnreadable):
		return s.storeUnreadableEvent(ctx, p.Name(), e)
	case err != nil:
		s.countEventOutcome(outcomeRefused)
		return errNotSigned.Because(err)
	case e.Kind == "":
		s.logger().DebugContext(ctx, "a message of the payment provider is of a kind that is not used", "event", e.ID)
		s.countEventOutcome(outcomeUnused)
		return nil
	}
	return s.settleOrQueueEvent(ctx, p.Name(), e)
}

// storeUnreadableEvent stores the id and kind of a signed message in an undocumented form. It does
// not store the body, because it may have private text. It returns nil, because a repetition would
// be unreadable too. Rule payment-webhook-unreadable.
func (s *Service) storeUnreadableEvent(ctx context.Context, provider string, e Event) error {
	storeCtx, cancel := context.WithTimeout(ctx, handleTimeout)
	defer cancel()
	isNew := false
	err := s.deps.DB.Write(storeCtx, func(tx storage.Querier) (err error) {
		isNew, err = s.store.insertEvent(storeCtx, tx, provider, e, s.deps.Clock.Now())
		return err
	})
	if err != nil {
		return err
	}
	if !isNew {
		s.countEventOutcome(outcomeRepeated)
		return nil
	}
	s.logger().ErrorContext(ctx, "a signed message of the payment provider cannot be read; look it up at the provider by its event id", "event", e.ID, "kind", e.Kind)
	s.countEventOutcome(outcomeUnreadable)
	return nil
}

// settleOrQueueEvent stores and settles a message. If that fails, it leaves the message to a
// job.
func (s *Service) settleOrQueueEvent(ctx context.Context, provider string, e Event) (err error) {
	handleCtx, cancel := context.WithTimeout(ctx, handleTimeout)
	defer cancel()
	var outcome string
	err = s.deps.DB.Write(handleCtx, func(tx storage.Querier) error {
		outcome, err = s.storeAndSettleEvent(handleCtx, tx, provider, e)
		return err
	})
	if err == nil {
		if outcome == outcomeUnknownOrder {
			s.warnUnknownOrder(ctx, e)
		}
		s.countEventOutcome(outcome)
		s.wakeJobsAndMails()
		return nil
	}
	s.logger().ErrorContext(ctx, "a message of the payment provider could not be handled; a job tries again", "event", e.ID, "kind", e.Kind, "error", err.Error())
	s.countEventOutcome(outcomeLater)
	storeCtx, cancelStored := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancelStored()
	return s.deps.DB.Write(storeCtx, func(tx storage.Querier) error {
		if isNew, err := s.store.insertEvent(storeCtx, tx, provider, e, s.deps.Clock.Now()); err != nil || !isNew {
			return err
		}
		return s.queueEvent(storeCtx, tx, provider, e)
	})
}

// storeAndSettleEvent stores a message, and settles it if it is new and its order is known. It
// returns the outcome of the message.
func (s *Service) storeAndSettleEvent(ctx context.Context, tx storage.Querier, provider string, e Event) (outcome string, err error) {
	isNew, err := s.store.insertEvent(ctx, tx, provider, e, s.deps.Clock.Now())
	if err != nil || !isNew {
		return outcomeRepeated, err
	}
	p, err := s.orderOfEvent(ctx, tx, provider, e)
	switch {
	case errors.Is(err, errNoOrder) && e.OrderID == "" && paymentIDOf(e) != "":
		return outcomeLater, s.queueEvent(ctx, tx, provider, e) // the job asks the provider for the order
	case errors.Is(err, errNoOrder):
		return outcomeUnknownOrder, nil
	case err != nil:
		return "", err
	}
	return outcomeSettled, s.settleEvent(ctx, tx, p.ID, provider, e)
}

func (s *Service) queueEvent(ctx context.Context, tx storage.Querier, provider string, e Event) error {
	return s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: eventJobKind, UniqueKey: provider + " " + e.ID, Payload: eventRef{provider, e.ID}})
}

// orderOfEvent returns the order that a message is about. If it is unknown, the error is
// errNoOrder.
func (s *Service) orderOfEvent(ctx context.Context, q storage.Querier, provider string, e Event) (Purchase, error) {
	if e.OrderID != "" {
		return s.store.purchaseByOrderID(ctx, q, provider, e.OrderID)
	}
	if id := paymentIDOf(e); id != "" {
		return s.store.purchaseByPaymentID(ctx, q, provider, id)
	}
	return Purchase{}, errNoOrder
}

func (s *Service) settleEvent(ctx context.Context, tx storage.Querier, purchaseID, provider string, e Event) error {
	if _, err := s.settleInTransaction(ctx, tx, purchaseID, reportOf(e)); err != nil {
		return err
	}
	return s.store.markEventHandled(ctx, tx, provider, e.ID, s.deps.Clock.Now())
}

// paymentIDOf returns the id of the payment that a message is about, or "".
func paymentIDOf(e Event) string {
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

func reportOf(e Event) (r providerReport) {
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

// warnUnknownOrder logs a message whose order is not in the table. The message is kept for
// unsettledRetention, and settled if the order appears.
func (s *Service) warnUnknownOrder(ctx context.Context, e Event) {
	s.logger().WarnContext(ctx, "a message of the payment provider names an unknown order; it is kept", "event", e.ID, "kind", e.Kind, "order", e.OrderID)
}

// handleEventJob is the handler of eventJobKind. It settles a stored message.
func (s *Service) handleEventJob(ctx context.Context, payload []byte) error {
	var ref eventRef
	if err := json.Unmarshal(payload, &ref); err != nil {
		return fmt.Errorf("billing: payload of an event: %w", err)
	}
	e, err := s.store.event(ctx, s.deps.DB.Reader(), ref.Provider, ref.ID)
	if err != nil {
		return err
	}
	p, err := s.orderOfEvent(ctx, s.deps.DB.Reader(), ref.Provider, e)
	if errors.Is(err, errNoOrder) && e.OrderID == "" && paymentIDOf(e) != "" {
		p, err = s.lookUpOrderOfPayment(ctx, ref.Provider, paymentIDOf(e))
	}
	if errors.Is(err, errNoOrder) {
		s.warnUnknownOrder(ctx, e)
		s.countEventOutcome(outcomeUnknownOrder)
		return nil
	}
	if err != nil {
		return err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.settleEvent(ctx, tx, p.ID, ref.Provider, e) })
	if err == nil {
		s.wakeJobsAndMails()
	}
	return err
}

// lookUpOrderOfPayment asks the provider which order a payment belongs to, and returns that
// order.
func (s *Service) lookUpOrderOfPayment(ctx context.Context, provider, paymentID string) (Purchase, error) {
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
	return s.store.purchaseByOrderID(ctx, s.deps.DB.Reader(), provider, payment.OrderID)
}

// settleEarlyEvents settles the stored messages about an order. They arrived before the
// provider's id of the order was stored, so the order was unknown then.
func (s *Service) settleEarlyEvents(ctx context.Context, tx storage.Querier, purchaseID, provider, orderID string) error {
	list, err := s.store.unsettledEvents(ctx, tx, provider, orderID)
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
