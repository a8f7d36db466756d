package obs

import (
	"encoding/json"
	"net/http"

	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler returns a handler that serves all metrics in the text format of Prometheus,
// for the private address. The handler of a nil Metrics answers with 404.
func (m *Metrics) Handler() http.Handler {
	if m == nil {
		return http.NotFoundHandler()
	}
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Live returns a handler that always answers with 200.
func (h *Health) Live() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		writeReport(w, Report{Status: OK})
	})
}

// Ready returns a handler that runs all checks and answers with 200, also for Degraded,
// or with 503 for Failed. The answer has no error texts.
func (h *Health) Ready() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		writeReport(w, h.Check(r.Context()))
	})
}

func writeReport(w http.ResponseWriter, r Report) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if !r.Serving() {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	json.NewEncoder(w).Encode(r)
}
