package site

import (
	"html"
	"strconv"
	"strings"
)

// Kind is what a page is about. It decides the structured data.
type Kind uint8

// The kinds of pages. Plain says nothing of itself but its name.
const (
	Plain Kind = iota
	Home
	Collection
	Profile
	Post
	About
	Contact
)

// Crumb is one step of the way from the home page to a page.
type Crumb struct{ Name, Path string }

// Picture is what a shared link shows. Width and height are in pixels.
type Picture struct {
	Path, Alt     string
	Width, Height int
}

// Person is whom a profile is about.
type Person struct {
	Name, KnownFor, Picture string
	Fictional               bool
}

// First is what a page shows first. The browser fetches it while the app is
// still on its way.
type First struct {
	Calls    []string // addresses of the API's answers, which web/public/boot.js asks for
	Pictures []FirstPicture
}

// FirstPicture is a picture of the first view. Media is the query of the screens
// that show it; empty for all.
type FirstPicture struct{ Path, Media string }

// Head is what the head of a page is made of. Base is the address of the site
// without a slash at its end; without one all addresses begin with a slash. An
// address outside the public pages has NoIndex and no Path.
type Head struct {
	Base        string
	Kind        Kind
	Path        string // the one address of the page, with its query
	Title       string // without the product's name; empty on the home page
	Description string
	Picture     Picture
	Trail       []Crumb // from the first page below home to this one
	Person      Person  // of a profile
	Date        string  // of a post: YYYY-MM-DD
	First       First
	NoIndex     bool
}

// The most characters that search engines and cards show.
const (
	maxTitle       = 90
	maxDescription = 200
)

// HTML writes the elements of the head.
func (h Head) HTML() []byte {
	w := &writer{}
	title, description := h.title(), clip(h.Description, maxDescription)
	w.b.WriteString("<title>" + html.EscapeString(title) + "</title>\n")
	w.meta("name", "description", description)
	if h.NoIndex {
		w.meta("name", "robots", "noindex")
	}
	w.first(h.First)
	if h.Path == "" {
		return []byte(w.b.String())
	}
	w.link(`rel="canonical"`, h.Base+h.Path)
	w.link(`rel="alternate" type="application/atom+xml" title="The Colloquy Feed"`, h.Base+"/feed.xml")
	w.meta("property", "og:site_name", Name)
	w.meta("property", "og:type", h.openGraphType())
	w.meta("property", "og:title", w.or(oneLine(h.Title), Name))
	w.meta("property", "og:description", description)
	w.meta("property", "og:url", h.Base+h.Path)
	w.picture(h)
	if h.Kind == Post {
		w.meta("property", "article:published_time", h.Date)
	}
	w.meta("name", "twitter:card", "summary_large_image")
	w.data(h.structured())
	return []byte(w.b.String())
}

func (h Head) title() string {
	if title := clip(h.Title, maxTitle); title != "" {
		return title + " | " + Name
	}
	return Name
}

func (h Head) openGraphType() string {
	switch h.Kind {
	case Profile:
		return "profile"
	case Post:
		return "article"
	}
	return "website"
}

type writer struct{ b strings.Builder }

func (*writer) or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// meta writes an element, unless it would say nothing.
func (w *writer) meta(attribute, key, text string) {
	if text = oneLine(text); text != "" {
		w.b.WriteString("    <meta " + attribute + `="` + key + `" content="` + html.EscapeString(text) + `" />` + "\n")
	}
}

func (w *writer) link(attributes, address string) {
	w.b.WriteString("    <link " + attributes + ` href="` + html.EscapeString(address) + `" />` + "\n")
}

// first writes the addresses of calls apart by spaces, which none of them holds.
func (w *writer) first(f First) {
	w.meta("name", "first-calls", strings.Join(f.Calls, " "))
	for _, p := range f.Pictures {
		attributes := `rel="preload" as="image" fetchpriority="high"`
		if p.Media != "" {
			attributes += ` media="` + html.EscapeString(oneLine(p.Media)) + `"`
		}
		w.link(attributes, oneLine(p.Path))
	}
}

func (w *writer) picture(h Head) {
	p := h.Picture
	if p.Path == "" {
		return
	}
	w.meta("property", "og:image", h.Base+p.Path)
	w.meta("property", "og:image:alt", p.Alt)
	if p.Width > 0 && p.Height > 0 {
		w.meta("property", "og:image:width", strconv.Itoa(p.Width))
		w.meta("property", "og:image:height", strconv.Itoa(p.Height))
	}
}

// data writes structured data. A script of this type is never run, so that the
// content security policy has nothing to say about it; the encoder writes every
// < as an escape, so that no text can end the element.
func (w *writer) data(json []byte) {
	w.b.WriteString(`    <script type="application/ld+json">`)
	w.b.Write(json)
	w.b.WriteString("</script>\n")
}
