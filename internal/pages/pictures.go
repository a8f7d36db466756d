package pages

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"io/fs"
	"strings"

	"colloquy/internal/pages/markup"
	"colloquy/internal/pages/share"
)

// The picture of pages that do not belong to a character.
const (
	defaultSlug  = "default"
	defaultPlate = "ada-lovelace-plate.webp"
)

var defaultInk = color.RGBA{0x13, 0x1A, 0x26, 0xFF}

// openRenderer returns a renderer of share pictures. It returns nil if the web build has no
// fonts, as in development; heads then refer to the engravings.
func openRenderer(dist, portraits fs.FS) (*share.Renderer, error) {
	renderer, err := share.NewRenderer(dist, portraits)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return renderer, err
}

func parseCategoryColours(names map[string]string) (map[string]color.RGBA, error) {
	out := make(map[string]color.RGBA, len(names))
	for category, hex := range names {
		c := color.RGBA{A: 0xFF}
		if _, err := fmt.Sscanf(hex, "#%02X%02X%02X", &c.R, &c.G, &c.B); err != nil {
			return nil, fmt.Errorf("pages: ink of %s: %w", category, err)
		}
		out[category] = c
	}
	return out, nil
}

// sharePictureLink returns the link to the share picture of a page. fallback is the engraving of
// the character; its Alt is the name of the character. The link contains the PictureVersion of
// engraving and name, so that caches fetch a changed picture. A character without an engraving gets
// the picture of the site. If no picture can be drawn, sharePictureLink returns fallback.
func (s *Service) sharePictureLink(slug string, fallback markup.Picture) markup.Picture {
	if s.renderer == nil {
		return fallback
	}
	plate := defaultPlate
	if slug != defaultSlug {
		plate = plateFile(fallback.Path)
	}
	version, err := s.renderer.PictureVersion(plate, fallback.Alt)
	switch {
	case err != nil && slug != defaultSlug: // a new character without an engraving
		return s.sharePictureLink(defaultSlug, defaultPicture)
	case err != nil:
		return fallback
	}
	return markup.Picture{Path: markup.JoinPath("share", slug+".png") + "?v=" + version, Alt: fallback.Alt, Width: share.Width, Height: share.Height}
}

// RenderSharePicture returns the picture of a character, or of the site for "default", as a PNG. It
// calls admit before it draws a picture that is not cached, and returns the error of admit. The
// error is errNoPage for a former slug, or if fonts or engraving are missing.
func (s *Service) RenderSharePicture(ctx context.Context, slug string, admit func() error) ([]byte, error) {
	if !isPossiblePageName(slug) || s.renderer == nil {
		return nil, errNoPage
	}
	if slug == defaultSlug {
		return s.renderer.PNG(ctx, share.PictureContent{
			Plate: defaultPlate, Name: "Good conversation", Ink: defaultInk,
			Designation: "Talk with historical, fictional and imagined characters",
		}, admit)
	}
	c, err := s.deps.Characters.FindShown(ctx, slug)
	if err != nil {
		return nil, err
	}
	if c.Slug != slug {
		return nil, errNoPage
	}
	ink, known := s.categoryColours[c.Category]
	if !known {
		ink = defaultInk
	}
	picture, err := s.renderer.PNG(ctx, share.PictureContent{
		Plate: plateFile(c.PlateURL), Category: c.Category, Name: c.Name, Designation: c.Designation, Ink: ink,
	}, admit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoPage
	}
	return picture, err
}

// plateFile returns the file name of a plate from its address.
func plateFile(address string) string { return strings.TrimPrefix(address, "/portraits/") }
