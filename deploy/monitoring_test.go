package deploy_test

import (
	"encoding/json"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"colloquy/internal/obs"
)

// knownMetrics returns a text that contains the names of all metrics.
func knownMetrics(t *testing.T) string {
	t.Helper()
	m := obs.NewMetrics()
	m.CountRequest("GET", "/x", 200, 0.1)
	m.ReplyStarted()
	m.ReplyEnded("complete")
	m.CountFailedJob("mail")
	m.LoopRestarted("jobs")
	m.CountPaymentEvent("settled")
	m.CountProviderError("openai", "auth")
	m.SetBreakerState("openai", "open")
	m.CountTokens("openai", 1, 1)
	m.ObserveModelWait("free", 1, false)
	m.ObserveModelWait("free", 0, true)
	m.RegisterModelCallCounts(func() map[string]int { return map[string]int{"openai": 1} }, func() map[string]int { return map[string]int{"free": 1} })
	m.CountSecurityEvent("sign-in failed")
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	// The metrics below exist only in a running service, which reads them from its database
	// and disk.
	return answer.Body.String() + " colloquy_orders colloquy_failed_refunds_total colloquy_jobs_overdue_seconds colloquy_spent_tokens_today colloquy_spent_money_today colloquy_disk_free_bytes colloquy_backup_age_seconds colloquy_backup_failures_total"
}

var metricNamePattern = regexp.MustCompile(`\b(?:colloquy|go|process)_[a-z_]+\b`)

// checkMetrics checks that known contains all metrics of an expression.
func checkMetrics(t *testing.T, known, expression string) {
	t.Helper()
	for _, name := range metricNamePattern.FindAllString(expression, -1) {
		if !regexp.MustCompile(`\b` + name + `\b`).MatchString(known) {
			t.Errorf("no metric %s, in %s", name, expression)
		}
	}
}

// rule operations-metrics
func TestAlertsNameMetricsThatExist(t *testing.T) {
	var file struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr         string
				Labels, Annotations map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(readText(t, "monitoring/alerts.yaml")), &file); err != nil {
		t.Fatal(err)
	}
	metricNames, n := knownMetrics(t), 0
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			n++
			checkMetrics(t, metricNames, r.Expr)
			if r.Alert == "" || r.Labels["severity"] == "" || r.Annotations["summary"] == "" || r.Annotations["action"] == "" {
				t.Errorf("%+v lacks a severity, a summary or an action", r)
			}
		}
	}
	if n < 10 {
		t.Errorf("%d alerts", n)
	}
}

// rule operations-metrics
func TestDashboardNamesMetricsThatExist(t *testing.T) {
	var board struct {
		Panels []struct {
			ID      int
			Title   string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(readText(t, "monitoring/dashboard.json")), &board); err != nil {
		t.Fatal(err)
	}
	metricNames, usedPositions := knownMetrics(t), map[[2]int]bool{}
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			checkMetrics(t, metricNames, target.Expr)
		}
		if at := [2]int{p.GridPos.X, p.GridPos.Y}; len(p.Targets) == 0 || usedPositions[at] {
			t.Errorf("%s shows nothing, or covers another panel", p.Title)
		} else {
			usedPositions[at] = true
		}
	}
	for name := range strings.FieldsSeq("orders jobs_overdue_seconds spent_money_today disk_free_bytes tokens_total breaker_open first_piece_seconds_bucket security_events_total") {
		if !strings.Contains(readText(t, "monitoring/dashboard.json"), "colloquy_"+name) {
			t.Errorf("the dashboard lacks colloquy_%s", name)
		}
	}
}

// TestPrometheusReadsTheAlerts checks the alerts with promtool, and runs the cases of
// alerts_test.yaml.
// rule operations-metrics
func TestPrometheusReadsTheAlerts(t *testing.T) {
	if _, err := exec.LookPath("promtool"); err != nil {
		t.Log("promtool is missing: the expressions are not evaluated (apt-get install prometheus)")
		return
	}
	runCommand(t, nil, "promtool", "check", "rules", "deploy/monitoring/alerts.yaml")
	runCommand(t, nil, "promtool", "test", "rules", "deploy/monitoring/alerts_test.yaml")
}
