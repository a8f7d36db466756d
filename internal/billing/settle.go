package billing

import (
	"context"
	"fmt"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/storage"
)

// report is what a provider has said about an order, in part or in whole.
type report struct {
	payments []Payment
	refunds  []Refund
	disputes []Dispute
	// cancelled says that the order was not paid in the time for it (isGivenUp).
	cancelled bool
	// record is written to the audit log in the same transaction, if its Name is set.
	record audit.Event
}

// settle merges a report into the facts about an order and stores what follows from them.
// It may be called in any order, any number of times and in parallel. Rule payment-settle.
func (s *Service) settle(ctx context.Context, id string, r report) (p Purchase, err error) {
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		p, err = s.settleIn(ctx, tx, id, r)
		return err
	})
	if err == nil {
		s.kick()
	}
	return p, err
}

// kick sends the mail and starts the jobs that a transaction has queued.
func (s *Service) kick() {
	s.deps.Jobs.Kick()
	s.deps.Mail.Kick()
}

// settleIn is settle in a transaction. Locking the order is its first statement.
func (s *Service) settleIn(ctx context.Context, tx storage.Querier, id string, r report) (Purchase, error) {
	before, err := s.store.lock(ctx, tx, id)
	if err != nil {
		return Purchase{}, err
	}
	now := s.deps.Clock.Now()
	f, changed, err := s.merge(ctx, tx, before, r, now)
	if err != nil {
		return Purchase{}, err
	}
	after := before
	if r.cancelled && before.CancelledAt.IsZero() {
		after.CancelledAt = now
	}
	f.cancelled = !after.CancelledAt.IsZero()
	if err := s.choosePayer(ctx, tx, &after, &f, now); err != nil {
		return Purchase{}, err
	}
	after.apply(f, now)
	if after != before {
		after.UpdatedAt = now
		if err := s.store.save(ctx, tx, after); err != nil {
			return Purchase{}, err
		}
	}
	if err := s.scheduleCheck(ctx, tx, before, after, len(r.refunds) > 0, now); err != nil {
		return Purchase{}, err
	}
	if err := s.announce(ctx, tx, before, after, f, changed); err != nil {
		return Purchase{}, err
	}
	if r.record.Name != "" {
		if err := s.deps.Audit.Write(ctx, tx, r.record); err != nil {
			return Purchase{}, err
		}
	}
	return after, s.returnSurplus(ctx, tx, after, f, now)
}

// changes are what the buyer and the operator are told of a report, apart from the order's
// own state. Of an order that is not paid yet, disputes has all disputes.
type changes struct {
	failedRefunds []Refund
	disputes      []Dispute
}

// merge merges the report into the stored facts.
func (s *Service) merge(ctx context.Context, tx storage.Querier, p Purchase, r report, now time.Time) (f facts, c changes, err error) {
	f = facts{price: p.Price}
	if !p.CapturedAt.IsZero() {
		f.paidBy = p.PaymentID
	}
	if f.payments, err = s.store.payments(ctx, tx, p); err != nil {
		return f, c, err
	}
	for _, v := range r.payments {
		if err := s.mergePayment(ctx, tx, p, &f, v, now); err != nil {
			return f, c, err
		}
	}
	if f.refunds, c.failedRefunds, err = s.mergeRefunds(ctx, tx, p, r.refunds, now); err != nil {
		return f, c, err
	}
	f.disputes, c.disputes, err = s.mergeDisputes(ctx, tx, p, r.disputes, now)
	if f.paidBy == "" {
		c.disputes = f.disputes
	}
	return f, c, err
}

// choosePayer chooses once the payment that pays the order, which begins the access. An
// order of a deleted account is not paid any more. Rule payment-settle.
func (s *Service) choosePayer(ctx context.Context, tx storage.Querier, p *Purchase, f *facts, now time.Time) error {
	if f.paidBy != "" || p.UserID == "" {
		return nil
	}
	payer, found := f.payer()
	if !found {
		p.PaymentID = f.latestTry()
		return nil
	}
	begins, err := s.store.runningUntil(ctx, tx, *p, now)
	if err != nil {
		return err
	}
	if begins.Before(now) {
		begins = now
	}
	f.paidBy = payer.ID
	p.PaymentID, p.CapturedAt, p.ExpiryAt = payer.ID, now, begins.AddDate(0, 0, p.Days)
	return nil
}

