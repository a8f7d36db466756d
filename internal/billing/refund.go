package billing

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/audit"
	"colloquy/internal/billing/money"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// The published refund policy. Rules payment-refund, payment-refund-policy.
const (
	refundTimeWithoutReason = 3 * 24 * time.Hour // since the payment
	refundTimeWithReason    = 7 * 24 * time.Hour // since the payment; plan 2 only
	maxMessagesForRefund    = 20                 // to characters that the plan opened
	maxReasonLength         = 1000               // characters
	// refundCheckDelay is how long after the start of a refund the reconciler asks the provider
	// about it. The process may end before the provider's answer.
	refundCheckDelay = time.Minute
)

var (
	errRefundUnavailable   = core.E(core.Unavailable, "payment_unavailable", "The refund could not be made at the moment. Please try again in a minute.").WithRetryAfter(time.Minute)
	errAmountNotRefundable = core.E(core.Conflict, "not_refundable", "That amount cannot be refunded: the order has less left.")
)

// notRefundableError returns the error that refuses a refund. The text in why is one sentence with
// the reason.
func notRefundableError(why string) error {
	return core.E(core.Conflict, "not_refundable", why+" If you think that this is wrong, write to us at /contact-us.")
}

// RefundOwnOrder refunds an order of the actor in full, if the refund policy allows it. Otherwise
// the error says why. A second call returns the refunded order. Rule payment-refund.
func (s *Service) RefundOwnOrder(ctx context.Context, actor core.Actor, orderID, reason string) (Purchase, error) {
	reason = strings.TrimSpace(reason)
	if utf8.RuneCountInString(reason) > maxReasonLength {
		return Purchase{}, core.InvalidFieldsError("reason", fmt.Sprintf("The reason can have at most %d characters.", maxReasonLength))
	}
	p, err := s.store.orderOf(ctx, s.deps.DB.Reader(), actor.UserID, orderID)
	if err != nil || p.Status == Refunded {
		return p, err
	}
	if err := s.checkRefundPolicy(ctx, p, reason); err != nil {
		return p, err
	}
	if err := s.saveRefundReason(ctx, p, reason); err != nil {
		return p, err
	}
	return s.refund(ctx, p, p.Price.MinorAmount-p.RefundedAmount, actor.UserID)
}

// saveRefundReason stores the reason of a refund, unless the reason is empty.
func (s *Service) saveRefundReason(ctx context.Context, p Purchase, reason string) error {
	if reason == "" {
		return nil
	}
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error { return s.store.saveRefundReason(ctx, tx, p.ID, reason) })
}

// refundUntil returns until when the buyer can ask for a refund. If there is nothing to refund or a
// dispute is open, it returns the zero time. Rule account-payment-refund.
func (p Purchase) refundUntil() time.Time {
	switch {
	case p.CapturedAt.IsZero(), p.Status == Refunded, p.Status == Disputed:
		return time.Time{}
	case p.PlanID == allAccessPlanID:
		return p.CapturedAt.Add(refundTimeWithReason)
	}
	return p.CapturedAt.Add(refundTimeWithoutReason)
}

// checkRefundPolicy returns why an order cannot be refunded, or nil.
func (s *Service) checkRefundPolicy(ctx context.Context, p Purchase, reason string) error {
	if p.CapturedAt.IsZero() {
		return notRefundableError("This order was not paid, so there is nothing to refund.")
	}
	if p.Status == Disputed {
		return notRefundableError("Your bank is looking into this payment, so it cannot be refunded here.")
	}
	purchaseAge := s.deps.Clock.Now().Sub(p.CapturedAt)
	switch {
	case purchaseAge > refundTimeWithoutReason && p.PlanID != allAccessPlanID:
		return notRefundableError("A purchase can be refunded within 3 days.")
	case purchaseAge > refundTimeWithReason:
		return notRefundableError("A yearly plan can be refunded in its first 7 days.")
	case purchaseAge > refundTimeWithoutReason && reason == "":
		return notRefundableError("After the first 3 days a yearly plan is refunded when you tell us what was wrong with it.")
	}
	n, err := s.countSentMessages(ctx, p)
	if err != nil {
		return err
	}
	if n > maxMessagesForRefund {
		return notRefundableError(fmt.Sprintf("A purchase can be refunded until %d messages were sent to characters that it opened.", maxMessagesForRefund))
	}
	return nil
}

