package billing

import (
	"context"
	"fmt"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/storage"
)

// providerReport is what the provider has said about an order. It need not be complete.
type providerReport struct {
	payments []Payment
	refunds  []Refund
	disputes []Dispute
	// isCancelled means that the order was not paid in time (isGivenUp).
	isCancelled bool
	// auditEvent is written to the audit log in the same transaction, if its Name is set.
	auditEvent audit.Event
}

// settle merges a report into the stored facts about an order, and stores the order's new state.
// Reports may come in any sequence, more than once and in parallel. Rule payment-settle.
func (s *Service) settle(ctx context.Context, id string, r providerReport) (p Purchase, err error) {
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		p, err = s.settleInTransaction(ctx, tx, id, r)
		return err
	})
	if err == nil {
		s.wakeJobsAndMails()
	}
	return p, err
}

// wakeJobsAndMails sends the mail and starts the jobs that a transaction has queued.
func (s *Service) wakeJobsAndMails() {
	s.deps.Jobs.Wake()
	s.deps.Mail.Wake()
}

// settleInTransaction is settle in the caller's transaction. Its first statement locks the
// order.
func (s *Service) settleInTransaction(ctx context.Context, tx storage.Querier, id string, r providerReport) (Purchase, error) {
	oldOrder, err := s.store.lockOrder(ctx, tx, id)
	if err != nil {
		return Purchase{}, err
	}
	now := s.deps.Clock.Now()
	f, changed, err := s.mergeReport(ctx, tx, oldOrder, r, now)
	if err != nil {
		return Purchase{}, err
	}
	newOrder := oldOrder
	if r.isCancelled && oldOrder.CancelledAt.IsZero() {
		newOrder.CancelledAt = now
	}
	f.isCancelled = !newOrder.CancelledAt.IsZero()
	if err := s.choosePayingPayment(ctx, tx, &newOrder, &f, now); err != nil {
		return Purchase{}, err
	}
	newOrder.applyFacts(f, now)
	if newOrder != oldOrder {
		newOrder.UpdatedAt = now
		if err := s.store.savePurchase(ctx, tx, newOrder); err != nil {
			return Purchase{}, err
		}
	}
	if err := s.scheduleProviderCheck(ctx, tx, oldOrder, newOrder, len(r.refunds) > 0, now); err != nil {
		return Purchase{}, err
	}
	if err := s.announceChanges(ctx, tx, oldOrder, newOrder, f, changed); err != nil {
		return Purchase{}, err
	}
	if r.auditEvent.Name != "" {
		if err := s.deps.Audit.Write(ctx, tx, r.auditEvent); err != nil {
			return Purchase{}, err
		}
	}
	return newOrder, s.queueSurplusRefunds(ctx, tx, newOrder, f, now)
}

// announcedChanges are the new failed refunds and the changed disputes of a report. The buyer and
// the operator get notices about them. If the order was unpaid before the report, disputes has all
// disputes of the order.
type announcedChanges struct {
	failedRefunds []Refund
	disputes      []Dispute
}

