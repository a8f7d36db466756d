package billing

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// ending returns the purchases that end in a span of time, whose users were not reminded
// and have nothing that lasts longer, ordered by id.
func (store) ending(ctx context.Context, q storage.Querier, from, until time.Time, after string, limit int) ([]string, error) {
	return storage.All(ctx, q, func(r storage.Row) (id string, err error) { return id, r.Scan(&id) }, `SELECT p.id FROM purchases p
		WHERE p.status = 'active' AND p.expiry_at > $1 AND p.expiry_at <= $2 AND p.reminded_at IS NULL AND p.user_id IS NOT NULL AND p.days >= $3 AND p.id > $4
		AND NOT EXISTS (SELECT 1 FROM purchases o WHERE o.user_id = p.user_id AND o.status = 'active' AND o.id <> p.id
			AND (o.plan_id = $5 AND p.plan_id <> $5 AND o.expiry_at >= p.expiry_at
				OR o.plan_id = p.plan_id AND COALESCE(o.character_id, 0) = COALESCE(p.character_id, 0) AND o.expiry_at > p.expiry_at))
		ORDER BY p.id LIMIT $6`, core.Millis(from), core.Millis(until), remindFromDays, after, allAccess, limit)
}

// markReminded returns the purchase if this call marked it, else errNoOrder.
func (store) markReminded(ctx context.Context, tx storage.Querier, id string, now time.Time) (Purchase, error) {
	return scanPurchase(tx.QueryRowContext(ctx, `UPDATE purchases SET reminded_at = $2
		WHERE id = $1 AND reminded_at IS NULL AND status = 'active' AND user_id IS NOT NULL RETURNING `+purchaseFields, id, core.Millis(now)))
}
