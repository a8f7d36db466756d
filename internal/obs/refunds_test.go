package obs_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"colloquy/internal/obs"
)

// rules payment-metrics, payment-refund-failed
func TestFailedRefundsAreCountedWhenMetricsAreRead(t *testing.T) {
	m := obs.NewMetrics()
	var fails bool
	m.CountFailedRefunds(func(ctx context.Context) (int64, error) {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("the count has no deadline")
		}
		if fails {
			return 0, errors.New("away")
		}
		return 2, nil
	})
	m.JobFailed("mail")
	for _, fails = range []bool{false, true} {
		lines := scrape(t, m)
		if slices.Contains(lines, `colloquy_failed_refunds_total 2`) == fails {
			t.Errorf("fails %t: %q", fails, lines)
		}
		if !slices.Contains(lines, `colloquy_job_failures_total{kind="mail"} 1`) {
			t.Errorf("fails %t: the other metrics are missing", fails)
		}
	}
	var none *obs.Metrics
	none.CountFailedRefunds(nil)
}
