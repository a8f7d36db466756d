package apptest

import (
	"cmp"
	"database/sql"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Purchase is a purchase that AddPurchase stores. CharacterID is 0 for a plan that opens every
// character. The zero ExpiryAt means no expiry.
type Purchase struct {
	PlanID      int
	CharacterID int
	Status      string // empty: active
	ExpiryAt    time.Time
}

// AddPurchase stores a purchase without a payment, and returns its id.
func (e *Env) AddPurchase(userID string, p Purchase) (id string) {
	e.T.Helper()
	now := e.Clock.Now()
	id = core.NewID(now)
	status := cmp.Or(p.Status, "active")
	expiry := sql.NullInt64{Int64: core.Millis(p.ExpiryAt), Valid: !p.ExpiryAt.IsZero()}
	character := sql.NullInt64{Int64: int64(p.CharacterID), Valid: p.CharacterID != 0}
	err := e.App.DB().Write(e.T.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(e.T.Context(), `INSERT INTO purchases (id, user_id, plan_id, plan_name, cycle, description, days, character_id, amount, currency,
			provider, order_id, status, payment_status, expiry_at, created_at, updated_at)
			VALUES ($1, $2, $3, 'A plan', 'monthly', 'A plan', 30, $4, 100, 'USD', 'sandbox', $1, $5, 'paid', $6, $7, $7)`,
			id, userID, p.PlanID, character, status, expiry, core.Millis(now))
		return err
	})
	if err != nil {
		e.T.Fatal(err)
	}
	return id
}

// SetPurchaseStatus changes the status of a purchase.
func (e *Env) SetPurchaseStatus(id, status string) {
	e.T.Helper()
	err := e.App.DB().Write(e.T.Context(), func(tx storage.Querier) error {
		_, err := tx.ExecContext(e.T.Context(), `UPDATE purchases SET status = $1 WHERE id = $2`, status, id)
		return err
	})
	if err != nil {
		e.T.Fatal(err)
	}
}
