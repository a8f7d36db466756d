// Package pages decides what each address outside the API shows: a page of the app with its head
// and preloads, or a redirect. It also makes the sitemap, robots.txt, the feed of articles and the
// pictures of shared links. It owns no table.
//
// Invariants:
//   - Hidden characters are on no page, in no sitemap and on no picture.
//   - The links of a page have the configured address, never the host of a request.
//   - An address without a page answers with 404.
package pages

import (
	"image/color"
	"io/fs"
	"log/slog"

	"colloquy/internal/core"
	"colloquy/internal/pages/share"
)

// Deps are the dependencies and settings of the Service.
type Deps struct {
	Characters     Characters
	CharacterPaths CharacterPaths
	Articles       Articles
	StaticPages    StaticPages
	Banner         Banner

	Dist            fs.FS             // the built app
	Portraits       fs.FS             // portraits and videos of the characters
	CategoryColours map[string]string // colour of each category as #RRGGBB, by the category's name
	Log             *slog.Logger

	// BaseURL is the address of the site, without a slash at its end. If IsBaseURLPublic is false, a
	// page contains BaseURL only if the request was sent to this address.
	BaseURL         string
	IsBaseURLPublic bool
}

// Service serves the addresses outside the API.
type Service struct {
	deps            Deps
	renderer        *share.Renderer // nil if the web build has no fonts
	categoryColours map[string]color.RGBA
}

// New returns a Service. It fails if the fonts of the web build or the colours of the
// categories cannot be read.
func New(d Deps) (*Service, error) {
	s := &Service{deps: d}
	var err error
	if s.categoryColours, err = parseCategoryColours(d.CategoryColours); err != nil {
		return nil, err
	}
	s.renderer, err = openRenderer(d.Dist, d.Portraits)
	return s, err
}

var errNoPage = core.E(core.NotFound, "page_not_found", "Page not found")
