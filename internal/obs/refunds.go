package obs

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
)

// failedRefunds collects the number of failed refunds when the metrics are read. It is
// counted in the database and so the same for all processes and after a restart.
type failedRefunds struct {
	description *prometheus.Desc
	count       func(ctx context.Context) (int64, error)
}

// CountFailedRefunds makes the metrics contain the number of refunds that failed at the
// bank, as count returns it. It is called once.
func (m *Metrics) CountFailedRefunds(count func(ctx context.Context) (int64, error)) {
	if m != nil {
		m.registry.MustRegister(failedRefunds{prometheus.NewDesc(namespace+"_failed_refunds_total", "Refunds that failed at the bank, of all processes.", nil, nil), count})
	}
}

// Describe implements prometheus.Collector.
func (f failedRefunds) Describe(out chan<- *prometheus.Desc) { out <- f.description }

// Collect implements prometheus.Collector. While the refunds cannot be counted, the metric
// is missing and the others are not.
func (f failedRefunds) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), orderTimeout)
	defer cancel()
	if n, err := f.count(ctx); err == nil {
		out <- prometheus.MustNewConstMetric(f.description, prometheus.CounterValue, float64(n))
	}
}
