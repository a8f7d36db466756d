package billing

import (
	"context"
	"database/sql"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// purchaseFields are the columns that scanPurchase reads.
const purchaseFields = `id, user_id, plan_id, plan_name, cycle, description, discount, days, character_id, amount, currency, provider, order_id, payment_id,
	authorized_at, captured_at, failed_at, cancelled_at, refunded, status, payment_status, expiry_at, created_at, updated_at,
	COALESCE((SELECT i.number FROM invoices i WHERE i.purchase_id = purchases.id), '')`

// scanPurchase reads purchaseFields. If there is no row, the error is errNoOrder.
func scanPurchase(r storage.Row) (Purchase, error) {
	var p Purchase
	var userID, orderID, paymentID sql.NullString
	var characterID, authorized, captured, failed, cancelled, expiry sql.NullInt64
	var created, updated int64
	err := r.Scan(&p.ID, &userID, &p.PlanID, &p.PlanName, &p.Cycle, &p.Description, &p.Discount, &p.Days, &characterID, &p.Price.MinorAmount, &p.Price.Currency,
		&p.Provider, &orderID, &paymentID, &authorized, &captured, &failed, &cancelled, &p.RefundedAmount, &p.Status, &p.PaymentStatus, &expiry, &created, &updated, &p.InvoiceNumber)
	if storage.IsNoRows(err) {
		return p, errNoOrder
	}
	p.UserID, p.OrderID, p.PaymentID, p.CharacterID = userID.String, orderID.String, paymentID.String, int(characterID.Int64)
	p.AuthorizedAt, p.CapturedAt, p.FailedAt, p.ExpiryAt = timeFromNull(authorized), timeFromNull(captured), timeFromNull(failed), timeFromNull(expiry)
	p.CancelledAt = timeFromNull(cancelled)
	p.CreatedAt, p.UpdatedAt = core.FromMillis(created), core.FromMillis(updated)
	return p, err
}

// timeFromNull returns the time in a column, or the zero time for NULL.
func timeFromNull(v sql.NullInt64) time.Time {
	if !v.Valid {
		return time.Time{}
	}
	return core.FromMillis(v.Int64)
}

// listedOrdersCondition selects the orders in a user's list: orders with a payment attempt, and
// pending orders since $3. $2 is GrantProvider: orders that the operator granted are not listed.
// Rule payment-orders.
const listedOrdersCondition = `user_id = $1 AND provider <> $2 AND order_id IS NOT NULL
	AND (captured_at IS NOT NULL OR authorized_at IS NOT NULL OR failed_at IS NOT NULL OR (status = 'pending' AND created_at > $3))`

// ordersOf returns the listed orders of a user that come after a position, the latest first.
func (store) ordersOf(ctx context.Context, q storage.Querier, userID string, pendingSince time.Time, from orderCursor, limit int) ([]Purchase, error) {
	return storage.QueryAll(ctx, q, scanPurchase, `SELECT `+purchaseFields+` FROM purchases
		WHERE `+listedOrdersCondition+` AND (created_at < $4 OR created_at = $4 AND id < $5)
		ORDER BY created_at DESC, id DESC LIMIT $6`, userID, GrantProvider, core.Millis(pendingSince), from.At, from.ID, limit)
}

// countOrdersOf returns the number of listed orders of a user.
func (store) countOrdersOf(ctx context.Context, q storage.Querier, userID string, pendingSince time.Time) (n int, err error) {
	err = q.QueryRowContext(ctx, `SELECT count(*) FROM purchases WHERE `+listedOrdersCondition, userID, GrantProvider, core.Millis(pendingSince)).Scan(&n)
	return n, err
}

// orderOf returns an order of a user by its id or the provider's order_id, else
// errNoOrder.
func (store) orderOf(ctx context.Context, q storage.Querier, userID, ref string) (Purchase, error) {
	return scanPurchase(q.QueryRowContext(ctx, `SELECT `+purchaseFields+` FROM purchases
		WHERE user_id = $1 AND provider <> $2 AND (id = $3 OR order_id = $3) ORDER BY created_at DESC LIMIT 1`, userID, GrantProvider, ref))
}
