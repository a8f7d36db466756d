package httpx_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/obs"
)

func TestLocalServerRefusesPublicHosts(t *testing.T) {
	var log safeBuffer
	newHandler := func(local bool) http.Handler {
		a := httpx.New(httpx.Options{
			Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{}, AllowsOnlyLocalHosts: local,
			Security: obs.NewSecurityLog(slog.New(slog.NewTextHandler(&log, nil)), []byte("key"), nil),
		})
		return a.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	}
	answerOf := func(h http.Handler, host, path string) (int, string) {
		r := httptest.NewRequestWithContext(t.Context(), "GET", path, nil)
		r.Host = host
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	localHandler, publicHandler := newHandler(true), newHandler(false)
	for host, want := range map[string]int{
		"localhost": 200, "localhost:8080": 200, "LOCALHOST:1": 200, "app.localhost:8080": 200, "127.0.0.1:8080": 200, "127.9.9.9": 200,
		"[::1]:8080": 200, "[::1]": 200, "192.168.1.5:8080": 200, "[fd00::5%25eth0]:80": 200, "colloquy:8080": 200, "nas.local": 200, "localhost.": 200,
		"evil.example": 421, "evil.example:8080": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example:8080": 421, "127.0.0.1.nip.io": 421,
		"evil.example.": 421, "xlocalhost.example": 421,
	} {
		if got, _ := answerOf(localHandler, host, "/"); got != want {
			t.Errorf("%s answers %d, want %d", host, got, want)
		}
		if got, _ := answerOf(publicHandler, host, "/"); got != 200 {
			t.Errorf("%s at a server with a public name answers %d", host, got)
		}
	}
	if got, body := answerOf(localHandler, "evil.example", "/api/characters"); got != 421 || !strings.Contains(body, `"code":"misdirected"`) || !strings.Contains(body, "COLLOQUY_PUBLIC_URL") {
		t.Errorf("the API answers %d %s", got, body)
	}
	if text := log.String(); strings.Count(text, `event="host refused"`) != 1 || strings.Contains(text, "evil") {
		t.Errorf("security log:\n%s", text)
	}
}
