package obs

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// orderTimeout bounds the counts of orders and refunds, so that a slow database does not hold up the
// other metrics.
const orderTimeout = 2 * time.Second

// orderCounts collects the number of orders by state when the metrics are read.
type orderCounts struct {
	description *prometheus.Desc
	count       func(ctx context.Context) (map[string]int64, error)
}

// CountOrders makes the metrics contain the number of orders by state, as count returns
// it. It is called once.
func (m *Metrics) CountOrders(count func(ctx context.Context) (map[string]int64, error)) {
	if m != nil {
		m.registry.MustRegister(orderCounts{prometheus.NewDesc(namespace+"_orders", "Orders by state, of all processes.", []string{"state"}, nil), count})
	}
}

// Describe implements prometheus.Collector.
func (o orderCounts) Describe(out chan<- *prometheus.Desc) { out <- o.description }

// Collect implements prometheus.Collector. While the orders cannot be counted, the metric
// is missing and the others are not.
func (o orderCounts) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), orderTimeout)
	defer cancel()
	counts, err := o.count(ctx)
	if err != nil {
		return
	}
	for _, state := range slices.Sorted(maps.Keys(counts)) {
		out <- prometheus.MustNewConstMetric(o.description, prometheus.GaugeValue, float64(counts[state]), state)
	}
}
