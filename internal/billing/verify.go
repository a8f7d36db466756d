package billing

import (
	"context"
	"errors"

	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

var errNotPaid = core.E(core.Malformed, "payment_failed", "Payment verification failed")

// Why a payment was not accepted, in the audit log.
const (
	refusedForeign   = "foreign-order"
	refusedSignature = "signature"
	refusedUnknown   = "unknown-payment"
	refusedMismatch  = "mismatch"
	refusedNotTaken  = "not-captured"
)

// Callback is what the payment window gives to the page after a payment. The ids are the
// provider's.
type Callback struct{ OrderID, PaymentID, Signature string }

// Verify checks a payment of an order of the actor at the provider, and settles it. It
// may be called again. confirmed is false while the provider does not answer: the order is
// then looked up again by itself. Rule payment-verify.
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
		return s.handleUnconfirmed(ctx, p, err)
	}
	if payment.OrderID != p.OrderID {
		return p, false, s.refusePayment(ctx, p, refusedMismatch)
	}
	after, err := s.settle(ctx, p.ID, report{payments: []Payment{payment}})
	switch {
	case err != nil:
		return p, false, err
	case !after.CapturedAt.IsZero():
		return after, true, nil
	case payment.State == PaymentCreated || payment.State == PaymentReserved && payment.Price == p.Price:
		return s.handleUnconfirmed(ctx, after, ErrUnavailable)
	case payment.Price != p.Price:
		return p, false, s.refusePayment(ctx, p, refusedMismatch)
	}
	return p, false, s.refusePayment(ctx, p, refusedNotTaken)
}

// lookUpPayment returns a payment as the provider states it now. It captures one that is
// only reserved.
func (s *Service) lookUpPayment(ctx context.Context, p Purchase, paymentID string) (Payment, error) {
	ctx, cancel := context.WithTimeout(ctx, providerWait)
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

// handleUnconfirmed handles a payment that the provider does not confirm: it is refused,
// or looked up again by itself within seconds.
func (s *Service) handleUnconfirmed(ctx context.Context, p Purchase, err error) (Purchase, bool, error) {
	if errors.Is(err, ErrNoPayment) {
		return p, false, s.refusePayment(ctx, p, refusedUnknown)
	}
	if errors.Is(err, errNotCaptured) {
		return p, false, s.refusePayment(ctx, p, refusedNotTaken)
	}
	s.logger().WarnContext(ctx, "the payment provider has not confirmed a payment yet", "purchase", p.ID, "error", err.Error())
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTimeout)
	defer cancel()
	return p, false, s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.setCheckTime(ctx, tx, p.ID, s.deps.Clock.Now()) })
}

// ownOrder returns an order of the actor by the provider's id. Naming an order of another
// user is recorded.
func (s *Service) ownOrder(ctx context.Context, actor core.Actor, orderID string) (Purchase, error) {
	p, err := s.store.purchaseOf(ctx, s.deps.DB.Reader(), s.deps.Provider.Name(), orderID)
	if err == nil && p.UserID != actor.UserID {
		err = errNoOrder
		if e := s.recordRefusal(ctx, actor.UserID, refusedForeign); e != nil {
			err = e
		}
	}
	return p, err
}

// refusePayment records why a payment was not accepted and returns the error for the
// caller.
func (s *Service) refusePayment(ctx context.Context, p Purchase, why string) error {
	s.logger().WarnContext(ctx, "a payment was not accepted", "purchase", p.ID, "why", why)
	if err := s.recordRefusal(ctx, p.UserID, why); err != nil {
		return err
	}
	return errNotPaid
}

func (s *Service) recordRefusal(ctx context.Context, userID, why string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		e := audit.Own(audit.PaymentRefused, userID)
		e.Detail = why
		return s.deps.Audit.Write(ctx, tx, e)
	})
}
