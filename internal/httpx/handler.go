package httpx

import (
	"net/http"
	"strings"

	"colloquy/internal/obs"
)

// Handler returns a handler that passes requests below /api to the API and others to
// pages, with the middleware of every request.
func (a *API) Handler(pages http.Handler) http.Handler {
	api := chain(http.StripPrefix("/api", Compress(a.router)), noStore, trimSlash, refuseCrossSite(a.opts.Table))
	root := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") {
			api.ServeHTTP(w, r)
			return
		}
		ctx, cancel := a.withTimeout(r.Context(), 0)
		defer cancel()
		pages.ServeHTTP(w, r.WithContext(ctx))
	})
	with := []func(http.Handler) http.Handler{
		addRequestInfo, clientIP(a.opts.Proxies, a.opts.Log), a.observeRequests, setSecurityHeaders(a.opts.Secure, a.opts.Payment), recoverPanics(a.opts.Log), closeAfterChunkedBody,
	}
	if a.opts.LocalOnly {
		with = append(with, OnlyLocalHosts(a.recordRefusedHost))
	}
	return chain(root, with...)
}

func (a *API) recordRefusedHost(r *http.Request) {
	a.opts.Security.RecordRepeated(r.Context(), obs.EventHostRefused, Network(r.Context()).String(), "")
}

// closeAfterChunkedBody closes the connection after a request with a chunked body. The
// request may also have a Content-Length, which net/http hides; servers then disagree about
// where the request ends (RFC 9112, 6.1). Browsers send no chunked bodies.
func closeAfterChunkedBody(next http.Handler) http.Handler {
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
