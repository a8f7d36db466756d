package billing

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/storage"
)

const (
	// reconcileInterval is the time between two runs of Reconcile. If Verify cannot confirm a
	// payment, Verify makes a check of the order due at once. So the buyer gets access within 60 s
	// (rule payment-verify).
	reconcileInterval  = 20 * time.Second
	reconcileBatchSize = 100
	// The pause between two checks of an order is a quarter of its age, within these bounds. Rule
	// payment-reconcile.
	minCheckPause, maxCheckPause = 30 * time.Second, 6 * time.Hour
	// An order without a payment is cancelled after payableTime, or after sandboxPayableTime in the
	// sandbox. The checks go on until maxCheckedAge, for two reasons: a payment may be late, and a
	// fast clock may have cancelled the order too early.
	payableTime        = 24 * time.Hour
	sandboxPayableTime = time.Hour
	maxCheckedAge      = 7 * 24 * time.Hour
	// maxUnplacedOrderAge is the age at which an order without the provider's id is deleted.
	maxUnplacedOrderAge = time.Hour
	// maxFailuresPerRun is the number of failures after which a run ends, because the
	// provider is probably down.
	maxFailuresPerRun = 3
)

// sandboxName is the name of the sandbox provider, for which sandboxPayableTime applies.
const sandboxName = "sandbox"

// dueOrder is an order whose check with the provider is due. checkAt is the time for which the
// check was scheduled.
type dueOrder struct {
	id      string
	checkAt time.Time
}

// Reconcile asks the provider about the due orders and settles the answers. So a payment counts
// even if no browser and no webhook reports it. Rule payment-reconcile.
func (s *Service) Reconcile(ctx context.Context) error {
	if s.deps.Provider == nil {
		return nil
	}
	now := s.deps.Clock.Now()
	list, err := s.store.dueOrders(ctx, s.deps.DB.Reader(), s.deps.Provider.Name(), now, maxCheckPause, reconcileBatchSize)
	if err != nil {
		return err
	}
	var failures []error
	for _, o := range list {
		if err := s.checkOrder(ctx, o); err != nil {
			s.logger().WarnContext(ctx, "an order could not be looked up at the payment provider", "purchase", o.id, "error", err.Error())
			failures = append(failures, err)
		}
		if len(failures) == maxFailuresPerRun || ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failures...)
}

// checkOrder asks the provider about an order. It schedules the next check first, so that an
// order that fails does not block the others.
func (s *Service) checkOrder(ctx context.Context, due dueOrder) error {
	p, err := s.store.purchase(ctx, s.deps.DB.Reader(), due.id)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	if due, err = s.rescheduleCheck(ctx, due, now.Add(p.nextCheckPause(now))); err != nil {
		return err
	}
	if p.OrderID == "" {
		return s.dropAbandonedOrder(ctx, p)
	}
	payments, err := s.deps.Provider.Payments(ctx, p.OrderID)
	if err != nil && !errors.Is(err, ErrNoPayment) { // ErrNoPayment: the order belongs to another account at the provider
		return err
	}
	if p.CapturedAt.IsZero() && p.UserID != "" {
		payments = s.captureReservedPayment(ctx, p, payments)
	}
	r := providerReport{payments: payments, isCancelled: p.isGivenUp(now)}
	if len(payments) > 0 || r.isCancelled && p.CancelledAt.IsZero() {
		if _, err := s.settle(ctx, p.ID, r); err != nil {
			return err
		}
	}
	if !p.CapturedAt.IsZero() || now.Sub(p.CreatedAt) >= maxCheckedAge {
		_, err = s.rescheduleCheck(ctx, due, time.Time{})
	}
	return err
}

// nextCheckPause is the time until the provider is asked again.
func (p Purchase) nextCheckPause(now time.Time) time.Duration {
	return min(max(now.Sub(p.CreatedAt)/4, minCheckPause), maxCheckPause)
}

// isGivenUp reports whether an unpaid order is so old that it is cancelled. An order with a
// reserved payment is cancelled later, after maxCheckedAge.
func (p Purchase) isGivenUp(now time.Time) bool {
	limit := payableTime
	switch {
	case !p.CapturedAt.IsZero():
		return false
	case !p.AuthorizedAt.IsZero():
		limit = maxCheckedAge
	case p.Provider == sandboxName:
		limit = sandboxPayableTime
	}
	return now.Sub(p.CreatedAt) >= limit
}

// rescheduleCheck sets the time at which the provider is asked next. The zero time means never. If
// another call has changed that time since the argument "due" was read, nothing changes.
func (s *Service) rescheduleCheck(ctx context.Context, due dueOrder, at time.Time) (dueOrder, error) {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.rescheduleCheck(ctx, tx, due, at) })
	return dueOrder{due.id, at}, err
}

// dropAbandonedOrder deletes an order without the provider's id once it is older than
// maxUnplacedOrderAge. Nobody has received its id, so nobody can pay it.
func (s *Service) dropAbandonedOrder(ctx context.Context, p Purchase) error {
	if s.deps.Clock.Now().Sub(p.CreatedAt) < maxUnplacedOrderAge {
		return nil
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.dropUnplacedOrder(ctx, tx, p.ID) })
}

// captureReservedPayment captures one reserved payment of an order, unless another one is
// captured, and returns the payments as they are now.
func (s *Service) captureReservedPayment(ctx context.Context, p Purchase, list []Payment) []Payment {
	f := orderFacts{price: p.Price, payments: list}
	if _, paid := f.payingPayment(); paid {
		return list
	}
	for i, v := range list {
		if v.State != PaymentReserved || v.Price != p.Price || v.OrderID != p.OrderID {
			continue
		}
		capturedPayment, err := s.deps.Provider.Capture(ctx, v.ID, p.Price)
		if err == nil {
			list[i] = capturedPayment
			return list
		}
		s.logger().WarnContext(ctx, "a reserved payment could not be captured", "purchase", p.ID, "error", err.Error())
	}
	return list
}
