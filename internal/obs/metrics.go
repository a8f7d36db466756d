package obs

import (
	"slices"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

const metricNamespace = "colloquy"

var (
	// The upper limits of the buckets are in seconds.
	requestBuckets    = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60}
	firstPieceBuckets = []float64{.1, .25, .5, 1, 2, 4, 8, 15, 30, 60}
	modelWaitBuckets  = []float64{.1, 1, 2, 5, 10, 15, 30, 60}
	breakerStates     = []string{"closed", "half-open", "open"}
)

// Metrics counts requests, replies and errors in its own registry. All labels have few values: the
// label route is a template, and the label status a class such as 2xx. The methods of a nil Metrics
// do nothing. Rule operations-metrics.
type Metrics struct {
	registry          *prometheus.Registry
	requests          *prometheus.CounterVec
	requestSeconds    *prometheus.HistogramVec
	streams           prometheus.Gauge
	replies           *prometheus.CounterVec
	firstPieceSeconds prometheus.Histogram
	pieces            prometheus.Counter
	tokens            *prometheus.CounterVec
	providerErrors    *prometheus.CounterVec
	modelWaitSeconds  *prometheus.HistogramVec
	modelRefusals     *prometheus.CounterVec
	breakerState      *prometheus.GaugeVec
	demoMode          prometheus.Gauge
	jobsFailed        *prometheus.CounterVec
	loopRestarts      *prometheus.CounterVec
	securityEvents    *prometheus.CounterVec
	paymentEvents     *prometheus.CounterVec
	mediaFiles        prometheus.Gauge
	mediaBytes        prometheus.Gauge
}

// NewMetrics returns metrics that start at zero, with the metrics of the Go runtime and the
// process.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry:          prometheus.NewRegistry(),
		requests:          newCounters("http_requests_total", "Requests by route template and status class.", "method", "route", "status"),
		requestSeconds:    prometheus.NewHistogramVec(histogramOptions("http_request_seconds", "Time to answer a request.", requestBuckets), []string{"route"}),
		streams:           prometheus.NewGauge(metricOptions("streams_active", "Replies that are being written.")),
		replies:           newCounters("replies_total", "Replies that ended, by status.", "status"),
		firstPieceSeconds: prometheus.NewHistogram(histogramOptions("first_piece_seconds", "Time from the send to the first visible piece of the reply.", firstPieceBuckets)),
		pieces:            prometheus.NewCounter(prometheus.CounterOpts(metricOptions("pieces_total", "Pieces of replies passed on."))),
		tokens:            newCounters("tokens_total", "Tokens as the providers count them.", "provider", "direction"),
		providerErrors:    newCounters("provider_errors_total", "Failures of model providers.", "provider", "kind"),
		modelWaitSeconds:  prometheus.NewHistogramVec(histogramOptions("model_wait_seconds", "Time that a request waited for a slot of a model server, by class.", modelWaitBuckets), []string{"class"}),
		modelRefusals:     newCounters("model_refusals_total", "Requests that got no slot of a model server, by class.", "class"),
		breakerState:      prometheus.NewGaugeVec(metricOptions("breaker_open", "A provider's breaker: 0 closed, 0.5 half-open, 1 open."), []string{"provider"}),
		demoMode:          prometheus.NewGauge(metricOptions("demo_mode", "1 while the demo responder answers, 0 while a model does.")),
		jobsFailed:        newCounters("job_failures_total", "Failed attempts of background jobs.", "kind"),
		loopRestarts:      newCounters("loop_restarts_total", "Panics of loops that last as long as the process, each of which started the loop again.", "loop"),
		securityEvents:    newCounters("security_events_total", "Security events, such as failed sign-ins and limits hit.", "event"),
		paymentEvents:     newCounters("payment_events_total", "Messages of the payment provider, by what became of them.", "outcome"),
		mediaFiles:        prometheus.NewGauge(metricOptions("media_files", "Files of users in the media store, counted once an hour by one process.")),
		mediaBytes:        prometheus.NewGauge(metricOptions("media_bytes", "Their size.")),
	}
	m.registry.MustRegister(
		m.requests, m.requestSeconds, m.streams, m.replies, m.firstPieceSeconds, m.pieces, m.tokens,
		m.providerErrors, m.modelWaitSeconds, m.modelRefusals, m.breakerState, m.demoMode, m.jobsFailed, m.loopRestarts, m.securityEvents, m.paymentEvents, m.mediaFiles, m.mediaBytes,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

func metricOptions(name, help string) prometheus.GaugeOpts {
	return prometheus.GaugeOpts{Namespace: metricNamespace, Name: name, Help: help}
}

func newCounters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts(metricOptions(name, help)), labels)
}

func histogramOptions(name, help string, buckets []float64) prometheus.HistogramOpts {
	return prometheus.HistogramOpts{Namespace: metricNamespace, Name: name, Help: help, Buckets: buckets}
}

