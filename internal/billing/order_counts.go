package billing

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// countedStates are the states that CountOrders returns even if no order has them.
var countedStates = []Status{Pending, Active, Expired, Failed, Cancelled, Refunded, Disputed}

// CountOrders counts the orders of all users by state. Access that the operator gave is
// not counted. Rule payment-metrics.
func (s *Service) CountOrders(ctx context.Context) (map[string]int64, error) {
	out := map[string]int64{}
	for _, state := range countedStates {
		out[string(state)] = 0
	}
	return out, s.store.countOrders(ctx, s.deps.DB.Reader(), s.deps.Clock.Now(), out)
}

func (store) countOrders(ctx context.Context, q storage.Querier, now time.Time, out map[string]int64) error {
	_, err := storage.QueryAll(ctx, q, func(r storage.Row) (state string, err error) {
		var n int64
		err = r.Scan(&state, &n)
		out[state] = n
		return state, err
	}, `SELECT CASE WHEN status = 'active' AND expiry_at <= $1 THEN 'expired' ELSE status END AS state, count(*)
		FROM purchases WHERE provider <> $2 GROUP BY state`, core.Millis(now), GrantProvider)
	return err
}

// CountFailedRefunds counts the refunds that failed at the bank. Rule payment-metrics.
func (s *Service) CountFailedRefunds(ctx context.Context) (n int64, err error) {
	err = s.deps.DB.Reader().QueryRowContext(ctx, `SELECT count(*) FROM purchase_refunds WHERE status = 'failed'`).Scan(&n)
	return n, err
}
