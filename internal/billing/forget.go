package billing

import (
	"context"

	"colloquy/internal/storage"
)

// Forget removes the user from orders and invoices. The law requires the seller to keep orders and
// invoices. Forget first locks the orders, so that no later settlement notifies the user. A later
// payment is refunded as a surplus. Rules accounts-delete-rest, payment-invoice.
func (s *Service) Forget(ctx context.Context, tx storage.Querier, userID string) error {
	for _, statement := range []string{
		`UPDATE purchases SET version = version + 1, refund_reason = '' WHERE user_id = $1`,
		`UPDATE invoices SET billed_to = '' WHERE purchase_id IN (SELECT id FROM purchases WHERE user_id = $1)`,
		`UPDATE purchases SET user_id = NULL, open_key = NULL WHERE user_id = $1`,
	} {
		if _, err := tx.ExecContext(ctx, statement, userID); err != nil {
			return err
		}
	}
	return nil
}
