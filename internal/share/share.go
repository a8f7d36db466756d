// Package share draws the pictures that shared links show: a character's
// engraving with its name, 1200 by 630 pixels. A picture is drawn when it is
// first asked for, one at a time, and kept; what is kept is bounded.
package share

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"io/fs"
	"slices"
	"sync"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/webp"
)

// The size of every picture, in pixels.
const (
	Width  = 1200
	Height = 630
)

// maxKept bounds how many pictures are kept, at most 200 kB each.
const maxKept = 256

// Card is what a picture shows. Plate is the name of a file of the portraits;
// Ink is the colour of the category.
type Card struct {
	Plate, Category, Name, Designation string
	Ink                                color.RGBA
}

// Studio draws pictures.
type Studio struct {
	portraits     fs.FS
	display, text typeface
	turn          chan struct{} // held by whoever draws

	mu     sync.Mutex
	kept   map[Card][]byte
	plates map[string][]byte // hashes of engravings, by name
}

// Open makes a Studio with the fonts that the web build left in dist. Without
// them it returns an error of fs.ErrNotExist.
func Open(dist, portraits fs.FS) (*Studio, error) {
	s := &Studio{portraits: portraits, turn: make(chan struct{}, 1), kept: map[Card][]byte{}, plates: map[string][]byte{}}
	var err, err2 error
	s.display, err = readTypeface(dist, "fonts/display.ttf", "fonts/display-ext.ttf")
	s.text, err2 = readTypeface(dist, "fonts/text.ttf", "fonts/text-ext.ttf")
	return s, cmp.Or(err, err2)
}

// typeface is a font in parts: the first that has a sign draws it.
type typeface []*sfnt.Font

func readTypeface(dist fs.FS, names ...string) (typeface, error) {
	out := make(typeface, len(names))
	for i, name := range names {
		file, err := fs.ReadFile(dist, name)
		if err != nil {
			return nil, err
		}
		if out[i], err = sfnt.Parse(file); err != nil {
			return nil, fmt.Errorf("share: %s: %w", name, err)
		}
	}
	return out, nil
}

// PNG returns the picture of a card. It calls admit before it draws one that is
// not kept, and returns its error. Whoever asks while another is drawn waits for
// its turn, and no longer than ctx.
func (s *Studio) PNG(ctx context.Context, c Card, admit func() error) ([]byte, error) {
	if file, ok := s.known(c); ok {
		return file, nil
	}
	if err := admit(); err != nil {
		return nil, err
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if file, ok := s.known(c); ok {
		return file, nil
	}
	plate, err := s.plate(c.Plate)
	if err != nil {
		return nil, err
	}
	file, err := s.draw(c, plate)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.makeRoom()
	s.kept[c] = file
	return file, nil
}

// style changes whenever pictures are drawn in another way.
const style = "1"

// Version tells the pictures of one address apart: it changes with the engraving
// and with the name. In the address it makes whoever keeps pictures of shared
// links ask for the new one.
func (s *Studio) Version(plate, name string) (string, error) {
	engraving, err := s.hash(plate)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(slices.Concat([]byte(style), engraving, []byte(name)))
	return hex.EncodeToString(sum[:4]), nil
}

func (s *Studio) hash(plate string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if known, ok := s.plates[plate]; ok {
		return known, nil
	}
	file, err := fs.ReadFile(s.portraits, plate)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	sum := sha256.Sum256(file)
	s.plates[plate] = sum[:]
	return sum[:], nil
}

// makeRoom gives up any one of the pictures when there are too many. Giving up
// all of them would have whoever asks for one after the other keep a processor
// busy for good.
func (s *Studio) makeRoom() {
	for old := range s.kept {
		if len(s.kept) < maxKept {
			return
		}
		delete(s.kept, old)
	}
}

func (s *Studio) known(c Card) ([]byte, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	file, ok := s.kept[c]
	return file, ok
}

func (s *Studio) plate(name string) (image.Image, error) {
	file, err := s.portraits.Open(name)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	defer func() { _ = file.Close() }() // only read: nothing can be lost
	picture, err := webp.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("share: %s: %w", name, err)
	}
	return picture, nil
}
