package invoice

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/image/font/sfnt"
)

// The fonts are made by web/build/invoice-fonts.js. Their licences are beside them.
//
//go:embed fonts/*.ttf
var fontFiles embed.FS

// face is one font file. A typeface is a list of them, in the order in which they are
// asked for a glyph.
type face struct {
	name   string
	file   []byte
	glyphs *sfnt.Font
}

var (
	display = sync.OnceValue(func() []face { return open("display") })
	// figures is the display face with signs of currencies, which it lacks.
	figures = sync.OnceValue(func() []face { return append(slices.Clone(display()), text()...) })
	label   = sync.OnceValue(func() []face { return open("label") })
	text    = sync.OnceValue(func() []face {
		return open("text-latin", "text-latin-ext", "text-vietnamese", "text-cyrillic", "text-cyrillic-ext", "text-greek", "text-greek-ext")
	})
)

// open panics if an embedded file is not a font.
func open(names ...string) []face {
	out := make([]face, len(names))
	for i, name := range names {
		file, err := fontFiles.ReadFile("fonts/" + name + ".ttf")
		if err != nil {
			panic(err)
		}
		glyphs, err := sfnt.Parse(file)
		if err != nil {
			panic(fmt.Errorf("invoice: font %s: %w", name, err))
		}
		out[i] = face{name, file, glyphs}
	}
	return out
}

func (f face) has(r rune) bool {
	i, err := f.glyphs.GlyphIndex(nil, r)
	return err == nil && i != 0
}

// run is a part of a line that one face draws.
type run struct {
	face face
	text string
}

// unknown stands for a character that no face has.
const unknown = '?'

// runs divides a line into the parts that one face draws each. Marks without a glyph and
// invisible characters are left out; other characters without a glyph become unknown.
func runs(faces []face, line string) []run {
	var out []run
	for _, r := range line {
		at := faceOf(faces, r)
		if at < 0 {
			if !unicode.IsGraphic(r) || unicode.IsMark(r) {
				continue
			}
			r, at = unknown, 0
		}
		if last := len(out) - 1; last >= 0 && out[last].face.name == faces[at].name {
			out[last].text += string(r)
			continue
		}
		out = append(out, run{faces[at], string(r)})
	}
	return out
}

func faceOf(faces []face, r rune) int {
	for i, f := range faces {
		if f.has(r) {
			return i
		}
	}
	return -1
}

// drawable reports whether a line has a letter or a digit that the faces can draw.
func drawable(faces []face, line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) && faceOf(faces, r) >= 0
	})
}
