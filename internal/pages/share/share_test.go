package share

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"golang.org/x/image/font/gofont/goregular"

	"colloquy/internal/core/hostiletest"
	"colloquy/seed"
)

func newRenderer(t testing.TB) *Renderer {
	t.Helper()
	font := &fstest.MapFile{Data: goregular.TTF}
	s, err := NewRenderer(fstest.MapFS{"fonts/display.ttf": font, "fonts/display-ext.ttf": font, "fonts/text.ttf": font, "fonts/text-ext.ttf": font}, seed.Portraits())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// admitAll allows every drawing.
func admitAll() error { return nil }

func pictureContentNamed(name string) PictureContent {
	return PictureContent{Plate: "ada-lovelace-plate.webp", Category: "Scientists", Name: name, Designation: name + " " + name, Ink: color.RGBA{15, 86, 71, 255}}
}

func TestHostileNamesStayInTheMargins(t *testing.T) {
	s := newRenderer(t)
	for _, name := range []string{"Ada", "", strings.Repeat("Wolfeschlegelsteinhausen", 20), strings.Repeat("a b ", 300), "\x00\xff\u202e", "日本", "</svg>"} {
		file, err := s.PNG(t.Context(), pictureContentNamed(name), admitAll)
		if err != nil {
			t.Fatalf("%.20q: %v", name, err)
		}
		picture, err := png.Decode(bytes.NewReader(file))
		if err != nil || picture.Bounds().Dx() != Width || picture.Bounds().Dy() != Height || len(file) > 200<<10 {
			t.Errorf("%.20q is %d bytes, %v", name, len(file), err)
		}
		for y := range Height {
			for _, x := range []int{2, Width - margin/2} {
				if r, g, b, _ := picture.At(x, y).RGBA(); r>>8 != 0xE8 || g>>8 != 0xEC || b>>8 != 0xE8 {
					t.Fatalf("%.20q reaches into the margin at %d, %d", name, x, y)
				}
			}
		}
	}
}

// Pictures are drawn for names with hostile texts. The test takes every second one of the
// first fifty texts.
func TestEachKindOfHostileTextIsDrawn(t *testing.T) {
	s, kinds := newRenderer(t), hostiletest.Texts(t)[:50]
	for n := 0; n < len(kinds); n += 2 {
		file, err := s.PNG(t.Context(), pictureContentNamed(kinds[n]), admitAll)
		if err != nil {
			t.Errorf("%q: %v", kinds[n], err)
			continue
		}
		if size, err := png.DecodeConfig(bytes.NewReader(file)); err != nil || size.Width != Width {
			t.Errorf("%q is %d wide, %v", kinds[n], size.Width, err)
		}
	}
}

// TestRunesWithoutGlyphsAreLeftOut: runes without a glyph are left out, and
// bidirectional controls have no effect.
func TestRunesWithoutGlyphsAreLeftOut(t *testing.T) {
	s := newRenderer(t)
	for text, want := range map[string]string{
		"Ada Lovelace": "Ada Lovelace", "Zoë": "Zoë", "\u202eevil\u202c": "evil", "a\tb": "a b",
		"Ada (\u05e2\u05d3\u05d4)": "Ada ()", "\u05e2\u05d3\u05d4 B": "", "日本": "", "\x00": "",
	} {
		if got := s.text.drawableText(text); got != want {
			t.Errorf("of %q is left %q, want %q", text, got, want)
		}
	}
	canvas := image.NewRGBA(image.Rect(0, 0, 400, 200))
	if y := s.text.drawBlock(canvas, textBlock{text: "\u05e2\u05d3\u05d4", y: 50, width: 400, size: 30, maxLines: 1}); y != 50 {
		t.Errorf("what cannot be written takes %d pixels", y-50)
	}
}

func TestCacheIsBounded(t *testing.T) {
	s := newRenderer(t)
	first, err := s.PNG(t.Context(), pictureContentNamed("Ada"), admitAll)
	if err != nil {
		t.Fatal(err)
	}
	again, _ := s.PNG(t.Context(), pictureContentNamed("Ada"), admitAll)
	if &first[0] != &again[0] {
		t.Error("the same picture was drawn twice")
	}
	for i := range maxCachedPictures {
		s.cache[PictureContent{Name: strings.Repeat("x", i)}] = nil
	}
	if _, err := s.PNG(t.Context(), pictureContentNamed("Bea"), admitAll); err != nil || len(s.cache) != maxCachedPictures {
		t.Errorf("%d are kept, %v", len(s.cache), err)
	}
}

// TestVersionChangesWithThePicture: the version depends on the engraving and the name, and
// is the same in every process.
func TestVersionChangesWithThePicture(t *testing.T) {
	version := func(engraving, name string) string {
		s := newRenderer(t)
		s.portraits = fstest.MapFS{"a.webp": {Data: []byte(engraving)}}
		v, err := s.PictureVersion("a.webp", name)
		again, _ := s.PictureVersion("a.webp", name)
		if err != nil || v != again || len(v) != 8 {
			t.Errorf("%s of %s: %q, then %q, %v", engraving, name, v, again, err)
		}
		return v
	}
	firstVersion := version("lines", "Ada")
	if version("lines", "Ada") != firstVersion || version("others", "Ada") == firstVersion || version("lines", "Bea") == firstVersion {
		t.Errorf("the version %s does not follow the picture", firstVersion)
	}
	if _, err := newRenderer(t).PictureVersion("nobody-plate.webp", "Ada"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without an engraving: %v", err)
	}
}

func TestConcurrentRequestsDrawOnce(t *testing.T) {
	s := newRenderer(t)
	files := make([][]byte, 8)
	var wg sync.WaitGroup
	for i := range files {
		wg.Go(func() { files[i], _ = s.PNG(t.Context(), pictureContentNamed("Ada"), admitAll) })
	}
	wg.Wait()
	for _, file := range files {
		if len(file) == 0 || &file[0] != &files[0][0] {
			t.Fatal("it was drawn more than once")
		}
	}
}

func TestWaitingEndsWithContext(t *testing.T) {
	s := newRenderer(t)
	s.drawSlot <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.PNG(ctx, pictureContentNamed("Ada"), admitAll); !errors.Is(err, context.Canceled) {
		t.Errorf("answers %v", err)
	}
}

func TestMissingFilesAreErrors(t *testing.T) {
	if _, err := NewRenderer(fstest.MapFS{}, seed.Portraits()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without fonts: %v", err)
	}
	c := pictureContentNamed("Ada")
	c.Plate = "nobody-plate.webp"
	if _, err := newRenderer(t).PNG(t.Context(), c, admitAll); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a plate: %v", err)
	}
}

// TestCachedPicturesNeedNoAdmission: only drawing is limited.
func TestCachedPicturesNeedNoAdmission(t *testing.T) {
	s := newRenderer(t)
	errRefused := errors.New("too many drawings")
	refuse := func() error { return errRefused }
	if _, err := s.PNG(t.Context(), pictureContentNamed("Ada"), refuse); !errors.Is(err, errRefused) || len(s.cache) > 0 {
		t.Errorf("a new picture: %v, %d kept", err, len(s.cache))
	}
	if _, err := s.PNG(t.Context(), pictureContentNamed("Ada"), admitAll); err != nil {
		t.Fatal(err)
	}
	if _, err := s.PNG(t.Context(), pictureContentNamed("Ada"), refuse); err != nil {
		t.Errorf("a kept picture: %v", err)
	}
}
