package billing

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// grantDescription is the description of the order that stands for a grant.
const grantDescription = "Complimentary access"

var errNoPlanRow = errors.New("billing: the database has no plans; start the server once")

// runningGrant is access that the operator gave and that has not ended.
type runningGrant struct {
	id    string
	until time.Time
}

// findRunningGrant returns the running grant that the grant g would extend. Its id is empty if
// there is none. Rule payment-grant-access.
func (store) findRunningGrant(ctx context.Context, tx storage.Querier, g AccessGrant, now time.Time) (runningGrant, error) {
	var out runningGrant
	var until int64
	err := tx.QueryRowContext(ctx, `SELECT id, expiry_at FROM purchases WHERE user_id = $1 AND provider = $2 AND plan_id = $3
		AND COALESCE(character_id, 0) = $4 AND status = 'active' AND expiry_at > $5 ORDER BY expiry_at DESC LIMIT 1`,
		g.UserID, GrantProvider, g.planID(), g.CharacterID, core.Millis(now)).Scan(&out.id, &until)
	if storage.IsNoRows(err) {
		return runningGrant{}, nil
	}
	out.until = core.FromMillis(until)
	return out, err
}

// insertGrant stores a grant with the texts of its plan. The plan may be inactive.
func (store) insertGrant(ctx context.Context, tx storage.Querier, g AccessGrant, now, until time.Time) error {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO purchases (id, user_id, plan_id, plan_name, cycle, description, days, character_id, amount, currency,
		provider, captured_at, status, payment_status, expiry_at, created_at, updated_at)
		SELECT $1, $2, id, plan_name, cycle, $3, $4, $5, 0, currency, $6, $7, $8, $9, $10, $7, $7 FROM plans WHERE id = $11`,
		core.NewID(now), g.UserID, grantDescription, g.Days, nullNumber(g.CharacterID), GrantProvider, core.Millis(now), Active, PaymentPaid,
		core.Millis(until), g.planID())
	if err == nil && n == 0 {
		err = errNoPlanRow
	}
	return err
}

func (store) extendGrant(ctx context.Context, tx storage.Querier, id string, days int, now, until time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE purchases SET expiry_at = $2, days = days + $3, version = version + 1, updated_at = $4, reminded_at = NULL WHERE id = $1`,
		id, core.Millis(until), days, core.Millis(now))
	return err
}
