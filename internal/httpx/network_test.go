package httpx_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

type networkOut struct{ Body struct{ Network string } }

// networkOfCaller returns the network that an API behind proxies determines for a caller.
func networkOfCaller(t *testing.T, proxies []string, peer string, forwarded ...string) string {
	t.Helper()
	var trustedProxies []netip.Prefix
	for _, p := range proxies {
		trustedProxies = append(trustedProxies, netip.MustParsePrefix(p))
	}
	a := httpx.New(httpx.Options{
		Table: httpx.RouteTable{{Method: "GET", Path: "/me", Caller: httpx.Anyone, Rate: httpx.Rate{N: 9, Period: time.Minute}}},
		Clock: core.SystemClock{}, Log: slog.New(slog.DiscardHandler), Auth: fakeAuth{}, Proxies: trustedProxies,
	})
	var got string
	httpx.Handle(a, httpx.Op{Method: "GET", Path: "/me", ID: "me"}, func(ctx context.Context, _ *struct{}) (*networkOut, error) {
		got = httpx.ClientNetworkKey(ctx)
		return &networkOut{}, nil
	})
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/me", nil)
	r.RemoteAddr = peer
	for _, line := range forwarded {
		r.Header.Add("X-Forwarded-For", line)
	}
	r.Header.Set("X-Real-IP", "203.0.113.99")
	r.Header.Set("Forwarded", "for=203.0.113.99")
	w := httptest.NewRecorder()
	a.Handler(http.NotFoundHandler()).ServeHTTP(w, r)
	if w.Code != 200 {
		t.Fatalf("answers %d %s", w.Code, w.Body)
	}
	return got
}

func TestClientNetworkTrustsOnlyProxies(t *testing.T) {
	proxies := []string{"10.0.0.0/8", "fd00::/8"}
	for name, c := range map[string]struct {
		proxies   []string
		peer      string
		forwarded string
		want      string
	}{
		"no proxies, no header":         {nil, "198.51.100.7:1234", "", "198.51.100.7"},
		"no proxies, a made-up header":  {nil, "198.51.100.7:1234", "192.0.2.1", "198.51.100.7"},
		"not through a proxy":           {proxies, "198.51.100.7:1234", "192.0.2.1", "198.51.100.7"},
		"through a proxy":               {proxies, "10.0.0.1:1234", "192.0.2.1", "192.0.2.1"},
		"a made-up entry on the left":   {proxies, "10.0.0.1:1234", "203.0.113.5, 192.0.2.1", "192.0.2.1"},
		"through two proxies":           {proxies, "10.0.0.1:1234", "203.0.113.5, 192.0.2.1, 10.9.9.9", "192.0.2.1"},
		"a proxy's address made up":     {proxies, "10.0.0.1:1234", "10.1.1.1, 192.0.2.1", "192.0.2.1"},
		"an IPv6 proxy":                 {proxies, "[fd00::1]:1234", "192.0.2.1", "192.0.2.1"},
		"mapped into IPv6":              {proxies, "[::ffff:10.0.0.1]:1234", "::ffff:192.0.2.1", "192.0.2.1"},
		"an IPv6 network":               {nil, "[2001:db8:1:2:aaaa:bbbb:cccc:dddd]:1234", "", "2001:db8:1:2::"},
		"an IPv6 network by the header": {proxies, "10.0.0.1:1234", "2001:db8:1:2:1::9", "2001:db8:1:2::"},
		"nothing that is an address":    {proxies, "10.0.0.1:1234", "unknown", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var lines []string
			if c.forwarded != "" {
				lines = []string{c.forwarded}
			}
			if got := networkOfCaller(t, c.proxies, c.peer, lines...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := networkOfCaller(t, proxies, "10.0.0.1:1", "203.0.113.5", "192.0.2.1"); got != "192.0.2.1" {
		t.Errorf("of two header lines the last one counts, got %q", got)
	}
	if got := networkOfCaller(t, proxies, "10.0.0.1:1", strings.Repeat("1.1.1.1,", 5000)+"192.0.2.1"); got != "192.0.2.1" {
		t.Errorf("a long chain gave %q", got)
	}
}

// Behind an untrusted proxy all users share the limits of one network.
func TestUntrustedProxyIsReportedOnce(t *testing.T) {
	for name, c := range map[string]struct {
		proxies []netip.Prefix
		header  string
		want    int
	}{
		"none trusted":    {nil, "192.0.2.1", 1},
		"others trusted":  {[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, "192.0.2.1", 1},
		"trusted":         {[]netip.Prefix{netip.MustParsePrefix("198.51.100.0/24")}, "192.0.2.1", 0},
		"no proxy at all": {nil, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			var log safeBuffer
			a := httpx.New(httpx.Options{Clock: core.SystemClock{}, Log: slog.New(slog.NewTextHandler(&log, nil)), Auth: fakeAuth{}, Proxies: c.proxies})
			h := a.Handler(http.NotFoundHandler())
			for range 5 {
				r := httptest.NewRequestWithContext(t.Context(), "GET", "/", nil)
				r.RemoteAddr = "198.51.100.7:1234"
				if c.header != "" {
					r.Header.Set("X-Forwarded-For", c.header)
				}
				h.ServeHTTP(httptest.NewRecorder(), r)
			}
			if text := log.String(); strings.Count(text, "COLLOQUY_TRUSTED_PROXIES") != c.want || strings.Contains(text, "192.0.2") {
				t.Errorf("log:\n%s", text)
			}
		})
	}
}
