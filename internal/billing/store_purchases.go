package billing

import (
	"context"
	"database/sql"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// nullText returns NULL for the empty text.
func nullText(v string) sql.NullString { return sql.NullString{String: v, Valid: v != ""} }

// nullNumber returns NULL for 0.
func nullNumber(v int) sql.NullInt64 { return sql.NullInt64{Int64: int64(v), Valid: v != 0} }

// nullTime returns NULL for the zero time.
func nullTime(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: core.Millis(t), Valid: !t.IsZero()}
}

// lockOrder locks the row of an order until the transaction ends, and returns it. Orders with the
// same user, plan and character extend the same access. So lockOrder first locks the oldest of
// them.
func (s store) lockOrder(ctx context.Context, tx storage.Querier, id string) (Purchase, error) {
	_, err := tx.ExecContext(ctx, `UPDATE purchases SET version = version + 1 WHERE id = (SELECT min(o.id) FROM purchases p
		JOIN purchases o ON o.user_id = p.user_id AND o.plan_id = p.plan_id AND COALESCE(o.character_id, 0) = COALESCE(p.character_id, 0) WHERE p.id = $1)`, id)
	if err != nil {
		return Purchase{}, err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE purchases SET version = version + 1 WHERE id = $1`, id); err != nil {
		return Purchase{}, err
	}
	return s.purchase(ctx, tx, id)
}

func (store) purchase(ctx context.Context, q storage.Querier, id string) (Purchase, error) {
	return scanPurchase(q.QueryRowContext(ctx, `SELECT `+purchaseFields+` FROM purchases WHERE id = $1`, id))
}

// purchaseByOrderID returns the order to which the provider has given the id orderID. The order may
// belong to any user, so callers check the user.
func (store) purchaseByOrderID(ctx context.Context, q storage.Querier, provider, orderID string) (Purchase, error) {
	return scanPurchase(q.QueryRowContext(ctx, `SELECT `+purchaseFields+` FROM purchases WHERE provider = $1 AND order_id = $2`, provider, orderID))
}

// purchaseByPaymentID returns the order of a payment that was reported before.
func (store) purchaseByPaymentID(ctx context.Context, q storage.Querier, provider, paymentID string) (Purchase, error) {
	return scanPurchase(q.QueryRowContext(ctx, `SELECT `+purchaseFields+` FROM purchases
		WHERE id = (SELECT purchase_id FROM purchase_payments WHERE provider = $1 AND payment_id = $2)`, provider, paymentID))
}

// savePurchase stores what settle has computed. It clears open_key unless the order is pending.
func (store) savePurchase(ctx context.Context, tx storage.Querier, p Purchase) error {
	_, err := tx.ExecContext(ctx, `UPDATE purchases SET payment_id = $2, authorized_at = $3, captured_at = $4, failed_at = $5, cancelled_at = $6, refunded = $7,
		status = $8, payment_status = $9, expiry_at = $10, updated_at = $11, open_key = CASE WHEN $8 = 'pending' THEN open_key END WHERE id = $1`,
		p.ID, nullText(p.PaymentID), nullTime(p.AuthorizedAt), nullTime(p.CapturedAt), nullTime(p.FailedAt), nullTime(p.CancelledAt), p.RefundedAmount,
		p.Status, p.PaymentStatus, nullTime(p.ExpiryAt), core.Millis(p.UpdatedAt))
	return err
}

// accessEndOfOtherPurchases looks at the user's other purchases of the same plan and character. It returns
// when their access ends, or the zero time. Rule payment-settle.
func (store) accessEndOfOtherPurchases(ctx context.Context, tx storage.Querier, p Purchase, now time.Time) (time.Time, error) {
	var until sql.NullInt64
	err := tx.QueryRowContext(ctx, `SELECT max(expiry_at) FROM purchases WHERE user_id = $1 AND plan_id = $2 AND COALESCE(character_id, 0) = $3
		AND id <> $4 AND status = 'active' AND expiry_at > $5`, p.UserID, p.PlanID, p.CharacterID, p.ID, core.Millis(now)).Scan(&until)
	return timeFromNull(until), err
}

func (store) payments(ctx context.Context, q storage.Querier, p Purchase) ([]Payment, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (out Payment, err error) {
		out.OrderID = p.OrderID
		err = r.Scan(&out.ID, &out.Price.MinorAmount, &out.Price.Currency, &out.State, &out.RefundedAmount)
		return out, err
	}, `SELECT payment_id, amount, currency, status, refunded FROM purchase_payments WHERE purchase_id = $1 ORDER BY payment_id`, p.ID)
}

// savePayment upserts a payment of an order. It reports false if the payment belongs to
// another order.
func (store) savePayment(ctx context.Context, tx storage.Querier, p Purchase, v Payment, now time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `INSERT INTO purchase_payments (provider, payment_id, purchase_id, amount, currency, status, refunded, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)
		ON CONFLICT (provider, payment_id) DO UPDATE SET status = excluded.status, refunded = excluded.refunded, updated_at = excluded.updated_at
		WHERE purchase_payments.purchase_id = excluded.purchase_id`,
		p.Provider, v.ID, p.ID, v.Price.MinorAmount, v.Price.Currency, v.State, v.RefundedAmount, core.Millis(now))
	return n == 1, err
}

// markSurplus marks a payment as surplus, and reports whether it was not marked before. Rule
// payment-surplus.
func (store) markSurplus(ctx context.Context, tx storage.Querier, provider, paymentID string, now time.Time) (bool, error) {
	n, err := storage.ExecCount(ctx, tx, `UPDATE purchase_payments SET surplus_at = $3 WHERE provider = $1 AND payment_id = $2 AND surplus_at IS NULL`,
		provider, paymentID, core.Millis(now))
	return n == 1, err
}

func (store) refunds(ctx context.Context, q storage.Querier, p Purchase) ([]Refund, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (out Refund, err error) {
		out.Amount.Currency = p.Price.Currency
		err = r.Scan(&out.ID, &out.PaymentID, &out.Amount.MinorAmount, &out.State)
		return out, err
	}, `SELECT refund_id, payment_id, amount, status FROM purchase_refunds WHERE purchase_id = $1 ORDER BY refund_id`, p.ID)
}

func (store) saveRefund(ctx context.Context, tx storage.Querier, p Purchase, v Refund, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO purchase_refunds (provider, refund_id, purchase_id, payment_id, amount, status, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
		ON CONFLICT (provider, refund_id) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at`,
		p.Provider, v.ID, p.ID, v.PaymentID, v.Amount.MinorAmount, v.State, core.Millis(now))
	return err
}

