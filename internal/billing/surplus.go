package billing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"colloquy/internal/audit"
	"colloquy/internal/billing/money"
	"colloquy/internal/jobs"
	"colloquy/internal/storage"
)

const surplusJobKind = "billing.refund-surplus"

// surplusRetryPolicy gives up after about two weeks. The failed job then stays in the table jobs,
// and an error is logged. Rule payment-surplus.
var surplusRetryPolicy = jobs.RetryPolicy{FirstDelay: 10 * time.Second, MaxDelay: time.Hour, MaxAttempts: 350, Jitter: 0.2}

var errOtherProvider = errors.New("billing: the payment belongs to a provider that is not set up")

// surplusPayload is the payload of surplusJobKind.
type surplusPayload struct {
	PurchaseID string `json:"purchase"`
	PaymentID  string `json:"payment"`
	Provider   string `json:"provider"`
}

// queueSurplusRefunds queues the refunds of captured payments that pay nothing. Causes are a second
// payment of an order, a deleted account, or a wrong amount. Rule payment-surplus.
func (s *Service) queueSurplusRefunds(ctx context.Context, tx storage.Querier, p Purchase, f orderFacts, now time.Time) error {
	for _, v := range f.surplusPayments() {
		isFirst, err := s.store.markSurplus(ctx, tx, p.Provider, v.ID, now)
		if err != nil {
			return err
		}
		if !isFirst {
			continue
		}
		s.logger().WarnContext(ctx, "a payment pays nothing and goes back", "purchase", p.ID, "payment", v.ID)
		if err := s.auditProviderReport(ctx, tx, audit.PaymentSurplus, p, p.ID); err != nil {
			return err
		}
		if err := s.notifyBuyerOfSurplus(ctx, tx, p, v.ID, v.Price); err != nil {
			return err
		}
		payload := surplusPayload{p.ID, v.ID, p.Provider}
		if err := s.deps.Jobs.Enqueue(ctx, tx, jobs.Job{Kind: surplusJobKind, UniqueKey: v.ID, Payload: payload}); err != nil {
			return err
		}
	}
	return nil
}

// refundSurplus is the handler of surplusJobKind. It refunds what was not paid back yet.
func (s *Service) refundSurplus(ctx context.Context, payload []byte) error {
	var job surplusPayload
	if err := json.Unmarshal(payload, &job); err != nil {
		return fmt.Errorf("billing: payload of a surplus payment: %w", err)
	}
	if s.deps.Provider == nil || s.deps.Provider.Name() != job.Provider {
		return errOtherProvider
	}
	payment, err := s.deps.Provider.Payment(ctx, job.PaymentID)
	if err != nil {
		return err
	}
	if rest := payment.Price.MinorAmount - paidBackAmount(payment); rest > 0 {
		amount := money.Money{MinorAmount: rest, Currency: payment.Price.Currency}
		if _, err := s.deps.Provider.Refund(ctx, payment.ID, amount, "surplus-"+payment.ID); err != nil {
			return err
		}
		payment.RefundedAmount = payment.Price.MinorAmount
	}
	_, err = s.settle(ctx, job.PurchaseID, providerReport{payments: []Payment{payment}})
	return err
}
