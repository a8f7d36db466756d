package httpx

import (
	"net/http"
	"strings"

	"colloquy/internal/obs"
)

// Handler returns a handler that passes requests below /api to the API and others to
// pages, with the middleware of every request.
func (a *API) Handler(pages http.Handler) http.Handler {
	api := chain(http.StripPrefix("/api", Compress(a.router)), noStore, trimSlash, sameOrigin(a.opts.Table))
	root := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") {
			api.ServeHTTP(w, r)
			return
		}
		ctx, cancel := a.withTimeout(r.Context())
		defer cancel()
		pages.ServeHTTP(w, r.WithContext(ctx))
	})
	with := []func(http.Handler) http.Handler{
		identify, clientIP(a.opts.Proxies, a.opts.Log), a.observe, harden(a.opts.Secure, a.opts.Payment), recoverPanics(a.opts.Log), endChunked,
	}
	if a.opts.LocalOnly {
		with = append(with, OnlyLocalHosts(a.hostRefused))
	}
	return chain(root, with...)
}

func (a *API) hostRefused(r *http.Request) {
	a.opts.Security.Repeated(r.Context(), obs.EventHostRefused, Network(r.Context()).String(), "")
}

// endChunked closes the connection after a request with a chunked body. If the request
// also has a Content-Length, which net/http hides, servers disagree about its end (RFC
// 9112, 6.1). Browsers send no chunked bodies.
func endChunked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// chain wraps h so that the first of the middlewares runs first.
func chain(h http.Handler, with ...func(http.Handler) http.Handler) http.Handler {
	for i := len(with) - 1; i >= 0; i-- {
		h = with[i](h)
	}
	return h
}
