package httpx

import (
	"context"
	"net/http"

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
}

// HandlePage registers a call that answers a page, also after an error: failed returns the
// page for a Problem. It panics as Handle does.
func HandlePage[I any](a *API, op Op, h func(context.Context, *I) (Page, error), failed func(*Problem) Page) {
	op.Stream = "text/html"
	Handle(a, op, func(ctx context.Context, in *I) (*huma.StreamResponse, error) {
		ctx, cancel := a.withTimeout(ctx)
		defer cancel()
		page, err := h(ctx, in)
		if err != nil {
			p := ProblemOf(ctx, a.failed(ctx, err))
			page = failed(p)
			page.Status = p.status
		}
		return page.response(), nil
	})
}

func (p Page) response() *huma.StreamResponse {
	return &huma.StreamResponse{Body: func(hctx huma.Context) {
		_, w := humachi.Unwrap(hctx)
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		// A popup that comes back from another site keeps its opener only without this
		// policy: there the opener's own policy no longer counts.
		h.Set("Cross-Origin-Opener-Policy", "unsafe-none")
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
	}}
}
