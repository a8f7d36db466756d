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

// The fonts are made by web/build/invoice-fonts.js. Their licences are in the same folder.
//
//go:embed fonts/*.ttf
var fontFiles embed.FS

// face is one font file. A typeface is a list of faces; each character is drawn with the first
// face that has its glyph.
type face struct {
	name       string
	file       []byte
	parsedFont *sfnt.Font
}

var (
	displayFaces = sync.OnceValue(func() []face { return loadFaces("display") })
	// amountFaces are the display face, and then the text faces for currency signs that the
	// display face lacks.
	amountFaces = sync.OnceValue(func() []face { return append(slices.Clone(displayFaces()), textFaces()...) })
	labelFaces  = sync.OnceValue(func() []face { return loadFaces("label") })
	textFaces   = sync.OnceValue(func() []face {
		return loadFaces("text-latin", "text-latin-ext", "text-vietnamese", "text-cyrillic", "text-cyrillic-ext", "text-greek", "text-greek-ext")
	})
)

// loadFaces returns the faces in font files. It panics if an embedded file is not a font.
func loadFaces(names ...string) []face {
	out := make([]face, len(names))
	for i, name := range names {
		file, err := fontFiles.ReadFile("fonts/" + name + ".ttf")
		if err != nil {
			panic(err)
		}
		parsedFont, err := sfnt.Parse(file)
		if err != nil {
			panic(fmt.Errorf("invoice: font %s: %w", name, err))
		}
		out[i] = face{name, file, parsedFont}
	}
	return out
}

func (f face) hasGlyph(r rune) bool {
	i, err := f.parsedFont.GlyphIndex(nil, r)
	return err == nil && i != 0
}

// textRun is a part of a line that one face draws.
type textRun struct {
	face face
	text string
}

// replacementRune is drawn in place of a character that no face has. Rule payment-invoice-pdf.
const replacementRune = '?'

// splitIntoRuns divides a line into parts, so that one face can draw each part. It drops invisible
// characters and marks without a glyph. It replaces other characters without a glyph by
// replacementRune.
func splitIntoRuns(faces []face, line string) []textRun {
	var out []textRun
	for _, r := range line {
		at := faceIndexOf(faces, r)
		if at < 0 {
			if !unicode.IsGraphic(r) || unicode.IsMark(r) {
				continue
			}
			r, at = replacementRune, 0
		}
		if last := len(out) - 1; last >= 0 && out[last].face.name == faces[at].name {
			out[last].text += string(r)
			continue
		}
		out = append(out, textRun{faces[at], string(r)})
	}
	return out
}

// faceIndexOf returns the index of the first face that has a character, or -1.
func faceIndexOf(faces []face, r rune) int {
	for i, f := range faces {
		if f.hasGlyph(r) {
			return i
		}
	}
	return -1
}

// hasDrawableAlphanumeric reports whether a line has a letter or a digit that the faces can draw.
func hasDrawableAlphanumeric(faces []face, line string) bool {
	return strings.ContainsFunc(line, func(r rune) bool {
		return (unicode.IsLetter(r) || unicode.IsDigit(r)) && faceIndexOf(faces, r) >= 0
	})
}
