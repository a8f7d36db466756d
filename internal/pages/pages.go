// Package pages decides what stands at each address outside the API: which page
// of the app, with which head and preloads, or a redirect; and it writes the
// sitemap, robots.txt, the feed of articles and the pictures of shared links. It
// owns no table.
//
// Invariants: a hidden character is on no page, in no sitemap and on no picture;
// a page names itself by the configured address, never by what a request claims;
// an address without a page answers 404.
package pages

import (
	"image/color"
	"io/fs"
	"log/slog"

	"colloquy/internal/core"
	"colloquy/internal/pages/share"
)

// Deps is what the room is built from.
type Deps struct {
	Characters     Characters
	CharacterPaths CharacterPaths
	Articles       Articles
	StaticPages    StaticPages
	Banner         Banner

	Dist      fs.FS             // the built app
	Portraits fs.FS             // pictures and films of the characters
	Inks      map[string]string // colour of each category, as #RRGGBB
	Log       *slog.Logger

	// BaseURL is the address of the site, without a slash at its end. Unless it is
	// Public, pages use it only for requests to that very address.
	BaseURL string
	Public  bool
}

// Service answers for addresses outside the API.
type Service struct {
	deps     Deps
	pictures *share.Renderer // nil without the fonts of the web build
	inks     map[string]color.RGBA
}

// New makes the room. It fails if the fonts of the build or the colours of the
// categories cannot be read.
func New(d Deps) (*Service, error) {
	s := &Service{deps: d}
	var err error
	if s.inks, err = parseInks(d.Inks); err != nil {
		return nil, err
	}
	s.pictures, err = openPictures(d.Dist, d.Portraits)
	return s, err
}

var errNoPage = core.E(core.NotFound, "page_not_found", "Page not found")
