package httpx

import (
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// Handler joins the API and the app's pages into one handler with everything
// that must hold for every request.
func (a *API) Handler(pages http.Handler) http.Handler {
	api := chain(http.StripPrefix("/api", compress(a.router)), noStore, trimSlash, sameOrigin())
	root := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api" || strings.HasPrefix(r.URL.Path, "/api/") {
			api.ServeHTTP(w, r)
			return
		}
		ctx, cancel := a.bounded(r.Context())
		defer cancel()
		pages.ServeHTTP(w, r.WithContext(ctx))
	})
	return chain(root, identify, clientIP(a.opts.Proxies), observe(a.opts.Log, a.opts.Metrics),
		harden(a.opts.Secure), recoverPanics(a.opts.Log))
}

// chain wraps h so that the first of the middlewares runs first.
func chain(h http.Handler, with ...func(http.Handler) http.Handler) http.Handler {
	for i := len(with) - 1; i >= 0; i-- {
		h = with[i](h)
	}
	return h
}

// compress gzips JSON answers. Streams pass as they are: compression would
// hold pieces back.
func compress(h http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(1024), gzhttp.ContentTypes([]string{"application/json", "text/html", "text/plain", "application/xml", "application/atom+xml"}))
	if err != nil {
		panic(err) // the options are constants
	}
	return wrap(h)
}
