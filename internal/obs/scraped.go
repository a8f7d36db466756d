package obs

import (
	"context"
	"maps"
	"slices"
	"syscall"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// readTimeout is the longest time to read the values of one metric. So a slow database does not
// delay the other metrics for long. Rule payment-metrics.
const readTimeout = 2 * time.Second

// scrapedMetric is a metric whose values are read each time the metrics are served. Values
// from the database are the same in all processes and after a restart.
type scrapedMetric struct {
	description *prometheus.Desc
	kind        prometheus.ValueType
	hasLabel    bool
	read        func(ctx context.Context) (map[string]float64, error)
}

// registerScrapedMetric registers a metric with at most one label. read returns the metric's values,
// keyed by the value of the label. For a metric without a label, label and the only key are "".
func (m *Metrics) registerScrapedMetric(kind prometheus.ValueType, name, help, label string, read func(ctx context.Context) (map[string]float64, error)) {
	if m == nil {
		return
	}
	var labels []string
	if label != "" {
		labels = []string{label}
	}
	m.registry.MustRegister(scrapedMetric{prometheus.NewDesc(metricNamespace+"_"+name, help, labels, nil), kind, label != "", read})
}

// Describe implements prometheus.Collector.
func (s scrapedMetric) Describe(out chan<- *prometheus.Desc) { out <- s.description }

// Collect implements prometheus.Collector. While the values cannot be read, only this metric
// is missing (rule operations-metrics).
func (s scrapedMetric) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout)
	defer cancel()
	values, err := s.read(ctx)
	if err != nil {
		return
	}
	for _, label := range slices.Sorted(maps.Keys(values)) {
		var labels []string
		if s.hasLabel {
			labels = []string{label}
		}
		out <- prometheus.MustNewConstMetric(s.description, s.kind, values[label], labels...)
	}
}

// unlabelledMetricReader converts the argument `read` to the function that registerScrapedMetric needs. The metric
// has no label.
func unlabelledMetricReader[N int64 | float64](read func(ctx context.Context) (N, error)) func(ctx context.Context) (map[string]float64, error) {
	return func(ctx context.Context) (map[string]float64, error) {
		n, err := read(ctx)
		return map[string]float64{"": float64(n)}, err
	}
}

// RegisterOrderCounts adds a metric: the number of orders by state. count returns the values. Call
// RegisterOrderCounts at most once.
func (m *Metrics) RegisterOrderCounts(count func(ctx context.Context) (map[string]int64, error)) {
	m.registerScrapedMetric(prometheus.GaugeValue, "orders", "Orders by state, of all processes.", "state", func(ctx context.Context) (map[string]float64, error) {
		counts, err := count(ctx)
		out := make(map[string]float64, len(counts))
		for state, n := range counts {
			out[state] = float64(n)
		}
		return out, err
	})
}

// RegisterFailedRefundCount adds a metric: the number of refunds that failed at the bank. count returns
// the value. Call RegisterFailedRefundCount at most once.
func (m *Metrics) RegisterFailedRefundCount(count func(ctx context.Context) (int64, error)) {
	m.registerScrapedMetric(prometheus.CounterValue, "failed_refunds_total", "Refunds that failed at the bank, of all processes.", "", unlabelledMetricReader(count))
}

// RegisterJobDelays adds a metric: how long the oldest due job of each kind has waited. read returns the
// values in seconds. Call RegisterJobDelays at most once.
func (m *Metrics) RegisterJobDelays(read func(ctx context.Context) (map[string]float64, error)) {
	m.registerScrapedMetric(prometheus.GaugeValue, "jobs_overdue_seconds", "How long the oldest due job has waited, by kind, of all processes.", "kind", read)
}

// RegisterSpending adds two metrics: what calls of models on other machines have cost today (UTC), in
// tokens and in money. The functions tokens and money return the values. Call RegisterSpending at most
// once.
func (m *Metrics) RegisterSpending(tokens func(ctx context.Context) (int64, error), money func(ctx context.Context) (float64, error)) {
	m.registerScrapedMetric(prometheus.GaugeValue, "spent_tokens_today", "Tokens of models on other machines today (UTC), of all processes.", "", unlabelledMetricReader(tokens))
	m.registerScrapedMetric(prometheus.GaugeValue, "spent_money_today", "Their money, in the currency of the prices.", "", unlabelledMetricReader(money))
}

// RegisterModelCallCounts adds two metrics: the running calls by model server, and the waiting calls by
// class. The functions in the arguments `running` and `waiting` return the values. Call
// RegisterModelCallCounts at most once.
func (m *Metrics) RegisterModelCallCounts(running, waiting func() map[string]int) {
	m.registerScrapedMetric(prometheus.GaugeValue, "model_running", "Running calls of a model server of COLLOQUY_LLM_SERVERS.", "provider", floatCounts(running))
	m.registerScrapedMetric(prometheus.GaugeValue, "model_queued", "Requests that wait for a slot of a model server, by class.", "class", floatCounts(waiting))
}

// floatCounts converts the argument `read` to the function that registerScrapedMetric needs.
func floatCounts(read func() map[string]int) func(ctx context.Context) (map[string]float64, error) {
	return func(context.Context) (map[string]float64, error) {
		out := map[string]float64{}
		for label, n := range read() {
			out[label] = float64(n)
		}
		return out, nil
	}
}

// RegisterRedisFailureCount adds a metric: the number of calls to Redis that failed. failures returns the value.
// Call RegisterRedisFailureCount at most once.
func (m *Metrics) RegisterRedisFailureCount(failures func() int64) {
	m.registerScrapedMetric(prometheus.CounterValue, "redis_failures_total", "Calls to Redis that failed or timed out.", "",
		unlabelledMetricReader(func(context.Context) (int64, error) { return failures(), nil }))
}

// RegisterFreeDiskSpace adds a metric: the free bytes of the disk that contains the folder dir. Call RegisterFreeDiskSpace
// at most once.
func (m *Metrics) RegisterFreeDiskSpace(dir string) {
	m.registerScrapedMetric(prometheus.GaugeValue, "disk_free_bytes", "Free bytes on the disk of the data directory.", "", unlabelledMetricReader(func(context.Context) (float64, error) {
		var s syscall.Statfs_t
		err := syscall.Statfs(dir, &s)
		return float64(s.Bavail) * float64(s.Bsize), err
	}))
}