// mergeReport merges the report into the stored facts.
func (s *Service) mergeReport(ctx context.Context, tx storage.Querier, p Purchase, r providerReport, now time.Time) (f orderFacts, c announcedChanges, err error) {
	f = orderFacts{price: p.Price}
	if !p.CapturedAt.IsZero() {
		f.payingPaymentID = p.PaymentID
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
	if f.payingPaymentID == "" {
		c.disputes = f.disputes
	}
	return f, c, err
}

// choosePayingPayment chooses the payment that pays the order, and sets the end of the access. It
// never changes an earlier choice. If the account is deleted, it chooses none. Rule payment-settle.
func (s *Service) choosePayingPayment(ctx context.Context, tx storage.Querier, p *Purchase, f *orderFacts, now time.Time) error {
	if f.payingPaymentID != "" || p.UserID == "" {
		return nil
	}
	payment, found := f.payingPayment()
	if !found {
		p.PaymentID = f.mostAdvancedPaymentID()
		return nil
	}
	accessStart, err := s.store.accessEndOfOtherPurchases(ctx, tx, *p, now)
	if err != nil {
		return err
	}
	if accessStart.Before(now) {
		accessStart = now
	}
	f.payingPaymentID = payment.ID
	p.PaymentID, p.CapturedAt, p.ExpiryAt = payment.ID, now, accessStart.AddDate(0, 0, p.Days)
	return nil
}

// applyFacts sets the fields that follow from the facts.
func (p *Purchase) applyFacts(f orderFacts, now time.Time) {
	d := f.derive()
	p.Status, p.PaymentStatus, p.RefundedAmount = d.status, d.paymentStatus, d.refundedAmount
	if p.AuthorizedAt.IsZero() && f.hasPayment(PaymentReserved) {
		p.AuthorizedAt = now
	}
	if p.FailedAt.IsZero() && f.hasPayment(PaymentNotCharged) {
		p.FailedAt = now
	}
}

// scheduleProviderCheck sets when the reconciler next checks an order. oldOrder and newOrder are the order
// before and after a report of the provider:
//   - The report has made the order paid: there is no next check.
//   - The order is unpaid, and the report has a refund or the order's first reserved payment: the
//     check is due now. The check may find or capture a payment.
//   - Otherwise the time of the next check does not change.
func (s *Service) scheduleProviderCheck(ctx context.Context, tx storage.Querier, oldOrder, newOrder Purchase, hasRefund bool, now time.Time) error {
	switch {
	case !oldOrder.CapturedAt.IsZero():
		return nil
	case !newOrder.CapturedAt.IsZero():
		return s.store.setCheckTime(ctx, tx, newOrder.ID, time.Time{})
	case oldOrder.AuthorizedAt.IsZero() && !newOrder.AuthorizedAt.IsZero(), hasRefund:
		return s.store.setCheckTime(ctx, tx, newOrder.ID, now)
	}
	return nil
}

// announceChanges notifies the buyer of what has changed, and writes it to the audit log.
func (s *Service) announceChanges(ctx context.Context, tx storage.Querier, oldOrder, newOrder Purchase, f orderFacts, c announcedChanges) error {
	if oldOrder.CapturedAt.IsZero() && !newOrder.CapturedAt.IsZero() {
		if err := s.notifyBuyerOfPayment(ctx, tx, newOrder); err != nil {
			return err
		}
	}
	if newOrder.RefundedAmount > oldOrder.RefundedAmount {
		amount := newOrder.Price
		amount.MinorAmount = newOrder.RefundedAmount - oldOrder.RefundedAmount
		if err := s.notifyBuyerOfRefund(ctx, tx, newOrder, f.refundNoticeID(newOrder), amount); err != nil {
			return err
		}
		if err := s.auditProviderReport(ctx, tx, audit.PurchaseRefunded, newOrder, newOrder.ID); err != nil {
			return err
		}
	}
	for _, r := range c.failedRefunds {
		if err := s.announceFailedRefund(ctx, tx, newOrder, r); err != nil {
			return err
		}
	}
	for _, d := range c.disputes {
		if d.PaymentID != newOrder.PaymentID || newOrder.CapturedAt.IsZero() {
			continue
		}
		if err := s.announceDispute(ctx, tx, newOrder, d); err != nil {
			return err
		}
	}
	return nil
}

// refundNoticeID returns the id of the notice of a refund. The id contains the refunded total and
// the number of failed refunds. The total is not unique: a refund after a failed one can reach it
// again.
func (f orderFacts) refundNoticeID(p Purchase) string {
	id := fmt.Sprintf("%s-%d", p.ID, p.RefundedAmount)
	if failed := f.failedRefundCount(); failed > 0 {
		id += fmt.Sprintf("-after-%d", failed)
	}
	return id
}

// announceFailedRefund announces a refund that the bank has returned. The provider holds the
// money again, so the operator has to refund it in another way. Rule payment-refund-failed.
func (s *Service) announceFailedRefund(ctx context.Context, tx storage.Querier, p Purchase, r Refund) error {
	s.logger().ErrorContext(ctx, "a refund has failed at the bank; pay the money back in another way", "purchase", p.ID, "refund", r.ID)
	if err := s.auditProviderReport(ctx, tx, audit.RefundFailed, p, p.ID); err != nil {
		return err
	}
	return s.notifyBuyerOfFailedRefund(ctx, tx, p, r.ID, r.Amount)
}

func (s *Service) announceDispute(ctx context.Context, tx storage.Querier, p Purchase, d Dispute) error {
	if d.State == DisputeOpen {
		if err := s.auditProviderReport(ctx, tx, audit.PurchaseDisputed, p, p.ID); err != nil {
			return err
		}
		return s.notifyBuyerOfDispute(ctx, tx, p, d.ID)
	}
	if err := s.auditProviderReport(ctx, tx, audit.DisputeEnded, p, string(d.State)); err != nil {
		return err
	}
	return s.notifyBuyerOfDisputeEnd(ctx, tx, p, d.ID, d.State)
}

// auditProviderReport writes to the audit log an event that the provider has reported. The event's
// subject is the buyer. If the buyer's account was deleted, the subject is the order.
func (s *Service) auditProviderReport(ctx context.Context, tx storage.Querier, name audit.EventName, p Purchase, detail string) error {
	subject := p.UserID
	if subject == "" {
		subject = p.ID
	}
	return s.deps.Audit.Write(ctx, tx, audit.Event{Name: name, ActorID: audit.ProviderActor, SubjectID: subject, Detail: detail})
}
