package obs_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"colloquy/internal/obs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func passingCheck(context.Context) error { return nil }

func failingCheck(context.Context) error { return errors.New("postgres://canary@db refused") }

func TestReportHasWorstStatus(t *testing.T) {
	for name, c := range map[string]struct {
		add     func(h *obs.Health)
		status  obs.Status
		serving bool
		checks  string
	}{
		"nothing":   {func(*obs.Health) {}, obs.StatusOK, true, ""},
		"good":      {func(h *obs.Health) { h.Add("db", passingCheck); h.AddOptionalCheck("model", passingCheck) }, obs.StatusOK, true, "db ok, model ok"},
		"optional":  {func(h *obs.Health) { h.Add("db", passingCheck); h.AddOptionalCheck("model", failingCheck) }, obs.StatusDegraded, true, "db ok, model degraded"},
		"required":  {func(h *obs.Health) { h.Add("db", failingCheck); h.AddOptionalCheck("model", passingCheck) }, obs.StatusFailed, false, "db failed, model ok"},
		"both":      {func(h *obs.Health) { h.AddOptionalCheck("model", failingCheck); h.Add("db", failingCheck) }, obs.StatusFailed, false, "model degraded, db failed"},
		"a panic":   {func(h *obs.Health) { h.Add("db", func(context.Context) error { panic("x") }) }, obs.StatusFailed, false, "db failed"},
		"shut down": {func(h *obs.Health) { h.Add("db", passingCheck); h.Drain() }, obs.StatusFailed, false, "db ok, draining failed"},
	} {
		t.Run(name, func(t *testing.T) {
			h := obs.NewHealth()
			c.add(h)
			got := h.Check(t.Context())
			if got.Status != c.status || got.IsReady() != c.serving {
				t.Errorf("status %s, serving %v; want %s, %v", got.Status, got.IsReady(), c.status, c.serving)
			}
			var checks []string
			for _, r := range got.Checks {
				checks = append(checks, r.Name+" "+string(r.Status))
				if (r.Err == nil) != (r.Status == obs.StatusOK) {
					t.Errorf("%s is %s with error %v", r.Name, r.Status, r.Err)
				}
			}
			if diff := cmp.Diff(c.checks, strings.Join(checks, ", ")); diff != "" {
				t.Errorf("checks (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHangingChecksAreNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := obs.NewHealth()
		testEnd := make(chan struct{})
		defer close(testEnd)
		h.Add("deaf", func(context.Context) error { <-testEnd; return nil })
		h.AddOptionalCheck("polite", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		start := time.Now()
		got := h.Check(t.Context())
		if took := time.Since(start); took != 2*time.Second || got.Status != obs.StatusFailed {
			t.Errorf("%v after %v, want failed after 2s", got.Status, took)
		}
		for _, r := range got.Checks {
			if !errors.Is(r.Err, context.DeadlineExceeded) || r.Millis != 2000 {
				t.Errorf("%s: %v after %d ms", r.Name, r.Err, r.Millis)
			}
		}
	})
}

func TestFailedCheckMakesProcessNotReadyButLive(t *testing.T) {
	h := obs.NewHealth()
	isFailing := false
	h.Add("database", func(ctx context.Context) error {
		if isFailing {
			return failingCheck(ctx)
		}
		return nil
	})
	get := func(handler http.Handler) (int, obs.HealthReport) {
		t.Helper()
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if strings.Contains(w.Body.String(), "canary") {
			t.Errorf("the answer tells an error's text: %s", w.Body)
		}
		if w.Header().Get("Content-Type") != "application/json" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("headers %v", w.Header())
		}
		var r obs.HealthReport
		if err := json.Unmarshal(w.Body.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		return w.Code, r
	}
	if code, r := get(h.ReadyHandler()); code != 200 || r.Status != obs.StatusOK || len(r.Checks) != 1 {
		t.Errorf("ready: %d, %v", code, r)
	}
	isFailing = true
	if code, r := get(h.ReadyHandler()); code != 503 || r.Status != obs.StatusFailed || r.Checks[0].Name != "database" {
		t.Errorf("not ready: %d, %v", code, r)
	}
	if code, r := get(h.LiveHandler()); code != 200 || r.Status != obs.StatusOK {
		t.Errorf("live: %d, %v", code, r)
	}
}
