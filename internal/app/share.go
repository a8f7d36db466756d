package app

import (
	"errors"
	"fmt"
	"image/color"
	"io/fs"
	"net/http"
	"strings"
	"time"

	"colloquy/internal/httpx"
	"colloquy/internal/share"
	"colloquy/internal/site"
	"colloquy/seed"
)

// defaultPicture is the name of the picture of pages that are no character's,
// and defaultPlate the engraving on it.
const (
	defaultPicture = "default"
	defaultPlate   = "ada-lovelace-plate.webp"
)

// sharing draws the pictures of shared links. Without the fonts of the web build
// it has no studio, and heads name the engravings instead.
type sharing struct {
	studio *share.Studio
	inks   map[string]color.RGBA
}

func newSharing(dist fs.FS) (sharing, error) {
	studio, err := share.Open(dist, seed.Portraits())
	if errors.Is(err, fs.ErrNotExist) {
		return sharing{}, nil
	}
	if err != nil {
		return sharing{}, err
	}
	names, err := seed.Inks()
	out := sharing{studio, make(map[string]color.RGBA, len(names))}
	for category, hex := range names {
		c := color.RGBA{A: 0xFF}
		if _, err := fmt.Sscanf(hex, "#%02X%02X%02X", &c.R, &c.G, &c.B); err != nil {
			return out, fmt.Errorf("app: ink of %s: %w", category, err)
		}
		out.inks[category] = c
	}
	return out, err
}

// picture is what a page shows when it is shared: its own drawing, or other,
// which is the engraving that the drawing is made from and tells the name. The
// address changes with both, so that a changed portrait is seen at once.
func (s sharing) picture(slug string, other site.Picture) site.Picture {
	if s.studio == nil {
		return other
	}
	plate := defaultPlate
	if slug != defaultPicture {
		plate = strings.TrimPrefix(other.Path, "/portraits/")
	}
	version, err := s.studio.Version(plate, other.Alt)
	switch {
	case err != nil && slug != defaultPicture: // no engraving, as of a new character
		return s.picture(defaultPicture, ours)
	case err != nil:
		return other
	}
	return site.Picture{Path: site.Path("share", slug+".png") + "?v=" + version, Alt: other.Alt, Width: share.Width, Height: share.Height}
}

// drawings bounds how many pictures are drawn for one network, of which each
// takes a tenth of a second. Those that are kept cost nothing.
var drawings = httpx.Rate{N: 30, Per: time.Minute}

// sharePicture answers /share/{slug}.png, of characters that may be shown.
func (a *App) sharePicture(r *http.Request) ([]byte, error) {
	slug, ok := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/share/"), ".png")
	if !ok || !isName(slug) || a.sharing.studio == nil {
		return nil, errNoPage
	}
	admit := func() error { return a.api.Limit(r.Context(), "drawing", drawings) }
	if slug == defaultPicture {
		return a.sharing.studio.PNG(r.Context(), share.Card{
			Plate: defaultPlate, Name: "Good conversation", Ink: color.RGBA{0x13, 0x1A, 0x26, 0xFF},
			Designation: "Talk with historical, fictional and imagined characters",
		}, admit)
	}
	c, err := a.rooms.catalogue.Shown(r.Context(), slug)
	if err != nil {
		return nil, err
	}
	if c.Slug != slug {
		return nil, errNoPage
	}
	ink, known := a.sharing.inks[c.Category]
	if !known {
		ink = color.RGBA{0x13, 0x1A, 0x26, 0xFF}
	}
	picture, err := a.sharing.studio.PNG(r.Context(), share.Card{
		Plate: strings.TrimPrefix(c.PlateURL(), "/portraits/"), Category: c.Category, Name: c.Name, Designation: c.Designation, Ink: ink,
	}, admit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoPage
	}
	return picture, err
}