// Methods are the HTTP methods that are named in logs and metrics.
var Methods = []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}

// MethodLabel returns a request's method for logs and metrics. It returns "other" for
// an unknown method, because clients can send any text.
func MethodLabel(method string) string {
	if slices.Contains(Methods, method) {
		return method
	}
	return "other"
}

// CountRequest counts an answered request. route is the template, not the path; it is empty
// if no route matched.
func (m *Metrics) CountRequest(method, route string, status int, seconds float64) {
	if m == nil {
		return
	}
	method = MethodLabel(method)
	if route == "" {
		route = "other"
	}
	m.requests.WithLabelValues(method, route, statusClass(status)).Inc()
	m.requestSeconds.WithLabelValues(route).Observe(seconds)
}

// statusClass returns the class of a status, such as 2xx for 204. Status 0 means that the handler
// wrote nothing: net/http then sends 200.
func statusClass(status int) string {
	if status == 0 {
		status = 200
	}
	if status < 100 || status > 599 {
		return "other"
	}
	return strconv.Itoa(status/100) + "xx"
}

// CountPaymentEvent counts a message of the payment provider.
func (m *Metrics) CountPaymentEvent(outcome string) {
	if m != nil {
		m.paymentEvents.WithLabelValues(outcome).Inc()
	}
}

// SetMediaStored records the number of stored files of users, and their size in bytes.
func (m *Metrics) SetMediaStored(files, bytes int64) {
	if m != nil {
		m.mediaFiles.Set(float64(files))
		m.mediaBytes.Set(float64(bytes))
	}
}

// ReplyStarted adds a reply to the number of replies that are being written.
func (m *Metrics) ReplyStarted() {
	if m != nil {
		m.streams.Inc()
	}
}

// ReplyEnded removes a reply from the number of replies that are being written, and counts
// it by its status, such as "complete".
func (m *Metrics) ReplyEnded(status string) {
	if m != nil {
		m.streams.Dec()
		m.replies.WithLabelValues(status).Inc()
	}
}

// ObserveFirstPiece records the time from the send of a message to the first visible piece
// of its reply, in seconds.
func (m *Metrics) ObserveFirstPiece(seconds float64) {
	if m != nil {
		m.firstPieceSeconds.Observe(seconds)
	}
}

// CountPieces counts n pieces of replies.
func (m *Metrics) CountPieces(n int) {
	if m != nil {
		m.pieces.Add(float64(max(n, 0)))
	}
}

// CountTokens counts the tokens of one call of a provider: those of the prompt and those of
// the output.
func (m *Metrics) CountTokens(provider string, prompt, output int) {
	if m != nil {
		m.tokens.WithLabelValues(provider, "prompt").Add(float64(max(prompt, 0)))
		m.tokens.WithLabelValues(provider, "output").Add(float64(max(output, 0)))
	}
}

// CountProviderError counts a failure of a model provider by its kind.
func (m *Metrics) CountProviderError(provider, kind string) {
	if m != nil {
		m.providerErrors.WithLabelValues(provider, kind).Inc()
	}
}

// ObserveModelWait records how long a request of a class waited for a slot of a model server. If
// the request got no slot, it counts a refusal.
func (m *Metrics) ObserveModelWait(class string, seconds float64, refused bool) {
	switch {
	case m == nil:
	case refused:
		m.modelRefusals.WithLabelValues(class).Inc()
	default:
		m.modelWaitSeconds.WithLabelValues(class).Observe(seconds)
	}
}

// SetDemoMode sets whether the demo responder answers.
func (m *Metrics) SetDemoMode(on bool) {
	if m == nil {
		return
	}
	value := 0.0
	if on {
		value = 1
	}
	m.demoMode.Set(value)
}

// SetBreakerState sets the state of a provider's circuit breaker: closed, half-open or
// open.
func (m *Metrics) SetBreakerState(provider, state string) {
	if i := slices.Index(breakerStates, state); m != nil && i >= 0 {
		m.breakerState.WithLabelValues(provider).Set(float64(i) / 2)
	}
}

// CountFailedJob counts a failed attempt of a background job.
func (m *Metrics) CountFailedJob(kind string) {
	if m != nil {
		m.jobsFailed.WithLabelValues(kind).Inc()
	}
}

// LoopStarted adds the counter of a loop's restarts to the metrics. The counter begins at 0.
func (m *Metrics) LoopStarted(name string) {
	if m != nil {
		m.loopRestarts.WithLabelValues(name)
	}
}

// LoopRestarted counts a restart of a loop after a panic.
func (m *Metrics) LoopRestarted(name string) {
	if m != nil {
		m.loopRestarts.WithLabelValues(name).Inc()
	}
}

// CountSecurityEvent counts a security event by its name.
func (m *Metrics) CountSecurityEvent(name string) {
	if m != nil {
		m.securityEvents.WithLabelValues(name).Inc()
	}
}
