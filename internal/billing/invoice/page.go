package invoice

import (
	"bytes"
	"strings"

	"codeberg.org/go-pdf/fpdf"
)

// colour is red, green and blue.
type colour [3]int

// Colours of the light theme (tokens.css).
var (
	ink      = colour{0x13, 0x1A, 0x26}
	mutedInk = colour{0x41, 0x4B, 0x57}
	accent   = colour{0xB4, 0x27, 0x1C}
	ruleInk  = colour{0xB9, 0xC1, 0xBC}
)

// Layout of an A4 page, in mm.
const (
	pageWidth  = 210.0
	pageHeight = 297.0
	margin     = 22.0
	right      = pageWidth - margin
	perPoint   = 25.4 / 72 // mm
	leading    = 1.38      // height of a line, in sizes
)

// style is how a line is drawn. size is in points.
type style struct {
	faces func() []face
	size  float64
	ink   colour
}

var (
	titleStyle = style{display, 34, ink}
	brandStyle = style{display, 22, ink}
	totalStyle = style{figures, 24, ink}
	labelStyle = style{label, 8, mutedInk}
	bodyStyle  = style{text, 10, ink}
	smallStyle = style{text, 8.5, mutedInk}
)

// page draws on one PDF page. Positions are in mm from the upper left corner; y is the
// baseline of a line.
type page struct {
	pdf    *fpdf.Fpdf
	loaded map[string]bool
}

func newPage() *page {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddPage()
	return &page{pdf, map[string]bool{}}
}

// useFace selects a face, and embeds it in the file at its first use.
func (p *page) useFace(f face, size float64) {
	if !p.loaded[f.name] {
		p.loaded[f.name] = true
		p.pdf.AddUTF8FontFromBytes(f.name, "", bytes.Clone(f.file))
	}
	p.pdf.SetFont(f.name, "", size)
}

// width returns the width of a line.
func (p *page) width(s style, line string) float64 {
	total := 0.0
	for _, r := range runs(s.faces(), line) {
		p.useFace(r.face, s.size)
		total += p.pdf.GetStringWidth(r.text)
	}
	return total
}

// write draws a line that begins at x.
func (p *page) write(s style, x, y float64, line string) {
	p.pdf.SetTextColor(s.ink[0], s.ink[1], s.ink[2])
	for _, r := range runs(s.faces(), line) {
		p.useFace(r.face, s.size)
		p.pdf.Text(x, y, r.text)
		x += p.pdf.GetStringWidth(r.text)
	}
}

// writeRight draws a line that ends at the right margin.
func (p *page) writeRight(s style, y float64, line string) {
	p.write(s, right-p.width(s, line), y, line)
}

// writeBlock draws a text in at most maxLines lines of at most width, and returns the
// baseline after the last one.
func (p *page) writeBlock(s style, x, y, width float64, maxLines int, paragraph string) float64 {
	lines := p.wrap(s, width, firstCharacters(paragraph, maxLines*charactersPerLine))
	if len(lines) > maxLines {
		lines = lines[:maxLines]
		lines[maxLines-1] = p.truncate(s, width, lines[maxLines-1]+"…")
	}
	for _, line := range lines {
		p.write(s, x, y, line)
		y += s.lineHeight()
	}
	return y
}

// charactersPerLine is more than a line has room for. It bounds the work for a long text.
const charactersPerLine = 200

func firstCharacters(line string, n int) string {
	list := []rune(line)
	return string(list[:min(len(list), n)])
}

func (s style) lineHeight() float64 { return s.size * perPoint * leading }

// wrap breaks a text at its spaces, and a word that is wider than a line anywhere.
func (p *page) wrap(s style, width float64, paragraph string) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(paragraph) {
		if longer := strings.TrimSpace(line + " " + word); p.width(s, longer) <= width {
			line = longer
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for line = word; p.width(s, line) > width; {
			head := p.fittingStart(s, width, line)
			lines, line = append(lines, head), line[len(head):]
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// fittingStart returns as much of a word as fits into a line, at least one character.
func (p *page) fittingStart(s style, width float64, word string) string {
	end := 0
	for i, r := range word {
		next := i + len(string(r))
		if end > 0 && p.width(s, word[:next]) > width {
			break
		}
		end = next
	}
	return word[:end]
}

// truncate shortens a line that ends with an ellipsis until it fits.
func (p *page) truncate(s style, width float64, line string) string {
	list := []rune(strings.TrimSuffix(line, "…"))
	for len(list) > 0 && p.width(s, string(list)+"…") > width {
		list = list[:len(list)-1]
	}
	return string(list) + "…"
}

// drawRule draws a horizontal line over the width of the page.
func (p *page) drawRule(y, width float64, c colour) {
	p.pdf.SetDrawColor(c[0], c[1], c[2])
	p.pdf.SetLineWidth(width)
	p.pdf.Line(margin, y, right, y)
}

// The logo's four lines on a square of 28 units: the baseline and the crest of the wave
// of each (web/public/favicon.svg).
var waves = [4][2]float64{{7, 4.84}, {12, 6.24}, {17, 11.24}, {22, 19.84}}

// drawLogo draws the logo. Its upper left corner is at x, y.
func (p *page) drawLogo(x, y, size float64) {
	scale := size / 28
	at := func(px, py float64) (float64, float64) { return x + px*scale, y + py*scale }
	p.pdf.SetDrawColor(accent[0], accent[1], accent[2])
	p.pdf.SetLineWidth(2.4 * scale)
	p.pdf.SetLineCapStyle("round")
	for _, w := range waves {
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
func (p *page) drawCurve(at func(x, y float64) (float64, float64), x0, y0, x1, y1, x, y float64) {
	ax, ay := at(x0, y0)
	bx, by := at(x1, y1)
	cx, cy := at(x, y)
	p.pdf.CurveBezierCubicTo(ax, ay, bx, by, cx, cy)
}
