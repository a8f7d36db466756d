package app

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"colloquy/internal/site"
)

// machines serves what load balancers, crawlers and feed readers ask for;
// everything else is next's.
func (a *App) machines(next http.Handler) http.Handler {
	base := a.opts.Config.BaseURL()
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", a.health.Live())
	mux.Handle("GET /readyz", a.health.Ready())
	mux.Handle("/robots.txt", a.api.Document("robots", "text/plain; charset=utf-8", func(*http.Request) ([]byte, error) {
		return site.Robots(base), nil
	}))
	mux.Handle("/feed.xml", a.api.Document("feed", "application/atom+xml; charset=utf-8", a.feed))
	mux.Handle("/sitemap.xml", a.api.Document("sitemap", "application/xml; charset=utf-8", a.sitemap))
	mux.Handle("/share/", crossOrigin(a.api.Document("share", "image/png", a.sharePicture)))
	pages := a.api.Document("sitemap", "application/xml; charset=utf-8", a.sitemapPage)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if _, ok := sitemapNumber(r.URL.Path); ok {
			pages.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
	return mux
}

func (a *App) feed(r *http.Request) ([]byte, error) {
	list, err := a.rooms.content.Articles(r.Context())
	out := make([]site.Article, len(list))
	for i, one := range list {
		out[i] = site.Article{Path: articlePath(one.Slug), Title: one.Title, Summary: one.Description, Date: one.Date}
	}
	return site.Atom(a.opts.Config.BaseURL(), out), err
}

// sitemap is the only page of the sitemap, or the index of its pages.
func (a *App) sitemap(r *http.Request) ([]byte, error) {
	count, err := a.rooms.catalogue.Count(r.Context())
	if err != nil {
		return nil, err
	}
	if count <= site.PerSitemap {
		return a.sitemapOf(r, 1)
	}
	return site.SitemapIndex(a.opts.Config.BaseURL(), (count+site.PerSitemap-1)/site.PerSitemap), nil
}

func (a *App) sitemapPage(r *http.Request) ([]byte, error) {
	number, _ := sitemapNumber(r.URL.Path)
	return a.sitemapOf(r, number)
}

// sitemapNumber reads /sitemap-7.xml, in the one way in which it is written.
func sitemapNumber(path string) (int, bool) {
	digits, begins := strings.CutPrefix(path, "/sitemap-")
	digits, ends := strings.CutSuffix(digits, ".xml")
	number, err := strconv.Atoi(digits)
	return number, begins && ends && err == nil && number > 0 && number < 1_000_000 && strconv.Itoa(number) == digits
}

// sitemapOf is one page: the characters of it, and on the first all else.
func (a *App) sitemapOf(r *http.Request, number int) ([]byte, error) {
	list, err := a.rooms.catalogue.Addresses(r.Context(), (number-1)*site.PerSitemap, site.PerSitemap)
	if err != nil {
		return nil, err
	}
	var entries []site.Entry
	if number == 1 {
		if entries, err = a.writings(r); err != nil {
			return nil, err
		}
	}
	for _, c := range list {
		entries = append(entries, site.Entry{Path: profilePath(c.Slug), Changed: c.UpdatedAt.Format(time.DateOnly)})
	}
	if len(entries) == 0 {
		return nil, errNoPage
	}
	return site.Sitemap(a.opts.Config.BaseURL(), entries), nil
}

// writings are the public pages that are no character's.
func (a *App) writings(r *http.Request) ([]site.Entry, error) {
	out := []site.Entry{{Path: "/"}, {Path: "/blog"}, {Path: "/characters"}}
	keys, err := a.rooms.content.PageKeys(r.Context())
	if err != nil {
		return nil, err
	}
	for _, key := range keys {
		out = append(out, site.Entry{Path: site.Path(key)})
	}
	articles, err := a.rooms.content.Articles(r.Context())
	for _, one := range articles {
		out = append(out, site.Entry{Path: articlePath(one.Slug), Changed: one.Date})
	}
	return out, err
}

// crossOrigin lets pages of other sites show an answer: that is what the pictures
// of shared links are for.
func crossOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		next.ServeHTTP(w, r)
	})
}
