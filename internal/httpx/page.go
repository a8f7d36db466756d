package httpx

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// Page is the answer to a call that a browser opens in a window: HTML, or a redirect to
// Location.
type Page struct {
	Status   int
	Location string
	Cookies  []http.Cookie
	HTML     []byte

	retry time.Duration // time until a retry may succeed; 0 if unknown
}

// HandlePage registers a call that answers with a page. For an error of h and for a refusal of
// the guard, failed returns the page. HandlePage panics if the route table has no row for the
// call.
func HandlePage[I any](a *API, op Op, h func(context.Context, *I) (Page, error), failed func(*Problem) Page) {
	op.Stream, op.failed = "text/html", failed
	Handle(a, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		ctx, cancel := a.withTimeout(ctx, op.Timeout)
		defer cancel()
		page, err := h(ctx, in)
		if err != nil {
			page = failurePage(ctx, failed, a.shownError(ctx, err))
		}
		return page.response(), nil
	})
}

func failurePage(ctx context.Context, failed func(*Problem) Page, err error) Page {
	p := ProblemOf(ctx, err)
	page := failed(p)
	page.Status, page.retry = p.status, p.retry
	return page
}

func (p Page) response() *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		p.write(w)
	}}
}

func (p Page) write(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	// The policy of the other answers, same-origin-allow-popups, would remove the opener of
	// a popup that another site has redirected to this page.
	h.Set("Cross-Origin-Opener-Policy", "unsafe-none")
	if p.retry > 0 {
		h.Set("Retry-After", RetryAfter(p.retry))
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
