package obs_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/obs"
)

// rule payment-metrics
func TestOrdersAreCountedWhenMetricsAreRead(t *testing.T) {
	m := obs.NewMetrics()
	var fails bool
	m.RegisterOrderCounts(func(ctx context.Context) (map[string]int64, error) {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("the count has no deadline")
		}
		if fails {
			return nil, errors.New("away")
		}
		return map[string]int64{"active": 3, "refunded": 0}, nil
	})
	m.CountFailedJob("mail")
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
	none.RegisterOrderCounts(nil)
}

// TestValuesAreReadWhenMetricsAreRead: a metric that cannot be read is missing; the others
// are served.
// rule operations-metrics
func TestValuesAreReadWhenMetricsAreRead(t *testing.T) {
	m := obs.NewMetrics()
	m.RegisterFreeDiskSpace(t.TempDir())
	m.RegisterJobDelays(func(context.Context) (map[string]float64, error) { return map[string]float64{"mail": 12.5}, nil })
	m.RegisterSpending(func(context.Context) (int64, error) { return 7, nil }, func(context.Context) (float64, error) { return 0, errors.New("away") })
	lines := scrape(t, m)
	for _, want := range []string{`colloquy_jobs_overdue_seconds{kind="mail"} 12.5`, `colloquy_spent_tokens_today 7`} {
		if !slices.Contains(lines, want) {
			t.Errorf("no %s in %q", want, lines)
		}
	}
	if slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "colloquy_spent_money_today ") }) {
		t.Error("a value that could not be read is shown")
	}
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "colloquy_disk_free_bytes ") }) {
		t.Error("the disk is missing")
	}
}

// rules payment-metrics, payment-refund-failed
func TestFailedRefundsAreCountedWhenMetricsAreRead(t *testing.T) {
	m := obs.NewMetrics()
	var fails bool
	m.RegisterFailedRefundCount(func(ctx context.Context) (int64, error) {
		if _, bounded := ctx.Deadline(); !bounded {
			t.Error("the count has no deadline")
		}
		if fails {
			return 0, errors.New("away")
		}
		return 2, nil
	})
	m.CountFailedJob("mail")
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
	none.RegisterFailedRefundCount(nil)
}