// countSentMessages counts the messages that the buyer has sent since the payment to characters
// that the purchase opened.
func (s *Service) countSentMessages(ctx context.Context, p Purchase) (int, error) {
	sentByCharacter, err := s.deps.SentMessages.SentCounts(ctx, p.UserID, p.CapturedAt)
	if err != nil || p.PlanID != allAccessPlanID {
		return sentByCharacter[p.CharacterID], err
	}
	ids := make([]int, 0, len(sentByCharacter))
	for id := range sentByCharacter {
		ids = append(ids, id)
	}
	isFreeCharacter, err := s.store.freeCharacters(ctx, s.deps.DB.Reader(), ids)
	messageCount := 0
	for id, n := range sentByCharacter {
		if !isFreeCharacter[id] {
			messageCount += n
		}
	}
	return messageCount, err
}

// Refund refunds a part of a purchase for the operator, without a check of the refund policy.
// amount is in the minor unit; 0 means the whole remaining amount. The error is
// errAmountNotRefundable if amount exceeds the remaining amount or the order is unpaid. actor is an
// id for the audit log. An empty reason is not stored. Rule payment-operator.
func (s *Service) Refund(ctx context.Context, purchaseID string, amount int64, reason, actor string) (Purchase, error) {
	p, err := s.store.purchase(ctx, s.deps.DB.Reader(), purchaseID)
	if err != nil {
		return p, err
	}
	leftAmount := p.Price.MinorAmount - p.RefundedAmount
	if amount == 0 {
		amount = leftAmount
	}
	if p.CapturedAt.IsZero() || amount <= 0 || amount > leftAmount {
		return p, errAmountNotRefundable
	}
	if err := s.saveRefundReason(ctx, p, reason); err != nil {
		return p, err
	}
	return s.refund(ctx, p, amount, actor)
}

// refund makes a refund at the provider and settles it. The idempotency key depends on the earlier
// refunds, so parallel and repeated calls refund once. If the process dies before the settlement,
// the reconciler asks the provider.
func (s *Service) refund(ctx context.Context, p Purchase, amount int64, actor string) (Purchase, error) {
	if s.deps.Provider == nil || s.deps.Provider.Name() != p.Provider {
		return p, errRefundUnavailable.Because(errOtherProvider)
	}
	key, err := s.refundIdempotencyKey(ctx, p)
	if err != nil {
		return p, err
	}
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.setCheckTime(ctx, tx, p.ID, s.deps.Clock.Now().Add(refundCheckDelay))
	})
	if err != nil {
		return p, err
	}
	providerCtx, cancel := context.WithTimeout(ctx, providerTimeout)
	defer cancel()
	r, err := s.deps.Provider.Refund(providerCtx, p.PaymentID, money.Money{MinorAmount: amount, Currency: p.Price.Currency}, key)
	if err != nil {
		return s.handleRefusedRefund(ctx, p, err)
	}
	settleCtx, cancelSettled := context.WithTimeout(context.WithoutCancel(ctx), storeAnswerTimeout)
	defer cancelSettled()
	subject := p.UserID
	if subject == "" {
		subject = p.ID
	}
	return s.settle(settleCtx, p.ID, providerReport{refunds: []Refund{r}, auditEvent: audit.Event{Name: audit.RefundAsked, ActorID: actor, SubjectID: subject, Detail: p.ID}})
}

// refundIdempotencyKey returns the idempotency key of an order's next refund. Calls that see the same
// refunds get the same key.
func (s *Service) refundIdempotencyKey(ctx context.Context, p Purchase) (string, error) {
	list, err := s.store.refunds(ctx, s.deps.DB.Reader(), p)
	return fmt.Sprintf("refund-%s-%d-%d", p.ID, p.RefundedAmount, orderFacts{refunds: list}.failedRefundCount()), err
}

// handleRefusedRefund handles a refund that the provider did not make. If the payment was
// refunded in another way, it settles that refund. Otherwise it returns errRefundUnavailable.
func (s *Service) handleRefusedRefund(ctx context.Context, p Purchase, refusal error) (Purchase, error) {
	s.logger().WarnContext(ctx, "the payment provider has made no refund", "purchase", p.ID, "error", refusal.Error())
	payment, err := s.deps.Provider.Payment(ctx, p.PaymentID)
	if err != nil || paidBackAmount(payment) <= p.RefundedAmount {
		return p, errRefundUnavailable.Because(errors.Join(refusal, err))
	}
	return s.settle(ctx, p.ID, providerReport{payments: []Payment{payment}})
}
