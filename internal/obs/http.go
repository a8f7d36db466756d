package obs

import (
	"encoding/json"
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler returns a handler that serves all metrics in the text format of Prometheus. Only the
// private address may serve it. If m is nil, the handler answers with 404.
func (m *Metrics) Handler() http.Handler {
	if m == nil {
		return http.NotFoundHandler()
	}
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// LiveHandler returns a handler that always answers with 200.
func (h *Health) LiveHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeReport(w, HealthReport{Status: StatusOK})
	})
}

// ReadyHandler returns a handler that runs all checks. It answers with 503 for StatusFailed, and
// with 200 for StatusOK and StatusDegraded. The answer has no error texts. Rule operations-ready.
func (h *Health) ReadyHandler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeReport(w, h.Check(r.Context()))
	})
}

func writeReport(w http.ResponseWriter, r HealthReport) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !r.IsReady() {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	json.NewEncoder(w).Encode(r)
}
