package share

import (
	"image"
	"image/color"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// block is a text in its place: wrapped to wide pixels, in at most so many lines.
// It is made smaller, down to least, before it is cut; 0 never makes it smaller.
type block struct {
	text        string
	x, y, wide  int
	size, least float64
	lines       int
	ink         color.RGBA
}

// write draws a block and returns where the next one may begin. A text in signs
// that the fonts do not have takes no room.
func (t typeface) write(canvas *image.RGBA, b block) int {
	b.text = t.readable(b.text)
	size := b.size
	lines := t.wrap(b.text, size, b.wide)
	for b.least > 0 && size > b.least && len(lines) > b.lines {
		size -= 4
		lines = t.wrap(b.text, size, b.wide)
	}
	if len(lines) > b.lines {
		lines = lines[:b.lines]
		lines[b.lines-1] = strings.TrimRight(lines[b.lines-1], " ,.;") + "…"
	}
	high := int(size * 1.08)
	for i, line := range lines {
		t.line(canvas, line, size, b.x, b.y+i*high+int(size*0.86), b.ink)
	}
	return b.y + len(lines)*high
}

// wrap breaks a text at its spaces, and a word that is too long within it.
func (t typeface) wrap(text string, size float64, wide int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if longer := strings.TrimSpace(line + " " + word); t.width(longer, size) <= wide {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; t.width(line, size) > wide; {
			head, rest := t.cut(line, size, wide)
			lines, line = append(lines, head), rest
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// cut parts a word so that its beginning, at least one sign, fits.
func (t typeface) cut(word string, size float64, wide int) (head, rest string) {
	runes := []rune(word)
	n := 1
	for n < len(runes) && t.width(string(runes[:n+1]), size) <= wide {
		n++
	}
	return string(runes[:n]), string(runes[n:])
}

func (t typeface) width(text string, size float64) int {
	return t.line(nil, text, size, 0, 0, color.RGBA{})
}

// line draws one line from x on with its feet at y, and returns how wide it is.
// Without a canvas it only measures.
func (t typeface) line(canvas *image.RGBA, text string, size float64, x, y int, ink color.RGBA) int {
	faces := make([]font.Face, len(t))
	for i, part := range t {
		face, err := opentype.NewFace(part, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return 0 // only a size of nothing has no face
		}
		faces[i] = face
	}
	d := font.Drawer{Src: image.NewUniform(ink), Dot: fixed.P(x, y)}
	begin := d.Dot.X
	for _, r := range text {
		part, _ := t.having(r)
		d.Face = faces[part]
		if canvas == nil {
			d.Dot.X += d.MeasureString(string(r))
			continue
		}
		d.Dst = canvas
		d.DrawString(string(r))
	}
	return (d.Dot.X - begin).Ceil()
}

// readable is a text without the signs that no part has. When these are most of
// its letters nothing is left, because the rest would be another text.
func (t typeface) readable(text string) string {
	lost, kept := 0, 0
	text = strings.Map(func(r rune) rune {
		_, found := t.having(r)
		switch {
		case unicode.IsSpace(r):
			return ' '
		case found && !unicode.IsControl(r):
			kept++
			return r
		case unicode.IsLetter(r):
			lost++
		}
		return -1
	}, text)
	if lost > kept {
		return ""
	}
	return text
}

// having is the first part that has a sign, and whether there is one.
func (t typeface) having(r rune) (int, bool) {
	var b sfnt.Buffer
	for i, part := range t {
		if n, err := part.GlyphIndex(&b, r); err == nil && n != 0 {
			return i, true
		}
	}
	return 0, false
}
