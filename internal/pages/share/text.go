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

// textBlock is a text at the position x, y. Its lines are at most width pixels wide, and there are
// at most maxLines lines. A text that is too long gets a smaller size, but not below minSize. If it
// is still too long, it is cut. If minSize is 0, the size stays. Sizes are in pixels.
type textBlock struct {
	text          string
	x, y, width   int
	size, minSize float64
	maxLines      int
	ink           color.RGBA
}

// drawBlock draws a block and returns the y of its lower edge, where the next block may begin.
// A text without any glyph in the fonts has no height.
func (t typeface) drawBlock(canvas *image.RGBA, b textBlock) int {
	b.text = t.drawableText(b.text)
	size := b.size
	lines := t.wrapText(b.text, size, b.width)
	for b.minSize > 0 && size > b.minSize && len(lines) > b.maxLines {
		size -= 4
		lines = t.wrapText(b.text, size, b.width)
	}
	if len(lines) > b.maxLines {
		lines = lines[:b.maxLines]
		lines[b.maxLines-1] = strings.TrimRight(lines[b.maxLines-1], " ,.;") + "…"
	}
	lineHeight := int(size * 1.08)
	for i, line := range lines {
		t.drawLine(canvas, line, size, b.x, b.y+i*lineHeight+int(size*0.86), b.ink)
	}
	return b.y + len(lines)*lineHeight
}

// wrapText breaks a text at its spaces. It breaks a word only if the word is wider than a
// line.
func (t typeface) wrapText(text string, size float64, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if longer := strings.TrimSpace(line + " " + word); t.textWidth(longer, size) <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; t.textWidth(line, size) > width; {
			head, rest := t.cutWord(line, size, width)
			lines, line = append(lines, head), rest
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// cutWord splits a word so that its head fits into width. The head has at least one rune.
func (t typeface) cutWord(word string, size float64, width int) (head, rest string) {
	runes := []rune(word)
	n := 1
	for n < len(runes) && t.textWidth(string(runes[:n+1]), size) <= width {
		n++
	}
	return string(runes[:n]), string(runes[n:])
}

func (t typeface) textWidth(text string, size float64) int {
	return t.drawLine(nil, text, size, 0, 0, color.RGBA{})
}

// drawLine draws one line from x with its baseline at y, and returns its width. If
// canvas is nil it only measures.
func (t typeface) drawLine(canvas *image.RGBA, text string, size float64, x, y int, ink color.RGBA) int {
	faces := make([]font.Face, len(t))
	for i, part := range t {
		face, err := opentype.NewFace(part, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			return 0 // happens only if the size is 0
		}
		faces[i] = face
	}
	d := font.Drawer{Src: image.NewUniform(ink), Dot: fixed.P(x, y)}
	begin := d.Dot.X
	for _, r := range text {
		part, _ := t.fontIndex(r)
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

// drawableText removes the runes without a glyph in the fonts. If more letters are missing than
// runes are left, it returns "", because the rest could be misread.
func (t typeface) drawableText(text string) string {
	missingCount, drawnCount := 0, 0
	text = strings.Map(func(r rune) rune {
		_, found := t.fontIndex(r)
		switch {
		case unicode.IsSpace(r):
			return ' '
		case found && !unicode.IsControl(r):
			drawnCount++
			return r
		case unicode.IsLetter(r):
			missingCount++
		}
		return -1
	}, text)
	if missingCount > drawnCount {
		return ""
	}
	return text
}

// fontIndex returns the index of the first font with a glyph for r, and whether there
// is one.
func (t typeface) fontIndex(r rune) (int, bool) {
	var b sfnt.Buffer
	for i, part := range t {
		if n, err := part.GlyphIndex(&b, r); err == nil && n != 0 {
			return i, true
		}
	}
	return 0, false
}
