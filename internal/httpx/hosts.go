package httpx

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"colloquy/internal/core"
)

var errMisdirected = core.E(core.Misdirected, "misdirected",
	"This server does not answer to that name. Open it by its IP address or as localhost. If it is yours, set COLLOQUY_PUBLIC_URL to the address that people open.")

// IsLocalHost reports whether a Host header is an IP address, a name without a dot,
// or a name of a local network. A DNS rebinding attack cannot send any of these: it
// needs a public name that resolves to this server.
func IsLocalHost(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	return !strings.Contains(host, ".") || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local")
}

// OnlyLocalHosts returns middleware that answers 421 to requests for other hosts, and calls
// onRefused for each of them. onRefused may be nil.
func OnlyLocalHosts(onRefused func(*http.Request)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if IsLocalHost(r.Host) {
				next.ServeHTTP(w, r)
				return
			}
			if onRefused != nil {
				onRefused(r)
			}
			w.Header().Set("Cache-Control", "no-store")
			writeProblem(w, r, errMisdirected)
		})
	}
}
