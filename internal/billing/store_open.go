package billing

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// openOrder is an open order of a user, plan and character. lastAttemptAt is when a call last
// began to place it at the provider.
type openOrder struct {
	id, orderID   string
	lastAttemptAt time.Time
}

// findOpenOrder returns the open order with a key. The order must be newer than since, have the
// price and provider of p, and have no failed payment. If there is none, the id is empty. Rule
// payment-order-once.
func (store) findOpenOrder(ctx context.Context, q storage.Querier, key string, p Purchase, since time.Time) (o openOrder, err error) {
	var at int64
	err = q.QueryRowContext(ctx, `SELECT id, COALESCE(order_id, ''), updated_at FROM purchases
		WHERE open_key = $1 AND created_at > $2 AND amount = $3 AND currency = $4 AND provider = $5 AND failed_at IS NULL`,
		key, core.Millis(since), p.Price.MinorAmount, p.Price.Currency, p.Provider).Scan(&o.id, &o.orderID, &at)
	if storage.IsNoRows(err) {
		return openOrder{}, nil
	}
	o.lastAttemptAt = core.FromMillis(at)
	return o, err
}

// closeOutdatedOrder closes the open order with a key if it is outdated: findOpenOrder, called with
// the same arguments, would not return it. The closed order can still be paid.
func (store) closeOutdatedOrder(ctx context.Context, tx storage.Querier, key string, p Purchase, since time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE purchases SET open_key = NULL
		WHERE open_key = $1 AND (created_at <= $2 OR amount <> $3 OR currency <> $4 OR provider <> $5 OR failed_at IS NOT NULL)`,
		key, core.Millis(since), p.Price.MinorAmount, p.Price.Currency, p.Provider)
	return err
}

// insertOrder inserts an order, unless another open order has the key. It reports whether the order
// was inserted.
func (store) insertOrder(ctx context.Context, tx storage.Querier, p Purchase, key string, checkAt time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO purchases (id, user_id, plan_id, plan_name, cycle, description, discount, days, character_id, amount, currency, provider,
		open_key, status, payment_status, check_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17) ON CONFLICT (open_key) DO NOTHING`,
		p.ID, p.UserID, p.PlanID, p.PlanName, p.Cycle, p.Description, p.Discount, p.Days, nullNumber(p.CharacterID), p.Price.MinorAmount, p.Price.Currency, p.Provider,
		key, p.Status, p.PaymentStatus, core.Millis(checkAt), core.Millis(p.CreatedAt))
	return n == 1, err
}

// saveProviderOrderID stores the provider's id of an order.
func (store) saveProviderOrderID(ctx context.Context, tx storage.Querier, purchaseID, providerOrderID string) error {
	_, err := tx.ExecContext(ctx, `UPDATE purchases SET order_id = $2, version = version + 1 WHERE id = $1 AND order_id IS NULL`, purchaseID, providerOrderID)
	return err
}

// takeOverOrder takes over an order that another call has not placed within its lease. It reports
// whether it has taken the order over. updated_at is the start of the lease. If updated_at is
// further in the future than lease, the clock was set back. Then the order can be taken over too.
func (store) takeOverOrder(ctx context.Context, tx storage.Querier, id string, now time.Time, lease time.Duration) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE purchases SET updated_at = $2, version = version + 1
		WHERE id = $1 AND order_id IS NULL AND (updated_at <= $3 OR updated_at > $4)`, id, core.Millis(now), core.Millis(now.Add(-lease)), core.Millis(now.Add(lease)))
	return n == 1, err
}

// dropUnplacedOrder deletes an order unless it has the provider's id.
func (store) dropUnplacedOrder(ctx context.Context, tx storage.Querier, id string) error {
	_, err := tx.ExecContext(ctx, `DELETE FROM purchases WHERE id = $1 AND order_id IS NULL`, id)
	return err
}

// providerOrderID returns the provider's id of an order, or "" while the provider has not answered.
// found is false if the order was deleted.
func (store) providerOrderID(ctx context.Context, q storage.Querier, id string) (orderID string, found bool, err error) {
	err = q.QueryRowContext(ctx, `SELECT COALESCE(order_id, '') FROM purchases WHERE id = $1`, id).Scan(&orderID)
	if storage.IsNoRows(err) {
		return "", false, nil
	}
	return orderID, err == nil, err
}
