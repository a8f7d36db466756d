// Package draw draws curves as SVG with a logarithmic scale on both axes. The colours follow the
// light or dark scheme of the reader.
package draw

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Chart is a diagram of curves.
type Chart struct {
	Title  string
	XLabel string // with its unit
	YLabel string // with its unit
	Lines  []Line
}

// Line is a curve. Points are in ascending order of X; all values are positive.
type Line struct {
	Name     string
	Colour   int  // 0 or 1: selects one of the two colours in styleElement
	IsDashed bool // for a second line of the same colour
	Points   []Point
}

// Point is a measured value.
type Point struct{ X, Y float64 }

// Sizes in pixels.
const (
	width, height           = 420, 280
	leftMargin, rightMargin = 62, 34
	topMargin, bottomMargin = 50, 44
	legendGap               = 36 // gap after a name in the legend; the gap has the sample of the next line
	letterWidth             = 7  // approximate
)

const styleElement = `<style>
text{font:11px sans-serif;fill:#333}.title{font-weight:bold;font-size:12px}.paper{fill:#fff}.grid{stroke:#ddd}
.line{fill:none;stroke-width:2}.dashed{stroke-width:1.5;stroke-dasharray:4 3}.c0{stroke:#0b62a3}.c1{stroke:#b3501b}.d0{fill:#0b62a3}.d1{fill:#b3501b}
@media (prefers-color-scheme:dark){text{fill:#ddd}.paper{fill:#16181c}.grid{stroke:#3a3d44}.c0{stroke:#6bb3ee}.c1{stroke:#f0a06a}.d0{fill:#6bb3ee}.d1{fill:#f0a06a}}
</style>
`

// SVG returns the chart as the text of an SVG file. A chart without points has only its title.
func (c Chart) SVG() string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img">`+"\n<title>%s</title>\n", width, height, width, height, html.EscapeString(c.Title))
	b.WriteString(styleElement)
	fmt.Fprintf(&b, `<rect class="paper" width="%d" height="%d"/>`+"\n", width, height)
	writeText(&b, leftMargin, 16, "start", "title", c.Title)
	if x, y, ok := c.scales(); ok {
		x.writeGrid(&b, true)
		y.writeGrid(&b, false)
		at := leftMargin
		for _, l := range c.Lines {
			l.write(&b, x, y)
			l.writeName(&b, at)
			at += legendGap + letterWidth*len(l.Name)
		}
		writeText(&b, (leftMargin+width-rightMargin)/2, height-8, "middle", "", c.XLabel)
		fmt.Fprintf(&b, `<text x="13" y="%d" text-anchor="middle" transform="rotate(-90 13 %d)">%s</text>`+"\n", (topMargin+height-bottomMargin)/2, (topMargin+height-bottomMargin)/2, html.EscapeString(c.YLabel))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// scales returns the scales of both axes. ok is false if there is no point.
func (c Chart) scales() (x, y logScale, ok bool) {
	var xs, ys []float64
	for _, l := range c.Lines {
		for _, p := range l.Points {
			xs, ys = append(xs, p.X), append(ys, p.Y)
		}
	}
	if len(xs) == 0 {
		return x, y, false
	}
	return newLogScale(xs, leftMargin, width-rightMargin), newLogScale(ys, height-bottomMargin, topMargin), true
}

func (l Line) cssClasses() string {
	class := fmt.Sprintf("line c%d", l.Colour)
	if l.IsDashed {
		class += " dashed"
	}
	return class
}

// write draws the line, with a dot at each point unless it is dashed.
func (l Line) write(b *strings.Builder, x, y logScale) {
	var path strings.Builder
	for n, p := range l.Points {
		fmt.Fprintf(&path, "%s%.1f %.1f", string("ML"[min(n, 1)]), x.pixelOf(p.X), y.pixelOf(p.Y))
		if !l.IsDashed {
			fmt.Fprintf(b, `<circle class="d%d" cx="%.1f" cy="%.1f" r="3"/>`+"\n", l.Colour, x.pixelOf(p.X), y.pixelOf(p.Y))
		}
	}
	fmt.Fprintf(b, `<path class="%s" d="%s"/>`+"\n", l.cssClasses(), path.String())
}

// writeName draws a sample of the line and its name in the legend. at is the x coordinate of the
// sample in pixels.
func (l Line) writeName(b *strings.Builder, at int) {
	fmt.Fprintf(b, `<path class="%s" d="M%d 32H%d"/>`+"\n", l.cssClasses(), at, at+16)
	writeText(b, at+20, 36, "start", "", l.Name)
}

func writeText[N int | float64](b *strings.Builder, x, y N, anchor, class, text string) {
	fmt.Fprintf(b, `<text x="%v" y="%v" text-anchor="%s" class="%s">%s</text>`+"\n", x, y, anchor, class, html.EscapeString(text))
}

// logScale maps a range of powers of ten to pixels.
type logScale struct {
	lowPower, highPower int     // powers of ten
	from, to            float64 // coordinates of lowPower and highPower, in pixels
}

// newLogScale returns the scale between the two nearest powers of ten that enclose all values.
func newLogScale(values []float64, from, to int) logScale {
	s := logScale{lowPower: math.MaxInt, highPower: math.MinInt, from: float64(from), to: float64(to)}
	for _, v := range values {
		s.lowPower, s.highPower = min(s.lowPower, int(math.Floor(math.Log10(v)))), max(s.highPower, int(math.Ceil(math.Log10(v))))
	}
	s.highPower = max(s.highPower, s.lowPower+1)
	return s
}

// pixelOf returns the pixel of a value.
func (s logScale) pixelOf(v float64) float64 {
	return s.from + (math.Log10(v)-float64(s.lowPower))/float64(s.highPower-s.lowPower)*(s.to-s.from)
}

// writeGrid draws a line and a label for each power of ten.
func (s logScale) writeGrid(b *strings.Builder, horizontal bool) {
	for power := s.lowPower; power <= s.highPower; power++ {
		at, label := s.pixelOf(math.Pow10(power)), formatPower(power)
		if horizontal {
			fmt.Fprintf(b, `<path class="grid" d="M%.1f %dV%d"/>`+"\n", at, topMargin, height-bottomMargin)
			writeText(b, at, float64(height-bottomMargin+15), "middle", "", label)
		} else {
			fmt.Fprintf(b, `<path class="grid" d="M%d %.1fH%d"/>`+"\n", leftMargin, at, width-rightMargin)
			writeText(b, float64(leftMargin-6), at+4, "end", "", label)
		}
	}
}

// formatPower returns a power of ten as a number with separators.
func formatPower(power int) string {
	if power < 0 {
		return "0." + strings.Repeat("0", -power-1) + "1"
	}
	digits := "1" + strings.Repeat("0", power)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
