package markup

import (
	"cmp"
	"html"
	"strconv"
	"strings"
)

// PageKind is the kind of a page. It determines the structured data.
type PageKind uint8

// The kinds of pages. Plain is a page without structured data of its own.
const (
	Plain PageKind = iota
	Home
	Collection
	Profile
	Post
	About
	Contact
)

// Crumb is one step of the breadcrumb trail.
type Crumb struct{ Name, Path string }

// Picture is the picture of a shared link. Alt is its alternative text. Width and Height are in
// pixels; 0 means unknown.
type Picture struct {
	Path, Alt     string
	Width, Height int
}

// Person is the character of a profile.
type Person struct {
	Name, KnownFor, Picture string
	IsFictional             bool
}

// Preload has the requests of a page's first view. The browser makes them while it
// loads the app.
type Preload struct {
	Calls         []string // paths of API calls, which web/public/boot.js makes
	SignedInCalls []string // paths of more API calls, which boot.js makes only for signed-in users
	Pictures      []PreloadPicture
}

// PreloadPicture is a picture of the first view. Media is the media query of the
// screens that show it; empty means all screens.
type PreloadPicture struct{ Path, Media string }

// Head has the contents of a page's head. BaseURL is the address of the site without a slash at its
// end. If BaseURL is empty, the links have only a path. A private page has IsExcludedFromSearch and no Path.
type Head struct {
	BaseURL              string
	Kind                 PageKind
	Path                 string // the canonical path, with its query
	Title                string // without the product's name; empty on the home page
	Description          string
	Picture              Picture
	Breadcrumbs          []Crumb // from the first page below the home page to this page
	Person               Person  // of a profile
	Date                 string  // of a post: YYYY-MM-DD
	Preload              Preload
	IsExcludedFromSearch bool
}

// Maximum lengths of texts, in characters. Search engines and link previews cut longer texts.
const (
	maxTitleLength       = 90
	maxDescriptionLength = 200
)

// HTML returns the elements of the head. Rule content-heads.
func (h Head) HTML() []byte {
	w := &headWriter{}
	title, description := h.fullTitle(), clip(h.Description, maxDescriptionLength)
	w.b.WriteString("<title>" + html.EscapeString(title) + "</title>\n")
	w.writeMeta("name", "description", description)
	if h.IsExcludedFromSearch {
		w.writeMeta("name", "robots", "noindex")
	}
	w.writePreload(h.Preload)
	if h.Path == "" {
		return []byte(w.b.String())
	}
	w.writeLink(`rel="canonical"`, h.BaseURL+h.Path)
	w.writeLink(`rel="alternate" type="application/atom+xml" title="`+FeedTitle+`"`, h.BaseURL+"/feed.xml")
	w.writeMeta("property", "og:site_name", SiteName)
	w.writeMeta("property", "og:type", h.openGraphType())
	w.writeMeta("property", "og:title", cmp.Or(oneLine(h.Title), SiteName))
	w.writeMeta("property", "og:description", description)
	w.writeMeta("property", "og:url", h.BaseURL+h.Path)
	w.writePicture(h)
	if h.Kind == Post {
		w.writeMeta("property", "article:published_time", h.Date)
	}
	w.writeMeta("name", "twitter:card", "summary_large_image")
	w.writeStructuredData(h.structuredData())
	return []byte(w.b.String())
}

func (h Head) fullTitle() string {
	if title := clip(h.Title, maxTitleLength); title != "" {
		return title + " | " + SiteName
	}
	return SiteName
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

type headWriter struct{ b strings.Builder }

// writeMeta writes a meta element, unless its text is empty.
func (w *headWriter) writeMeta(attribute, key, text string) {
	if text = oneLine(text); text != "" {
		w.b.WriteString("    <meta " + attribute + `="` + key + `" content="` + html.EscapeString(text) + `" />` + "\n")
	}
}

func (w *headWriter) writeLink(attributes, address string) {
	w.b.WriteString("    <link " + attributes + ` href="` + html.EscapeString(address) + `" />` + "\n")
}

// writePreload writes the calls as meta elements and the pictures as links. It separates the
// paths of calls by spaces, which no path contains.
func (w *headWriter) writePreload(p Preload) {
	w.writeMeta("name", "first-calls", strings.Join(p.Calls, " "))
	w.writeMeta("name", "user-calls", strings.Join(p.SignedInCalls, " "))
	for _, p := range p.Pictures {
		attributes := `rel="preload" as="image" fetchpriority="high"`
		if p.Media != "" {
			attributes += ` media="` + html.EscapeString(oneLine(p.Media)) + `"`
		}
		w.writeLink(attributes, oneLine(p.Path))
	}
}

func (w *headWriter) writePicture(h Head) {
	p := h.Picture
	if p.Path == "" {
		return
	}
	w.writeMeta("property", "og:image", h.BaseURL+p.Path)
	w.writeMeta("property", "og:image:alt", p.Alt)
	if p.Width > 0 && p.Height > 0 {
		w.writeMeta("property", "og:image:width", strconv.Itoa(p.Width))
		w.writeMeta("property", "og:image:height", strconv.Itoa(p.Height))
	}
}

// writeStructuredData writes JSON-LD. Browsers do not run a script of this type, so the
// content security policy allows it. The JSON encoder escapes every <, so no text can
// end the element.
func (w *headWriter) writeStructuredData(json []byte) {
	w.b.WriteString(`    <script type="application/ld+json">`)
	w.b.Write(json)
	w.b.WriteString("</script>\n")
}
