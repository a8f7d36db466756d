package pages

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/pages/markup"
	"colloquy/web/serve"
)

// pageRate limits page requests of one network, because each request reads the database. It is high
// enough for an office behind one address: the app loads one page, and renders the others without
// page requests.
var pageRate = httpx.Rate{N: 600, Period: time.Minute}

// drawingRate limits how many share pictures are drawn for one network, because drawing one
// takes a tenth of a second. Pictures from the cache do not count.
var drawingRate = httpx.Rate{N: 30, Period: time.Minute}

// Handler serves all addresses outside the API.
func (s *Service) Handler(api *httpx.API) http.Handler {
	h := handlers{s, api}
	const xml = "application/xml; charset=utf-8"
	mux := http.NewServeMux()
	mux.Handle("/robots.txt", api.DocumentHandler("robots", "text/plain; charset=utf-8", h.robots))
	mux.Handle("/feed.xml", api.DocumentHandler("feed", "application/atom+xml; charset=utf-8", h.feed))
	mux.Handle("/sitemap.xml", api.DocumentHandler("sitemap", xml, h.sitemap))
	mux.Handle("/share/", allowCrossOrigin(api.DocumentHandler("share", "image/png", h.sharePicture)))
	numberedSitemapHandler := api.DocumentHandler("sitemap", xml, h.numberedSitemap)
	app := serve.Handler(s.deps.Dist, s.deps.Portraits, h.servePage)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if _, ok := parseSitemapNumber(r.URL.Path); ok {
			numberedSitemapHandler.ServeHTTP(w, r)
			return
		}
		app.ServeHTTP(w, r)
	})
	return mux
}

type handlers struct {
	*Service
	api *httpx.API
}

func (h handlers) robots(*http.Request) ([]byte, error) { return markup.Robots(h.deps.BaseURL), nil }

func (h handlers) feed(r *http.Request) ([]byte, error) { return h.Feed(r.Context()) }

func (h handlers) sitemap(r *http.Request) ([]byte, error) { return h.Sitemap(r.Context()) }

func (h handlers) numberedSitemap(r *http.Request) ([]byte, error) {
	number, _ := parseSitemapNumber(r.URL.Path)
	return h.NumberedSitemap(r.Context(), number)
}

// sharePicture answers /share/{slug}.png.
func (h handlers) sharePicture(r *http.Request) ([]byte, error) {
	slug, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/share/"), ".png")
	if !ok {
		return nil, errNoPage
	}
	return h.RenderSharePicture(r.Context(), slug, func() error { return h.api.Limit(r.Context(), "drawing", drawingRate) })
}

// servePage answers a request for a page of the app with the page, a redirect, or 404 (rules
// look-unknown-address, look-moved-addresses). It answers 429 after too many requests, and 503
// while the page cannot be read.
func (h handlers) servePage(r *http.Request) serve.Page {
	if err, refused := errors.AsType[*core.Error](h.api.Limit(r.Context(), "page", pageRate)); refused {
		return serve.Page{Status: http.StatusTooManyRequests, RetryAfter: err.RetryAfter}
	}
	p, err := h.resolve(r.Context(), r.URL)
	switch {
	case err == nil && p.movedTo != "":
		return serve.Page{Status: http.StatusMovedPermanently, RedirectPath: p.movedTo}
	case err == nil:
		p.head.BaseURL = h.baseURL(r)
		if p.head.Picture == defaultPicture {
			p.head.Picture = h.sharePictureLink(defaultSlug, defaultPicture)
		}
		return serve.Page{Status: http.StatusOK, HeadHTML: p.head.HTML(), ModuleName: p.module}
	case core.KindOf(err) == core.NotFound:
		return serve.Page{Status: http.StatusNotFound, HeadHTML: notFoundHead.HTML()}
	}
	h.deps.Log.ErrorContext(r.Context(), "page", "error", err.Error())
	return serve.Page{Status: http.StatusServiceUnavailable, HeadHTML: privateHead.HTML()}
}

// baseURL returns the address of the site, with which the links of a page begin. If no public URL
// is configured, deps.BaseURL is the listening address. For a request to any other host the result
// is then "", and the links have only a path.
func (h handlers) baseURL(r *http.Request) string {
	if h.deps.IsBaseURLPublic || h.deps.BaseURL == "http://"+r.Host {
		return h.deps.BaseURL
	}
	return ""
}

// allowCrossOrigin allows pages of other sites to show the responses of next, as pictures of
// shared links require.
func allowCrossOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		next.ServeHTTP(w, r)
	})
}
