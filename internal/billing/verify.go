package billing

import (
	"context"
	"errors"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

var errNotPaid = core.E(core.Malformed, "payment_failed", "Payment verification failed")

// Reasons why a payment was refused, for the audit log.
const (
	refusedForeignOrder   = "foreign-order"
	refusedSignature      = "signature"
	refusedUnknownPayment = "unknown-payment"
	refusedMismatch       = "mismatch"
	refusedNotTaken       = "not-captured"
)

// Callback is what the payment window gives to the page after a payment. The ids are the
// provider's.
type Callback struct{ OrderID, PaymentID, Signature string }

// Verify checks a payment of the actor's order at the provider, and settles it. It may be called
// again. If the provider has not confirmed the payment yet, confirmed is false, and the reconciler
// checks the order later. Rule payment-verify.
func (s *Service) Verify(ctx context.Context, actor core.Actor, c Callback) (p Purchase, confirmed bool, err error) {
	if s.deps.Provider == nil {
		return p, false, errNoPayments
	}
	if p, err = s.ownOrder(ctx, actor, c.OrderID); err != nil {
		return p, false, err
	}
	if !s.deps.Provider.CheckSignature(p.OrderID, c.PaymentID, c.Signature) {
		return p, false, s.refusePayment(ctx, p, refusedSignature)
	}
	if !p.CapturedAt.IsZero() && p.PaymentID == c.PaymentID {
		return p, true, nil
	}
	payment, err := s.lookUpPayment(ctx, p, c.PaymentID)
	if err != nil {
		return s.refuseOrRecheckPayment(ctx, p, err)
	}
	if payment.OrderID != p.OrderID {
		return p, false, s.refusePayment(ctx, p, refusedMismatch)
	}
	settledOrder, err := s.settle(ctx, p.ID, providerReport{payments: []Payment{payment}})
	switch {
	case err != nil:
		return p, false, err
	case !settledOrder.CapturedAt.IsZero():
		return settledOrder, true, nil
	case payment.State == PaymentCreated || payment.State == PaymentReserved && payment.Price == p.Price:
		return s.refuseOrRecheckPayment(ctx, settledOrder, ErrUnavailable)
	case payment.Price != p.Price:
		return p, false, s.refusePayment(ctx, p, refusedMismatch)
	}
	return p, false, s.refusePayment(ctx, p, refusedNotTaken)
}

// lookUpPayment reads a payment at the provider and returns it. If the payment is only
// reserved, it is captured first.
func (s *Service) lookUpPayment(ctx context.Context, p Purchase, paymentID string) (Payment, error) {
	ctx, cancel := context.WithTimeout(ctx, providerTimeout)
	defer cancel()
	payment, err := s.deps.Provider.Payment(ctx, paymentID)
	if err != nil || payment.State != PaymentReserved || payment.OrderID != p.OrderID || payment.Price != p.Price || p.UserID == "" || !p.CapturedAt.IsZero() {
		return payment, err
	}
	captured, err := s.deps.Provider.Capture(ctx, paymentID, p.Price)
	if err == nil || errors.Is(err, ErrUnavailable) || ctx.Err() != nil {
		return captured, err
	}
	s.logger().WarnContext(ctx, "the provider refuses to capture a payment", "purchase", p.ID, "error", err.Error())
	return payment, errNotCaptured
}

var errNotCaptured = errors.New("billing: the provider refuses to capture the payment")

// refuseOrRecheckPayment handles a payment that the provider does not confirm. If the provider
// does not know the payment or does not capture it, the payment is refused. Otherwise the
// reconciler checks the order within seconds.
func (s *Service) refuseOrRecheckPayment(ctx context.Context, p Purchase, err error) (Purchase, bool, error) {
	if errors.Is(err, ErrNoPayment) {
		return p, false, s.refusePayment(ctx, p, refusedUnknownPayment)
	}
	if errors.Is(err, errNotCaptured) {
		return p, false, s.refusePayment(ctx, p, refusedNotTaken)
	}
	s.logger().WarnContext(ctx, "the payment provider has not confirmed a payment yet", "purchase", p.ID, "error", err.Error())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeAnswerTimeout)
	defer cancel()
	return p, false, s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.setCheckTime(ctx, tx, p.ID, s.deps.Clock.Now()) })
}

// ownOrder returns the actor's order with the given id of the provider. For an order of another
// user it returns errNoOrder and writes the attempt to the audit log.
func (s *Service) ownOrder(ctx context.Context, actor core.Actor, orderID string) (Purchase, error) {
	p, err := s.store.purchaseByOrderID(ctx, s.deps.DB.Reader(), s.deps.Provider.Name(), orderID)
	if err == nil && p.UserID != actor.UserID {
		err = errNoOrder
		if e := s.recordRefusal(ctx, actor.UserID, refusedForeignOrder); e != nil {
			err = e
		}
	}
	return p, err
}

// refusePayment writes to the audit log why a payment was refused, and returns the error for
// the caller.
func (s *Service) refusePayment(ctx context.Context, p Purchase, why string) error {
	s.logger().WarnContext(ctx, "a payment was not accepted", "purchase", p.ID, "why", why)
	if err := s.recordRefusal(ctx, p.UserID, why); err != nil {
		return err
	}
	return errNotPaid
}

func (s *Service) recordRefusal(ctx context.Context, userID, why string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		e := audit.OwnAccountEvent(audit.PaymentRefused, userID)
		e.Detail = why
		return s.deps.Audit.Write(ctx, tx, e)
	})
}
