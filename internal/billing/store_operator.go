package billing

import (
	"context"
	"fmt"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// orders returns orders, the latest first. Rule payment-operator.
func (store) orders(ctx context.Context, q storage.Querier, f OrderFilter, now time.Time) ([]Purchase, error) {
	args := []any{f.Limit}
	var conditions []string
	addCondition := func(condition string, values ...any) {
		for _, v := range values {
			args = append(args, v)
			condition = strings.Replace(condition, "?", fmt.Sprintf("$%d", len(args)), 1)
		}
		conditions = append(conditions, condition)
	}
	if f.UserID != "" {
		addCondition("user_id = ?", f.UserID)
	}
	switch f.State {
	case "":
	case string(Active):
		addCondition("status = 'active' AND expiry_at > ?", core.Millis(now))
	case string(Expired):
		addCondition("status = 'active' AND expiry_at <= ?", core.Millis(now))
	case string(PaymentAuthorized), string(PaymentPartiallyRefunded):
		addCondition("payment_status = ?", f.State)
	case failedRefundState:
		addCondition("id IN (SELECT purchase_id FROM purchase_refunds WHERE status = 'failed')")
	default:
		addCondition("status = ?", f.State)
	}
	condition := ""
	if len(conditions) > 0 {
		condition = " WHERE " + strings.Join(conditions, " AND ")
	}
	return storage.QueryAll(ctx, q, scanPurchase, `SELECT `+purchaseFields+` FROM purchases`+condition+` ORDER BY created_at DESC, id DESC LIMIT $1`, args...)
}

// failedRefundSumsByPurchaseID returns the sum of the refunds that the bank rejected, in the minor unit, by
// order. It reads the failed refunds of all orders, because there are few. A list of orders can be
// too long for an IN list.
func (store) failedRefundSumsByPurchaseID(ctx context.Context, q storage.Querier) (map[string]int64, error) {
	out := map[string]int64{}
	_, err := storage.QueryAll(ctx, q, func(r storage.Row) (id string, err error) {
		var sum int64
		err = r.Scan(&id, &sum)
		out[id] = sum
		return id, err
	}, `SELECT purchase_id, CAST(sum(amount) AS BIGINT) FROM purchase_refunds WHERE status = 'failed' GROUP BY purchase_id`)
	return out, err
}

func (store) orderByAnyID(ctx context.Context, q storage.Querier, ref string) (Purchase, error) {
	return scanPurchase(q.QueryRowContext(ctx, `SELECT `+purchaseFields+` FROM purchases
		WHERE id = $1 OR order_id = $1 OR payment_id = $1 OR id IN (SELECT purchase_id FROM invoices WHERE number = $1) ORDER BY created_at DESC LIMIT 1`, ref))
}
