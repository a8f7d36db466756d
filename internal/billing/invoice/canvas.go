package invoice

import (
	"bytes"
	"strings"

	"codeberg.org/go-pdf/fpdf"
)

// colour is red, green and blue, each from 0 to 255.
type colour [3]int

// Colours of the light theme (tokens.css).
var (
	ink      = colour{0x13, 0x1A, 0x26}
	mutedInk = colour{0x41, 0x4B, 0x57}
	accent   = colour{0xB4, 0x27, 0x1C}
	ruleInk  = colour{0xB9, 0xC1, 0xBC}
)

// Layout of an A4 page, in mm. Rule payment-invoice-pdf.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	margin     = 22.0
	rightEdge  = pageWidth - margin
	mmPerPoint = 25.4 / 72 // mm
	leading    = 1.38      // line height as a multiple of the font size
)

// style is how a line is drawn. size is in points.
type style struct {
	faces func() []face
	size  float64
	ink   colour
}

var (
	titleStyle = style{displayFaces, 34, ink}
	brandStyle = style{displayFaces, 22, ink}
	totalStyle = style{amountFaces, 24, ink}
	labelStyle = style{labelFaces, 8, mutedInk}
	bodyStyle  = style{textFaces, 10, ink}
	smallStyle = style{textFaces, 8.5, mutedInk}
)

// canvas draws on one PDF page. Positions are in mm from the upper left corner; y is the
// baseline of a line.
type canvas struct {
	pdf         *fpdf.Fpdf
	loadedFaces map[string]bool
}

func newCanvas() *canvas {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddPage()
	return &canvas{pdf, map[string]bool{}}
}

// useFace selects a face, and embeds it in the file at its first use.
func (p *canvas) useFace(f face, size float64) {
	if !p.loadedFaces[f.name] {
		p.loadedFaces[f.name] = true
		p.pdf.AddUTF8FontFromBytes(f.name, "", bytes.Clone(f.file))
	}
	p.pdf.SetFont(f.name, "", size)
}

// textWidth returns the width of a line in mm.
func (p *canvas) textWidth(s style, line string) float64 {
	totalWidth := 0.0
	for _, r := range splitIntoRuns(s.faces(), line) {
		p.useFace(r.face, s.size)
		totalWidth += p.pdf.GetStringWidth(r.text)
	}
	return totalWidth
}

// writeLine draws a line that begins at x.
func (p *canvas) writeLine(s style, x, y float64, line string) {
	p.pdf.SetTextColor(s.ink[0], s.ink[1], s.ink[2])
	for _, r := range splitIntoRuns(s.faces(), line) {
		p.useFace(r.face, s.size)
		p.pdf.Text(x, y, r.text)
		x += p.pdf.GetStringWidth(r.text)
	}
}

// writeRightAligned draws a line that ends at the right margin.
func (p *canvas) writeRightAligned(s style, y float64, line string) {
	p.writeLine(s, rightEdge-p.textWidth(s, line), y, line)
}

// writeParagraph draws a text in at most maxLines lines. Each line is at most width wide, in mm. If the
// text is longer, the last line ends with an ellipsis. The result is the baseline of the next line.
func (p *canvas) writeParagraph(s style, x, y, width float64, maxLines int, paragraph string) float64 {
	lines := p.wrapText(s, width, firstRunes(paragraph, maxLines*maxRunesPerLine))
	if len(lines) > maxLines {
		lines = lines[:maxLines]
		lines[maxLines-1] = p.truncateLine(s, width, lines[maxLines-1]+"…")
	}
	for _, line := range lines {
		p.writeLine(s, x, y, line)
		y += s.lineHeight()
	}
	return y
}

// maxRunesPerLine is larger than the number of characters that fit into a line. It bounds
// the work for a long text.
const maxRunesPerLine = 200

func firstRunes(line string, n int) string {
	list := []rune(line)
	return string(list[:min(len(list), n)])
}

func (s style) lineHeight() float64 { return s.size * mmPerPoint * leading }

// wrapText breaks a text into lines at its spaces. It breaks a word that is wider than a line
// between any two characters.
func (p *canvas) wrapText(s style, width float64, paragraph string) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(paragraph) {
		if longer := strings.TrimSpace(line + " " + word); p.textWidth(s, longer) <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; p.textWidth(s, line) > width; {
			fittingPart := p.fittingStart(s, width, line)
			lines, line = append(lines, fittingPart), line[len(fittingPart):]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fittingStart returns as much of a word as fits into a line, at least one character.
func (p *canvas) fittingStart(s style, width float64, word string) string {
	end := 0
	for i, r := range word {
		runeEnd := i + len(string(r))
		if end > 0 && p.textWidth(s, word[:runeEnd]) > width {
			break
		}
		end = runeEnd
	}
	return word[:end]
}

// truncateLine removes characters before the final ellipsis of a line until the line fits.
func (p *canvas) truncateLine(s style, width float64, line string) string {
	list := []rune(strings.TrimSuffix(line, "…"))
	for len(list) > 0 && p.textWidth(s, string(list)+"…") > width {
		list = list[:len(list)-1]
	}
	return string(list) + "…"
}

// drawRule draws a horizontal line between the margins. width is the thickness of the line in mm.
func (p *canvas) drawRule(y, width float64, c colour) {
	p.pdf.SetDrawColor(c[0], c[1], c[2])
	p.pdf.SetLineWidth(width)
	p.pdf.Line(margin, y, rightEdge, y)
}

// logoWaves has the four waves of the logo on a square of 28 units (web/public/favicon.svg):
// for each wave the y of its baseline and the y of its crest.
var logoWaves = [4][2]float64{{7, 4.84}, {12, 6.24}, {17, 11.24}, {22, 19.84}}

// drawLogo draws the logo as a square. size is the side of the square in mm; its upper left corner
// is at x, y.
func (p *canvas) drawLogo(x, y, size float64) {
	scale := size / 28
	at := func(px, py float64) (float64, float64) { return x + px*scale, y + py*scale }
	p.pdf.SetDrawColor(accent[0], accent[1], accent[2])
	p.pdf.SetLineWidth(2.4 * scale)
	p.pdf.SetLineCapStyle("round")
	for _, w := range logoWaves {
		base, top := w[0], w[1]
		p.pdf.MoveTo(at(2, base))
		p.pdf.LineTo(at(7, base))
		p.drawCurve(at, 11, base, 11, top, 14, top)
		p.drawCurve(at, 17, top, 17, base, 21, base)
		p.pdf.LineTo(at(26, base))
		p.pdf.DrawPath("D")
	}
	p.pdf.SetLineCapStyle("butt")
}

// drawCurve draws a cubic Bézier curve from the current point.
func (p *canvas) drawCurve(at func(x, y float64) (float64, float64), x0, y0, x1, y1, x, y float64) {
	ax, ay := at(x0, y0)
	bx, by := at(x1, y1)
	cx, cy := at(x, y)
	p.pdf.CurveBezierCubicTo(ax, ay, bx, by, cx, cy)
}