func (store) disputes(ctx context.Context, q storage.Querier, p Purchase) ([]Dispute, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (out Dispute, err error) {
		err = r.Scan(&out.ID, &out.PaymentID, &out.State)
		return out, err
	}, `SELECT dispute_id, payment_id, status FROM purchase_disputes WHERE purchase_id = $1 ORDER BY dispute_id`, p.ID)
}

func (store) saveDispute(ctx context.Context, tx storage.Querier, p Purchase, v Dispute, now time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO purchase_disputes (provider, dispute_id, purchase_id, payment_id, status, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $6)
		ON CONFLICT (provider, dispute_id) DO UPDATE SET status = excluded.status, updated_at = excluded.updated_at`,
		p.Provider, v.ID, p.ID, v.PaymentID, v.State, core.Millis(now))
	return err
}

// saveRefundReason stores why an order is refunded, in the words of the buyer or the operator.
func (store) saveRefundReason(ctx context.Context, tx storage.Querier, id, reason string) error {
	_, err := tx.ExecContext(ctx, `UPDATE purchases SET refund_reason = $2 WHERE id = $1`, id, reason)
	return err
}

// setCheckTime sets when the provider is asked about an order. The zero time means never.
func (store) setCheckTime(ctx context.Context, tx storage.Querier, id string, at time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE purchases SET check_at = $2 WHERE id = $1`, id, nullTime(at))
	return err
}

// dueOrders returns the orders whose check with the provider is due, the most overdue first.
// maxPause is the longest pause between two checks. A check that is over twice maxPause away is
// also due, because the clock was set back. Rule payment-reconcile.
func (store) dueOrders(ctx context.Context, q storage.Querier, provider string, now time.Time, maxPause time.Duration, limit int) ([]dueOrder, error) {
	return storage.QueryAll(ctx, q, func(r storage.Row) (o dueOrder, err error) {
		var at int64
		err = r.Scan(&o.id, &at)
		o.checkAt = core.FromMillis(at)
		return o, err
	}, `SELECT id, check_at FROM purchases WHERE provider = $1 AND (check_at <= $2 OR check_at > $3) ORDER BY check_at LIMIT $4`,
		provider, core.Millis(now), core.Millis(now.Add(2*maxPause)), limit)
}

// rescheduleCheck sets when the provider is asked next, unless another call has set it since
// dueOrders read it.
func (store) rescheduleCheck(ctx context.Context, tx storage.Querier, due dueOrder, at time.Time) error {
	_, err := tx.ExecContext(ctx, `UPDATE purchases SET check_at = $2 WHERE id = $1 AND check_at = $3`, due.id, nullTime(at), core.Millis(due.checkAt))
	return err
}
