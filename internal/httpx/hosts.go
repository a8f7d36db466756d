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

// LocalHost reports whether a Host header names a server in a way that no
// stranger can make a browser follow: by IP address, by a name without a dot,
// or by a name that only local networks give. A page whose own name begins to
// lead to this server (DNS rebinding) sends none of these.
func LocalHost(hostport string) bool {
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

// OnlyLocalHosts answers requests for other hosts with 421. Refused is called
// for each; nil does nothing.
func OnlyLocalHosts(refused func(*http.Request)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if LocalHost(r.Host) {
				next.ServeHTTP(w, r)
				return
			}
			if refused != nil {
				refused(r)
			}
			w.Header().Set("Cache-Control", "no-store")
			writeProblem(w, r, errMisdirected)
		})
	}
}
