// Package share draws the pictures of shared links: a character's engraving and name,
// 1200 by 630 pixels. A picture is drawn at its first request, one picture at a time,
// and cached.
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

// maxCachedPictures is the most cached pictures. A picture has at most 200 kB.
const maxCachedPictures = 256

// PictureContent is the content of a picture. Plate is the file name of an engraving in the portraits;
// Ink is the colour of the category.
type PictureContent struct {
	Plate, Category, Name, Designation string
	Ink                                color.RGBA
}

// Renderer draws and caches pictures. It is safe for concurrent use.
type Renderer struct {
	portraits     fs.FS
	display, text typeface      // display is for names, text for the other texts
	drawSlot      chan struct{} // semaphore: one picture at a time

	mu          sync.Mutex
	cache       map[PictureContent][]byte
	plateHashes map[string][]byte // by file name
}

// NewRenderer returns a Renderer with the fonts that the web build wrote to dist. Without the
// fonts it returns an error that wraps fs.ErrNotExist.
func NewRenderer(dist, portraits fs.FS) (*Renderer, error) {
	r := &Renderer{portraits: portraits, drawSlot: make(chan struct{}, 1), cache: map[PictureContent][]byte{}, plateHashes: map[string][]byte{}}
	var err, err2 error
	r.display, err = readTypeface(dist, "fonts/display.ttf", "fonts/display-ext.ttf")
	r.text, err2 = readTypeface(dist, "fonts/text.ttf", "fonts/text-ext.ttf")
	return r, cmp.Or(err, err2)
}

// typeface is a list of fonts; each glyph comes from the first font that has it.
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

// PNG returns the picture of a card. It calls admit before it draws a picture that is not cached,
// and returns the error of admit. While another picture is drawn, PNG waits. If ctx ends during the
// wait, PNG returns the error of ctx.
func (r *Renderer) PNG(ctx context.Context, c PictureContent, admit func() error) ([]byte, error) {
	if file, ok := r.cachedPicture(c); ok {
		return file, nil
	}
	if err := admit(); err != nil {
		return nil, err
	}
	select {
	case r.drawSlot <- struct{}{}:
		defer func() { <-r.drawSlot }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if file, ok := r.cachedPicture(c); ok {
		return file, nil
	}
	plate, err := r.readPlate(c.Plate)
	if err != nil {
		return nil, err
	}
	file, err := r.drawPicture(c, plate)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.evictIfFull()
	r.cache[c] = file
	return file, nil
}

// drawingVersion is a part of each PictureVersion. Raise it when the drawing changes.
const drawingVersion = "1"

// PictureVersion returns a short hash of an engraving and a name. It is a part of a picture's
// address, so that caches of shared links fetch a changed picture.
func (r *Renderer) PictureVersion(plate, name string) (string, error) {
	engraving, err := r.plateHash(plate)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(slices.Concat([]byte(drawingVersion), engraving, []byte(name)))
	return hex.EncodeToString(sum[:4]), nil
}

func (r *Renderer) plateHash(plate string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.plateHashes[plate]; ok {
		return known, nil
	}
	file, err := fs.ReadFile(r.portraits, plate)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	sum := sha256.Sum256(file)
	r.plateHashes[plate] = sum[:]
	return sum[:], nil
}

// evictIfFull removes one arbitrary picture if the cache is full. If evictIfFull removed all
// pictures, a client that requests all pictures in turn could keep a processor busy.
func (r *Renderer) evictIfFull() {
	for old := range r.cache {
		if len(r.cache) < maxCachedPictures {
			return
		}
		delete(r.cache, old)
	}
}

func (r *Renderer) cachedPicture(c PictureContent) ([]byte, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	file, ok := r.cache[c]
	return file, ok
}

func (r *Renderer) readPlate(name string) (image.Image, error) {
	file, err := r.portraits.Open(name)
	if err != nil {
		return nil, fmt.Errorf("share: %w", err)
	}
	defer func() { _ = file.Close() }() // opened for reading, so closing loses no data
	picture, err := webp.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("share: %s: %w", name, err)
	}
	return picture, nil
}
