package billing

import (
	"context"

	"colloquy/internal/billing/money"
	"colloquy/internal/storage"
)

// What a buyer is told. Each function runs in the transaction of settle, after the row of
// the order has its new state, which p has. It may run again for the same change: each
// change is told once. A deleted account is told nothing.

// tellPaid issues the invoice of an order, and writes the notice and the receipt. Rules
// payment-invoice, payment-notices, payment-mails.
func (s *Service) tellPaid(ctx context.Context, tx storage.Querier, p Purchase) error {
	return nil
}

// tellRefunded tells the buyer that an amount goes back. refundID is the provider's.
func (s *Service) tellRefunded(ctx context.Context, tx storage.Querier, p Purchase, refundID string, amount money.Money) error {
	return nil
}

// tellSurplus tells the buyer that a payment too much goes back: the order was paid
// already. paymentID is the provider's.
func (s *Service) tellSurplus(ctx context.Context, tx storage.Querier, p Purchase, paymentID string, amount money.Money) error {
	return nil
}

// tellDisputed tells the buyer that a dispute has paused the access.
func (s *Service) tellDisputed(ctx context.Context, tx storage.Querier, p Purchase, disputeID string) error {
	return nil
}

// tellDisputeEnded tells the buyer how a dispute has ended.
func (s *Service) tellDisputeEnded(ctx context.Context, tx storage.Querier, p Purchase, disputeID string, state DisputeState) error {
	return nil
}
