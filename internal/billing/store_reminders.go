package billing

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// endingAccesses returns active purchases, sorted by end and id. The purchases end after the time
// "from", and not after the time "until". The argument "after" is the last purchase of the previous
// call, or zero. The list begins with the next purchase. Three kinds of purchases are left out:
//   - The user was reminded of the purchase already.
//   - Another purchase of the user continues the access.
//   - The purchase has fewer than minRemindedDays days.
//
// Rule payment-reminder.
func (store) endingAccesses(ctx context.Context, q storage.Querier, from, until time.Time, after endingAccess, limit int) ([]endingAccess, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (e endingAccess, err error) { return e, r.Scan(&e.id, &e.userID, &e.expiryAt) }, `SELECT p.id, p.user_id, p.expiry_at FROM purchases p
		WHERE p.status = 'active' AND p.expiry_at > $1 AND p.expiry_at <= $2 AND p.reminded_at IS NULL AND p.user_id IS NOT NULL AND p.days >= $3
		AND (p.expiry_at, p.id) > ($4, $5)
		AND NOT EXISTS (SELECT 1 FROM purchases o WHERE o.user_id = p.user_id AND o.status = 'active' AND o.id <> p.id
			AND (o.plan_id = $6 AND p.plan_id <> $6 AND o.expiry_at >= p.expiry_at
				OR o.plan_id = p.plan_id AND COALESCE(o.character_id, 0) = COALESCE(p.character_id, 0) AND o.expiry_at > p.expiry_at))
		ORDER BY p.expiry_at, p.id LIMIT $7`, core.Millis(from), core.Millis(until), minRemindedDays, after.expiryAt, after.id, allAccessPlanID, limit)
}

// markReminded marks a purchase as reminded and returns it. If another call has marked it, or
// it is not active, the error is errNoOrder.
func (store) markReminded(ctx context.Context, tx storage.Querier, id string, now time.Time) (Purchase, error) {
	return scanPurchase(tx.QueryRowContext(ctx, `UPDATE purchases SET reminded_at = $2
		WHERE id = $1 AND reminded_at IS NULL AND status = 'active' AND user_id IS NOT NULL RETURNING `+purchaseFields, id, core.Millis(now)))
}