// apply sets the fields that follow from the facts.
func (p *Purchase) apply(f facts, now time.Time) {
	d := f.derive()
	p.Status, p.PaymentStatus, p.Refunded = d.status, d.paymentStatus, d.refunded
	if p.AuthorizedAt.IsZero() && f.hasPayment(PaymentReserved) {
		p.AuthorizedAt = now
	}
	if p.FailedAt.IsZero() && f.hasPayment(PaymentNotCharged) {
		p.FailedAt = now
	}
}

// scheduleCheck ends the questions to the provider about a paid order. It asks soon about
// an order whose money may be there: reserved, or paid back before it was reported as paid.
func (s *Service) scheduleCheck(ctx context.Context, tx storage.Querier, before, after Purchase, hasRefund bool, now time.Time) error {
	switch {
	case !before.CapturedAt.IsZero():
		return nil
	case !after.CapturedAt.IsZero():
		return s.store.setCheckTime(ctx, tx, after.ID, time.Time{})
	case before.AuthorizedAt.IsZero() && !after.AuthorizedAt.IsZero(), hasRefund:
		return s.store.setCheckTime(ctx, tx, after.ID, now)
	}
	return nil
}

// announce tells the buyer what has changed, and the audit log.
func (s *Service) announce(ctx context.Context, tx storage.Querier, before, after Purchase, f facts, c changes) error {
	if before.CapturedAt.IsZero() && !after.CapturedAt.IsZero() {
		if err := s.tellPaid(ctx, tx, after); err != nil {
			return err
		}
	}
	if after.Refunded > before.Refunded {
		amount := after.Price
		amount.Minor = after.Refunded - before.Refunded
		if err := s.tellRefunded(ctx, tx, after, f.refundID(after), amount); err != nil {
			return err
		}
		if err := s.record(ctx, tx, audit.PurchaseRefunded, after, after.ID); err != nil {
			return err
		}
	}
	for _, r := range c.failedRefunds {
		if err := s.announceFailedRefund(ctx, tx, after, r); err != nil {
			return err
		}
	}
	for _, d := range c.disputes {
		if d.PaymentID != after.PaymentID || after.CapturedAt.IsZero() {
			continue
		}
		if err := s.announceDispute(ctx, tx, after, d); err != nil {
			return err
		}
	}
	return nil
}

// refundID identifies a refund for the notice: by the sum that went back, and by how many
// refunds have failed, because the one after a failed one can reach the same sum.
func (f facts) refundID(p Purchase) string {
	id := fmt.Sprintf("%s-%d", p.ID, p.Refunded)
	if failed := f.failedRefunds(); failed > 0 {
		id += fmt.Sprintf("-after-%d", failed)
	}
	return id
}

// announceFailedRefund reports a refund that the bank did not take. The money is with the
// provider again, so the operator has to pay it back in another way. Rule
// payment-refund-failed.
func (s *Service) announceFailedRefund(ctx context.Context, tx storage.Querier, p Purchase, r Refund) error {
	s.logger().ErrorContext(ctx, "a refund has failed at the bank; pay the money back in another way", "purchase", p.ID, "refund", r.ID)
	if err := s.record(ctx, tx, audit.RefundFailed, p, p.ID); err != nil {
		return err
	}
	return s.tellRefundFailed(ctx, tx, p, r.ID, r.Amount)
}

func (s *Service) announceDispute(ctx context.Context, tx storage.Querier, p Purchase, d Dispute) error {
	if d.State == DisputeOpen {
		if err := s.record(ctx, tx, audit.PurchaseDisputed, p, p.ID); err != nil {
			return err
		}
		return s.tellDisputed(ctx, tx, p, d.ID)
	}
	if err := s.record(ctx, tx, audit.DisputeEnded, p, string(d.State)); err != nil {
		return err
	}
	return s.tellDisputeEnded(ctx, tx, p, d.ID, d.State)
}

// record writes what the provider has reported to the audit log. The subject is the buyer,
// or the order after the account was deleted.
func (s *Service) record(ctx context.Context, tx storage.Querier, name audit.Name, p Purchase, detail string) error {
	subject := p.UserID
	if subject == "" {
		subject = p.ID
	}
	return s.deps.Audit.Write(ctx, tx, audit.Event{Name: name, ActorID: audit.Provider, SubjectID: subject, Detail: detail})
}
