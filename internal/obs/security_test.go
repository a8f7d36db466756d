package obs_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"colloquy/internal/obs"
)

func newSecurityLog(key string) (*obs.SecurityLog, *bytes.Buffer, *obs.Metrics) {
	var out bytes.Buffer
	m := obs.NewMetrics()
	return obs.NewSecurityLog(obs.NewLogger(&out, "text", "info"), []byte(key), m), &out, m
}

// fieldValues returns the values of an attribute in the logged lines.
func fieldValues(out *bytes.Buffer, name string) (values []string) {
	for line := range strings.Lines(out.String()) {
		if _, rest, ok := strings.Cut(line, " "+name+"="); ok {
			value, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			values = append(values, value)
		}
	}
	return values
}

// rule privacy-security-events
func TestSecurityEventsHashNetworkAndAccount(t *testing.T) {
	s, out, m := newSecurityLog("one")
	for range 2 {
		s.RecordEvent(t.Context(), "sign-in failed", "192.0.2.7", "ada@example.org", slog.String("reason", "password"))
	}
	s.RecordEvent(t.Context(), "sign-in failed", "192.0.2.8", "192.0.2.7")
	text := out.String()
	if strings.Contains(text, "192.0.2") || strings.Contains(text, "ada") || strings.Count(text, "level=INFO") != 3 {
		t.Fatalf("log:\n%s", text)
	}
	if !strings.Contains(text, `event="sign-in failed"`) || !strings.Contains(text, "reason=password") {
		t.Errorf("log:\n%s", text)
	}
	networks, accounts := fieldValues(out, "network"), fieldValues(out, "account")
	if networks[0] != networks[1] || networks[0] == networks[2] || accounts[0] == accounts[2] {
		t.Errorf("networks %v, accounts %v", networks, accounts)
	}
	if accounts[2] == networks[0] {
		t.Error("a network and an account of the same text have one hash")
	}
	otherKeyLog, out2, _ := newSecurityLog("two")
	otherKeyLog.RecordEvent(t.Context(), "sign-in failed", "192.0.2.7", "")
	if fieldValues(out2, "network")[0] == networks[0] {
		t.Error("the hash does not depend on the key")
	}
	if got := strings.Join(scrape(t, m), "\n"); !strings.Contains(got, `colloquy_security_events_total{event="sign-in failed"} 3`) {
		t.Errorf("metrics:\n%s", got)
	}
	if len(fieldValues(out2, "account")) != 0 {
		t.Errorf("an empty account is written: %s", out2)
	}
}

func TestRepeatedSecurityEventsAreOneLineAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, out, m := newSecurityLog("one")
		var wg sync.WaitGroup
		for range 200 {
			wg.Go(func() { s.RecordRepeated(t.Context(), obs.EventLimitHit, "192.0.2.7", "/auth/login") })
		}
		wg.Wait()
		if got := fmt.Sprint(fieldValues(out, "count")); got != "[1]" {
			t.Fatalf("counts %s, want the first line only:\n%s", got, out)
		}
		time.Sleep(time.Minute)
		s.RecordRepeated(t.Context(), obs.EventLimitHit, "192.0.2.8", "/auth/login")
		if got := fmt.Sprint(fieldValues(out, "count")); got != "[1 199 1]" {
			t.Errorf("counts %s, want 1, the 199 that followed, and another network's 1", got)
		}
		s.RecordRepeated(t.Context(), obs.EventLimitHit, "192.0.2.8", "/auth/login")
		s.Flush(t.Context())
		if got := fmt.Sprint(fieldValues(out, "count")); got != "[1 199 1 1]" {
			t.Errorf("counts %s after the last flush", got)
		}
		if got := strings.Join(scrape(t, m), "\n"); !strings.Contains(got, `colloquy_security_events_total{event="limit hit"} 202`) {
			t.Errorf("metrics:\n%s", got)
		}
	})
}

func TestRepeatedSecurityEventsOfManyNetworksShareALine(t *testing.T) {
	s, out, _ := newSecurityLog("one")
	for i := range 10_000 {
		s.RecordRepeated(t.Context(), obs.EventLimitHit, fmt.Sprint("network ", i), "/x")
	}
	if lines := strings.Count(out.String(), "\n"); lines > 4200 {
		t.Errorf("%d lines of 10,000 networks", lines)
	}
	s.Flush(t.Context())
	if got := fieldValues(out, "count"); got[len(got)-1] == "1" {
		t.Errorf("the rest of the networks was not counted: %v", got[len(got)-1])
	}
}

func TestNilSecurityDoesNothing(t *testing.T) {
	var s *obs.SecurityLog
	s.RecordEvent(t.Context(), "x", "", "")
	s.RecordRepeated(t.Context(), "x", "", "")
	s.Flush(t.Context())
}
