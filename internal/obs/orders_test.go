package obs_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"colloquy/internal/obs"
)

// rule payment-metrics
func TestOrdersAreCountedWhenMetricsAreRead(t *testing.T) {
	m := obs.NewMetrics()
	var fails bool
	m.CountOrders(func(ctx context.Context) (map[string]int64, error) {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("the count has no deadline")
		}
		if fails {
			return nil, errors.New("away")
		}
		return map[string]int64{"active": 3, "refunded": 0}, nil
	})
	m.JobFailed("mail")
	for _, fails = range []bool{false, true} {
		lines := scrape(t, m)
		if got := slices.Contains(lines, `colloquy_orders{state="active"} 3`) && slices.Contains(lines, `colloquy_orders{state="refunded"} 0`); got == fails {
			t.Errorf("fails %t: %q", fails, lines)
		}
		if !slices.Contains(lines, `colloquy_job_failures_total{kind="mail"} 1`) {
			t.Errorf("fails %t: the other metrics are missing", fails)
		}
	}
	var none *obs.Metrics
	none.CountOrders(nil)
}
