package billing

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/storage"
)

const (
	reconcileEvery = 20 * time.Second
	reconcileBatch = 100
	// The provider is asked about an order after a quarter of its age, within bounds.
	minCheck, maxCheck = 30 * time.Second, 6 * time.Hour
	// An order without a payment is cancelled after payableFor, in the sandbox after
	// sandboxPayableFor. The provider is asked about it until checkedFor: a payment may be
	// late, and the clock may have been ahead.
	payableFor        = 24 * time.Hour
	sandboxPayableFor = time.Hour
	checkedFor        = 7 * 24 * time.Hour
	// unplacedFor is after which time an order without an answer of the provider is deleted.
	unplacedFor = time.Hour
	// maxFailures ends a run: the provider does not answer.
	maxFailures = 3
)

// sandboxName is the provider whose payers need no time.
const sandboxName = "sandbox"

// dueOrder is an order that the provider is to be asked about, and since when.
type dueOrder struct {
	id      string
	checkAt time.Time
}

// Reconcile asks the provider about orders without a verdict and settles what it says, so
// that a payment counts even if neither the browser nor a webhook reports it. Rule
// payment-reconcile.
func (s *Service) Reconcile(ctx context.Context) error {
	if s.deps.Provider == nil {
		return nil
	}
	now := s.deps.Clock.Now()
	list, err := s.store.dueOrders(ctx, s.deps.DB.Reader(), s.deps.Provider.Name(), now, maxCheck, reconcileBatch)
	if err != nil {
		return err
	}
	var failures []error
	for _, o := range list {
		if err := s.checkOrder(ctx, o); err != nil {
			s.logger().WarnContext(ctx, "an order could not be looked up at the payment provider", "purchase", o.id, "error", err.Error())
			failures = append(failures, err)
		}
		if len(failures) == maxFailures || ctx.Err() != nil {
			break
		}
	}
	return errors.Join(failures...)
}

// checkOrder asks the provider about an order. The next question is scheduled before, so that
// an order that fails does not hold up the others.
func (s *Service) checkOrder(ctx context.Context, due dueOrder) error {
	p, err := s.store.purchase(ctx, s.deps.DB.Reader(), due.id)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	if due, err = s.reschedule(ctx, due, now.Add(p.checkPause(now))); err != nil {
		return err
	}
	if p.OrderID == "" {
		return s.dropAbandoned(ctx, p)
	}
	payments, err := s.deps.Provider.Payments(ctx, p.OrderID)
	if err != nil && !errors.Is(err, ErrNoPayment) { // an order of another account of ours has none
		return err
	}
	if p.CapturedAt.IsZero() && p.UserID != "" {
		payments = s.captureReserved(ctx, p, payments)
	}
	r := report{payments: payments, cancelled: p.isGivenUp(now)}
	if len(payments) > 0 || r.cancelled && p.CancelledAt.IsZero() {
		if _, err := s.settle(ctx, p.ID, r); err != nil {
			return err
		}
	}
	if !p.CapturedAt.IsZero() || now.Sub(p.CreatedAt) >= checkedFor {
		_, err = s.reschedule(ctx, due, time.Time{})
	}
	return err
}

// checkPause is the time until the provider is asked again.
func (p Purchase) checkPause(now time.Time) time.Duration {
	return min(max(now.Sub(p.CreatedAt)/4, minCheck), maxCheck)
}

// isGivenUp reports whether an order counts as cancelled from now on, unless it is paid. A
// reserved payment has more time.
func (p Purchase) isGivenUp(now time.Time) bool {
	limit := payableFor
	switch {
	case !p.CapturedAt.IsZero():
		return false
	case !p.AuthorizedAt.IsZero():
		limit = checkedFor
	case p.Provider == sandboxName:
		limit = sandboxPayableFor
	}
	return now.Sub(p.CreatedAt) >= limit
}

// reschedule sets when the provider is asked again, unless another call has set it.
func (s *Service) reschedule(ctx context.Context, due dueOrder, at time.Time) (dueOrder, error) {
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.reschedule(ctx, tx, due, at) })
	return dueOrder{due.id, at}, err
}

// dropAbandoned deletes an old order that the provider has never answered for: nobody has
// its id, so nobody can pay it.
func (s *Service) dropAbandoned(ctx context.Context, p Purchase) error {
	if s.deps.Clock.Now().Sub(p.CreatedAt) < unplacedFor {
		return nil
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.dropUnplaced(ctx, tx, p.ID) })
}

// captureReserved captures one reserved payment of an order, unless another one is
// captured, and returns the payments as they are now.
func (s *Service) captureReserved(ctx context.Context, p Purchase, list []Payment) []Payment {
	f := facts{price: p.Price, payments: list}
	if _, paid := f.payer(); paid {
		return list
	}
	for i, v := range list {
		if v.State != PaymentReserved || v.Price != p.Price || v.OrderID != p.OrderID {
			continue
		}
		captured, err := s.deps.Provider.Capture(ctx, v.ID, p.Price)
		if err == nil {
			list[i] = captured
			return list
		}
		s.logger().WarnContext(ctx, "a reserved payment could not be captured", "purchase", p.ID, "error", err.Error())
	}
	return list
}
