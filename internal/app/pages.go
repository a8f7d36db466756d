package app

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/site"
	"colloquy/web/serve"
)

// pageRate bounds how often one network may have pages resolved: each reads the
// database. It is wide enough for an office behind one address, because the app
// loads a page once and then draws the others itself.
var pageRate = httpx.Rate{N: 600, Per: time.Minute}

// page is what an address of the browser app answers: its head, or that nothing
// is there, or where it is now.
func (a *App) page(r *http.Request) serve.Page {
	if err, refused := errors.AsType[*core.Error](a.api.Limit(r.Context(), "page", pageRate)); refused {
		return serve.Page{Status: http.StatusTooManyRequests, RetryAfter: err.RetryAfter}
	}
	place, err := a.resolve(r.Context(), r.URL)
	switch {
	case err == nil && place.moved != "":
		return serve.Page{Status: http.StatusMovedPermanently, Location: place.moved}
	case err == nil:
		place.head.Base = a.base(r)
		if place.head.Picture == ours {
			place.head.Picture = a.sharing.picture(defaultPicture, ours)
		}
		return serve.Page{Status: http.StatusOK, Head: place.head.HTML(), Module: place.part}
	case core.KindOf(err) == core.NotFound:
		return serve.Page{Status: http.StatusNotFound, Head: nothingHere.HTML()}
	}
	a.opts.Log.ErrorContext(r.Context(), "page", "error", err.Error())
	return serve.Page{Status: http.StatusServiceUnavailable, Head: site.Head{NoIndex: true}.HTML()}
}

// base is the address that pages name themselves by. It is never made from what
// a request says: the listening address stands in only for those who came by it,
// and without either all links begin with a slash.
func (a *App) base(r *http.Request) string {
	base := a.opts.Config.BaseURL()
	if a.opts.Config.PublicURL != "" || base == "http://"+r.Host {
		return base
	}
	return ""
}

// place is what stands at an address: a page, with the part of the app that
// draws it, or where it has moved.
type place struct {
	head  site.Head
	part  string // a file of web/src/pages; empty for what every page has
	moved string
}

var (
	errNoPage   = core.E(core.NotFound, "page_not_found", "Page not found")
	nothingHere = site.Head{Title: "Page not found", NoIndex: true}
)

// resolve finds what stands at an address. core.NotFound is nothing; other errors
// mean that the database does not answer.
func (a *App) resolve(ctx context.Context, u *url.URL) (place, error) {
	address := u.Path
	if address != "/" {
		address = strings.TrimSuffix(address, "/")
	}
	switch address {
	case "/":
		head, err := a.homeHead(ctx)
		return place{head: head}, err
	case "/characters":
		head, err := a.catalogueHead(ctx, strings.TrimSpace(u.Query().Get("categories")))
		return place{head: head, part: "characters"}, err
	case "/tags":
		return a.tag(ctx, u.Query().Get("tagName"))
	case "/blog":
		return place{head: blogHead(), part: "blog"}, nil
	case "/user":
		return place{head: private}, nil
	case "/chats":
		return place{head: private, part: "chats"}, nil
	}
	folder, ref := address[:strings.LastIndexByte(address, '/')+1], address[strings.LastIndexByte(address, '/')+1:]
	if !isName(ref) {
		return place{}, errNoPage
	}
	switch folder {
	case "/":
		head, err := a.staticHead(ctx, ref)
		return place{head: head, part: "static-page"}, err
	case "/blog/":
		head, err := a.articleHead(ctx, ref)
		return place{head: head, part: "article"}, err
	case "/character/profile/":
		return a.profile(ctx, ref, u.RawQuery)
	case "/chats/":
		return place{head: private, part: "chat"}, nil
	case "/chat/":
		c, err := a.rooms.catalogue.Shown(ctx, ref)
		return place{moved: site.Path("chats", c.Slug)}, err
	}
	return place{}, errNoPage
}

// tag is at one address: that of the tag as it is written. Other capitals lead
// there.
func (a *App) tag(ctx context.Context, typed string) (place, error) {
	name, err := a.rooms.catalogue.KnownTag(ctx, typed)
	if err != nil {
		return place{}, err
	}
	if name != "" && name != typed {
		return place{moved: tagPath(name)}, nil
	}
	return place{head: tagHead(name), part: "tags"}, nil
}

// profile is at one address: that of the slug. The id and the number lead there.
func (a *App) profile(ctx context.Context, ref, query string) (place, error) {
	c, err := a.rooms.catalogue.Shown(ctx, ref)
	if err != nil {
		return place{}, err
	}
	if ref == c.Slug {
		head := profileHead(c)
		head.Picture = a.sharing.picture(c.Slug, head.Picture)
		return place{head: head, part: "profile"}, nil
	}
	to := url.URL{Path: profilePath(c.Slug), RawQuery: query}
	return place{moved: to.String()}, nil
}

// isName tells whether a part of an address can be the name of something.
func isName(ref string) bool {
	return ref != "" && strings.IndexByte(ref, 0) < 0 && utf8.ValidString(ref)
}
