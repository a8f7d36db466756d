package httpx

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/go-chi/httprate"
)

// clientIP finds the caller's address: the connection's, or behind trusted
// proxies the right-most X-Forwarded-For entry that is none of them.
func clientIP(proxies []netip.Prefix) func(http.Handler) http.Handler {
	if len(proxies) == 0 {
		return middleware.ClientIPFromRemoteAddr
	}
	prefixes := make([]string, len(proxies))
	for i, p := range proxies {
		prefixes[i] = p.String()
	}
	return middleware.ClientIPFromXFF(prefixes...)
}

// ClientNetwork is what limits count visitors by: an IPv4 address, or the /64
// of an IPv6 one.
func ClientNetwork(ctx context.Context) string {
	return httprate.CanonicalizeIP(middleware.GetClientIP(ctx))
}
