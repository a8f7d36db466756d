package billing

import (
	"context"

	"colloquy/internal/storage"
)

// Forget detaches the orders and invoices of a user, which the law asks to keep. It
// first locks the orders, so that no settlement can tell the user anything after it. A
// payment that arrives later goes back (surplus). Rule accounts-delete-rest.
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
