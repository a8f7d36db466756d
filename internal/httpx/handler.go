package httpx

import (
	"net/http"
	"strings"

	"colloquy/internal/obs"
)

// Handler returns the handler of the whole server. It passes requests below /api to the API and
// all others to pages. Its middleware runs for both.
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
	middlewares := []func(http.Handler) http.Handler{
		addRequestInfo, findClientIP(a.opts.Proxies, a.opts.Log), a.observeRequests, setSecurityHeaders(a.opts.HasHTTPSURL, a.opts.Payment), recoverPanics(a.opts.Log), closeAfterChunkedBody,
	}
	if a.opts.AllowsOnlyLocalHosts {
		middlewares = append(middlewares, OnlyLocalHosts(a.recordRefusedHost))
	}
	return chain(root, middlewares...)
}

func (a *API) recordRefusedHost(r *http.Request) {
	a.opts.Security.RecordRepeated(r.Context(), obs.EventHostRefused, Network(r.Context()).String(), "")
}

// closeAfterChunkedBody closes the connection after a request with a chunked body. Such a request
// may also have a Content-Length, which net/http hides. Then servers disagree about where the
// request ends (RFC 9112, 6.1). Browsers send no chunked bodies.
func closeAfterChunkedBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// chain wraps h so that the first of the middlewares runs first.
func chain(h http.Handler, middlewares ...func(http.Handler) http.Handler) http.Handler {
	for i := len(middlewares) - 1; i >= 0; i-- {
		h = middlewares[i](h)
	}
	return h
}
