package billing

import (
	"context"
	"slices"
	"time"

	"colloquy/internal/storage"
)

// mergePayment merges a reported payment into the stored ones. Rule payment-settle.
func (s *Service) mergePayment(ctx context.Context, tx storage.Querier, p Purchase, f *orderFacts, v Payment, now time.Time) error {
	if v.OrderID != p.OrderID {
		s.logger().ErrorContext(ctx, "the provider reports a payment of another order; it is ignored", "purchase", p.ID, "payment", v.ID)
		return nil
	}
	i := slices.IndexFunc(f.payments, func(old Payment) bool { return old.ID == v.ID })
	if i >= 0 {
		if v = combineReports(f.payments[i], v); v == f.payments[i] {
			return nil
		}
	}
	isOwn, err := s.store.savePayment(ctx, tx, p, v, now)
	switch {
	case err != nil:
		return err
	case !isOwn:
		s.logger().ErrorContext(ctx, "the provider reports a payment that belongs to another purchase; it is ignored", "purchase", p.ID, "payment", v.ID)
	case i >= 0:
		f.payments[i] = v
	default:
		f.payments = append(f.payments, v)
	}
	return nil
}

// mergeRefunds merges reported refunds into the stored ones. It returns all refunds of the
// order, and the refunds whose failure was not reported before.
func (s *Service) mergeRefunds(ctx context.Context, tx storage.Querier, p Purchase, reported []Refund, now time.Time) (list, failedRefunds []Refund, err error) {
	list, err = s.store.refunds(ctx, tx, p)
	for _, v := range reported {
		if err != nil {
			return nil, nil, err
		}
		i := slices.IndexFunc(list, func(old Refund) bool { return old.ID == v.ID })
		switch {
		case i < 0:
			list = append(list, v)
		case refundStateRank[v.State] > refundStateRank[list[i].State]:
			list[i].State = v.State
			v = list[i]
		default:
			continue
		}
		if v.State == RefundFailed {
			failedRefunds = append(failedRefunds, v)
		}
		err = s.store.saveRefund(ctx, tx, p, v, now)
	}
	return list, failedRefunds, err
}

// mergeDisputes merges reported disputes into the stored ones. It returns all disputes of the
// order, and those that were new or have changed.
func (s *Service) mergeDisputes(ctx context.Context, tx storage.Querier, p Purchase, reported []Dispute, now time.Time) (list, changedDisputes []Dispute, err error) {
	list, err = s.store.disputes(ctx, tx, p)
	for _, v := range reported {
		if err != nil {
			return nil, nil, err
		}
		i := slices.IndexFunc(list, func(old Dispute) bool { return old.ID == v.ID })
		switch {
		case i < 0:
			list = append(list, v)
		case disputeStateRank[v.State] > disputeStateRank[list[i].State]:
			list[i].State = v.State
			v = list[i]
		default:
			continue
		}
		changedDisputes = append(changedDisputes, v)
		err = s.store.saveDispute(ctx, tx, p, v, now)
	}
	return list, changedDisputes, err
}
