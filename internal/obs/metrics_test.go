package obs_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"colloquy/internal/obs"
)

// scrape returns the lines of the program's own metrics.
func scrape(t *testing.T, m *obs.Metrics) []string {
	t.Helper()
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		t.Fatalf("status %d", w.Code)
	}
	var colloquyMetricLines []string
	for line := range strings.Lines(w.Body.String()) {
		if strings.HasPrefix(line, "colloquy_") {
			colloquyMetricLines = append(colloquyMetricLines, strings.TrimSpace(line))
		}
	}
	return colloquyMetricLines
}

func recordSampleMetrics(m *obs.Metrics) {
	m.CountRequest("POST", "/api/messages/{id}", 201, .2)
	m.CountRequest("POST", "/api/messages/{id}", 204, .2)
	m.CountRequest("GET", "", 404, .001)
	m.CountRequest("BREW", "/api/x", 0, .001)
	m.CountRequest("GET", "/api/x", 999, .001)
	m.ReplyStarted()
	m.ReplyStarted()
	m.ReplyEnded("complete")
	m.ObserveFirstPiece(.3)
	m.CountPieces(40)
	m.CountPieces(-1)
	m.CountTokens("openai:m", 900, 60)
	m.CountTokens("openai:m", -1, 1)
	m.CountProviderError("openai:m", "rate")
	m.SetBreakerState("openai:m", "open")
	m.SetBreakerState("demo", "half-open")
	m.SetBreakerState("demo", "ajar")
	m.CountFailedJob("mail")
	m.CountSecurityEvent(obs.EventLimitHit)
}

func TestMetricsAreExposed(t *testing.T) {
	m := obs.NewMetrics()
	recordSampleMetrics(m)
	got := strings.Join(scrape(t, m), "\n")
	for _, want := range []string{
		`colloquy_http_requests_total{method="POST",route="/api/messages/{id}",status="2xx"} 2`,
		`colloquy_http_requests_total{method="GET",route="other",status="4xx"} 1`,
		`colloquy_http_requests_total{method="other",route="/api/x",status="2xx"} 1`,
		`colloquy_http_requests_total{method="GET",route="/api/x",status="other"} 1`,
		`colloquy_http_request_seconds_bucket{route="/api/messages/{id}",le="0.1"} 0`,
		`colloquy_http_request_seconds_bucket{route="/api/messages/{id}",le="0.25"} 2`,
		`colloquy_streams_active 1`,
		`colloquy_replies_total{status="complete"} 1`,
		`colloquy_first_piece_seconds_count 1`,
		`colloquy_pieces_total 40`,
		`colloquy_tokens_total{direction="prompt",provider="openai:m"} 900`,
		`colloquy_tokens_total{direction="output",provider="openai:m"} 61`,
		`colloquy_provider_errors_total{kind="rate",provider="openai:m"} 1`,
		`colloquy_breaker_open{provider="openai:m"} 1`,
		`colloquy_breaker_open{provider="demo"} 0.5`,
		`colloquy_job_failures_total{kind="mail"} 1`,
		`colloquy_security_events_total{event="limit hit"} 1`,
	} {
		if !strings.Contains(got, want+"\n") && !strings.HasSuffix(got, want) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
}

// Many requests of one route must not create many time series.
func TestSeriesStayFew(t *testing.T) {
	m := obs.NewMetrics()
	m.CountRequest("GET", "/api/messages/{id}", 200, .1)
	seriesBefore := len(scrape(t, m))
	for i := range 1000 {
		m.CountRequest("GET", "/api/messages/{id}", 200+i%100, .1)
		m.CountRequest(fmt.Sprint("ODD", i), "/api/messages/{id}", 200, .1)
	}
	if got := len(scrape(t, m)); got != seriesBefore+1 {
		t.Errorf("%d series after 2,000 requests, %d after one; want one more, for odd methods", got, seriesBefore)
	}
}

func TestRegistriesAreSeparate(t *testing.T) {
	one, two := obs.NewMetrics(), obs.NewMetrics()
	one.CountPieces(5)
	if got := strings.Join(scrape(t, two), "\n"); !strings.Contains(got, "colloquy_pieces_total 0") {
		t.Errorf("the second registry counts the first one's pieces:\n%s", got)
	}
}

func TestNilMetricsDoNothing(t *testing.T) {
	recordSampleMetrics(nil)
	w := httptest.NewRecorder()
	(*obs.Metrics)(nil).Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusNotFound {
		t.Errorf("status %d, want 404", w.Code)
	}
}

func TestHotMetricsDoNotAllocate(t *testing.T) {
	m := obs.NewMetrics()
	if got := testing.AllocsPerRun(100, func() { m.CountPieces(1); m.ReplyStarted() }); got != 0 {
		t.Errorf("%v allocations, want none", got)
	}
}
