package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestThePrivateAddressHasMetricsAndProfiles(t *testing.T) {
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
