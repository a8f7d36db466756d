package httpx

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"sync"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/go-chi/httprate"

	"colloquy/internal/core"
)

// findClientIP returns middleware that determines the caller's address: the peer of the
// connection or, behind trusted proxies, the right-most X-Forwarded-For entry that is
// not a trusted proxy.
func findClientIP(proxies []netip.Prefix, log *slog.Logger) func(http.Handler) http.Handler {
	findIP := middleware.ClientIPFromRemoteAddr
	if len(proxies) > 0 {
		prefixes := make([]string, len(proxies))
		for i, p := range proxies {
			prefixes[i] = p.String()
		}
		findIP = middleware.ClientIPFromXFF(prefixes...)
	}
	warn := warnOfUntrustedProxy(proxies, log)
	return func(next http.Handler) http.Handler { return warn(findIP(next)) }
}

// warnOfUntrustedProxy logs once that a peer which is not a trusted proxy sends
// X-Forwarded-For. Behind an untrusted proxy all visitors count as one network.
func warnOfUntrustedProxy(proxies []netip.Prefix, log *slog.Logger) func(http.Handler) http.Handler {
	var once sync.Once
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Forwarded-For") != "" && !isTrusted(proxies, r.RemoteAddr) {
				once.Do(func() {
					log.WarnContext(r.Context(), "X-Forwarded-For came from a peer that is no trusted proxy and is ignored; "+
						"if it is your proxy, name its network in COLLOQUY_TRUSTED_PROXIES, or all visitors share one network's limits")
				})
			}
			next.ServeHTTP(w, r)
		})
	}
}

func isTrusted(proxies []netip.Prefix, peer string) bool {
	addr, err := netip.ParseAddrPort(peer)
	return err == nil && slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr.Addr().Unmap()) })
}

// Network returns the network of the caller.
func Network(ctx context.Context) core.Network { return core.NetworkOf(middleware.GetClientIP(ctx)) }

// ClientNetworkKey returns the key by which limits count the visitors of a network: an IPv4
// address, or the /64 of an IPv6 address.
func ClientNetworkKey(ctx context.Context) string {
	return httprate.CanonicalizeIP(middleware.GetClientIP(ctx))
}
