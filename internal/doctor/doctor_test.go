package doctor

import (
	"context"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestEveryCheckIsReported: a check that panics or hangs is reported as bad, and the other
// checks run.
// rule operations-doctor
func TestEveryCheckIsReported(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	list := Examine(ctx, []Check{
		{"fine", func(context.Context) []Finding { return goodFinding("it works") }},
		{"broken", func(context.Context) []Finding { panic("no") }},
		{"slow", func(ctx context.Context) []Finding { time.Sleep(time.Second); return goodFinding("late") }},
	})
	var got []string
	for _, f := range list {
		got = append(got, f.Area+" "+string(f.Level))
	}
	if want := "fine good, broken bad, slow bad"; strings.Join(got, ", ") != want {
		t.Errorf("found %q, want %q", got, want)
	}
	if WorstLevel(list) != Bad || WorstLevel(list[:1]) != Good || WorstLevel(warningFinding("a", "b")) != Warning {
		t.Error("the worst level is wrong")
	}
}

// rule operations-doctor
func TestDataDirectory(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := filepath.Join(dir, "open")
	private := filepath.Join(dir, "private")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(private, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		file: "bad " + file + " is not a directory", open: "warning other users of this machine can open " + open + " (mode 755)",
		private: "good " + private + " can be written and is private", filepath.Join(dir, "none"): "good " + filepath.Join(dir, "none") + " does not exist yet",
	} {
		if f := DataDirCheck(path).Run(t.Context())[0]; !strings.HasPrefix(string(f.Level)+" "+f.Text, want) {
			t.Errorf("%s %s, want %s", f.Level, f.Text, want)
		}
	}
	if left, err := os.ReadDir(private); err != nil || len(left) > 0 {
		t.Errorf("the check left %v, %v", left, err)
	}
}

// TestPublicAddress: the check finds an unknown certificate, a proxy that passes nothing on,
// a wrong clock and a server that does not answer. rule operations-doctor
func TestPublicAddress(t *testing.T) {
	status := http.StatusOK
	date := time.Now()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", date.UTC().Format(http.TimeFormat))
		w.WriteHeader(status)
	}))
	defer server.Close()
	check := func(client *http.Client) string {
		f := PublicAddressCheck(server.URL, client).Run(t.Context())[0]
		return string(f.Level) + " " + strings.TrimPrefix(f.Text, server.URL)
	}
	if got := check(server.Client()); got != "good  answers" {
		t.Error(got)
	}
	strict := &http.Client{Transport: &http.Transport{TLSClientConfig: server.Client().Transport.(*http.Transport).TLSClientConfig.Clone()}}
	strict.Transport.(*http.Transport).TLSClientConfig.RootCAs = x509.NewCertPool()
	if got := check(strict); got != "bad  has a certificate that browsers refuse" {
		t.Error(got)
	}
	clocks := map[string]func(context.Context) (time.Time, error){"the proxy": DateOf(server.Client(), server.URL)}
	if f := ClockCheck(clocks).Run(t.Context())[0]; f.Level == Bad {
		t.Error(f.Text)
	}
	date = date.Add(-time.Minute)
	if f := ClockCheck(clocks).Run(t.Context())[0]; f.Level != Bad || !strings.Contains(f.Text, "this machine and the proxy differ by 1m") {
		t.Error(f.Text)
	}
	status = http.StatusBadGateway
	if got := check(server.Client()); got != "bad /healthz answers 502" {
		t.Error(got)
	}
	server.Close()
	if got := check(server.Client()); got != "warning  does not answer" {
		t.Error(got)
	}
}
