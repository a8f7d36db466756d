package httpx

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// BrowserPage is the answer to a call that a browser opens in a window: HTML, or a redirect to
// Location.
type BrowserPage struct {
	Status   int
	Location string
	Cookies  []http.Cookie
	HTML     []byte

	retryAfter time.Duration // time until a retry may succeed; 0 if unknown
}

// HandlePage registers a call that answers with a page. pageOf returns the page for an error of
// h and for a refusal by the guard. HandlePage panics if the route table has no row for the
// call.
func HandlePage[I any](a *API, op Op, h func(context.Context, *I) (BrowserPage, error), pageOf func(*Problem) BrowserPage) {
	op.StreamMediaTypes, op.errorPage = "text/html", pageOf
	Handle(a, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		ctx, cancel := a.withTimeout(ctx, op.Timeout)
		defer cancel()
		page, err := h(ctx, in)
		if err != nil {
			page = failurePage(ctx, pageOf, a.shownError(ctx, err))
		}
		return page.response(), nil
	})
}

func failurePage(ctx context.Context, pageOf func(*Problem) BrowserPage, err error) BrowserPage {
	p := ProblemOf(ctx, err)
	page := pageOf(p)
	page.Status, page.retryAfter = p.status, p.retryAfter
	return page
}

func (p BrowserPage) response() *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		p.write(w)
	}}
}

func (p BrowserPage) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	// Another site may redirect a sign-in popup to this page. Other responses have the policy
	// same-origin-allow-popups, with which the popup would lose its opener.
	h.Set("Cross-Origin-Opener-Policy", "unsafe-none")
	if p.retryAfter > 0 {
		h.Set("Retry-After", RetryAfter(p.retryAfter))
	}
	for _, c := range p.Cookies {
		http.SetCookie(w, &c)
	}
	if p.Location != "" {
		h.Set("Location", p.Location)
	} else {
		h.Set("Content-Type", "text/html; charset=utf-8")
	}
	w.WriteHeader(p.Status)
	w.Write(p.HTML)
}
