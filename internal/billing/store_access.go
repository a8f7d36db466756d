package billing

import (
	"context"
	"database/sql"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// pass is an active purchase that has not expired.
type pass struct {
	planID, characterID int
	until               time.Time
}

// passes reads the purchases that give access now: active, and not expired. Rule
// access-who-may-chat.
func (store) passes(ctx context.Context, q storage.Querier, userID string, now time.Time) (Passes, error) {
	list, err := storage.QueryAll(ctx, q, func(r storage.Row) (p pass, err error) {
		var characterID sql.NullInt64
		var until int64
		err = r.Scan(&p.planID, &characterID, &until)
		p.characterID, p.until = int(characterID.Int64), core.FromMillis(until)
		return p, err
	}, `SELECT plan_id, character_id, expiry_at FROM purchases WHERE user_id = $1 AND status = 'active' AND expiry_at > $2`, userID, core.Millis(now))
	var out Passes
	for _, p := range list {
		out.addPurchase(p.planID, p.characterID, p.until)
	}
	return out, err
}

// paidPurchases reads the purchases that were paid or given, with their current statuses. Rule
// accounts-purchases.
func (store) paidPurchases(ctx context.Context, q storage.Querier, userID string, now time.Time) ([]PaidPurchase, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (b PaidPurchase, err error) {
		var characterID sql.NullInt64
		var until int64
		err = r.Scan(&b.PlanID, &characterID, &b.Status, &until)
		b.CharacterID, b.ExpiryAt = int(characterID.Int64), core.FromMillis(until)
		b.Status = Purchase{Status: b.Status, ExpiryAt: b.ExpiryAt}.StatusAt(now)
		return b, err
	}, `SELECT plan_id, character_id, status, expiry_at FROM purchases WHERE user_id = $1 AND status IN ('active', 'disputed', 'refunded') AND expiry_at IS NOT NULL
		ORDER BY expiry_at DESC, id DESC LIMIT $2`, userID, maxPaidPurchases)
}
