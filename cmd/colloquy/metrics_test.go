package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestPrivateAddressHasMetricsAndProfiles(t *testing.T) {
	h := withProfiles(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "colloquy_requests_total 1") }))
	for path, want := range map[string]string{
		"/metrics":                        "colloquy_requests_total",
		"/debug/pprof/":                   "goroutine",
		"/debug/pprof/goroutine?debug=1":  "goroutine profile",
		"/debug/pprof/heap?debug=1":       "heap profile",
		"/debug/pprof/trace?seconds=0.01": "go 1.",
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d, %.80q", path, w.Code, w.Body.String())
		}
	}
}

// A web page must not be able to read the metrics by DNS rebinding.
func TestMetricsOnLoopbackAnswerLocalHostsOnly(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		serveMetrics(ctx, addr, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	}()
	status := func(host string) int {
		for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			r, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+addr+"/metrics", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = host
			if resp, err := http.DefaultClient.Do(r); err == nil {
				resp.Body.Close()
				return resp.StatusCode
			}
		}
		return 0
	}
	for host, want := range map[string]int{addr: 200, "localhost": 200, "evil.example": 421} {
		if got := status(host); got != want {
			t.Errorf("%s answers %d, want %d", host, got, want)
		}
	}
	stop()
	<-ended
}
