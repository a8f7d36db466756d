package share

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"math"
	"slices"

	"golang.org/x/image/draw"
)

// Colours of the light theme (tokens.css).
var (
	paper       = color.RGBA{0xE8, 0xEC, 0xE8, 0xFF}
	frameColour = color.RGBA{0xFD, 0xFB, 0xF5, 0xFF}
	ink         = color.RGBA{0x13, 0x1A, 0x26, 0xFF}
	mutedInk    = color.RGBA{0x41, 0x4B, 0x57, 0xFF}
	accent      = color.RGBA{0xB4, 0x27, 0x1C, 0xFF}
)

// Layout, in pixels.
const (
	margin       = 56
	plateHeight  = Height - 2*margin
	border       = 12
	plateTextGap = 52
)

// drawPicture returns the picture of a card as a PNG.
func (r *Renderer) drawPicture(c PictureContent, plate image.Image) ([]byte, error) {
	canvas := image.NewRGBA(image.Rect(0, 0, Width, Height))
	fillRectangle(canvas, canvas.Bounds(), paper)
	left := margin + r.drawPlate(canvas, plate) + plateTextGap
	width := Width - margin - left
	y := margin + 24
	if c.Category != "" {
		y = r.text.drawBlock(canvas, textBlock{text: c.Category, x: left, y: y, width: width, size: 26, maxLines: 1, ink: c.Ink})
	}
	y = r.display.drawBlock(canvas, textBlock{text: c.Name, x: left, y: y + 6, width: width, size: 104, minSize: 56, maxLines: 3, ink: c.Ink})
	freeLineCount := (Height - margin - 52 - y - 14) / 37 // lines that fit above the logo
	r.text.drawBlock(canvas, textBlock{text: c.Designation, x: left, y: y + 14, width: width, size: 34, maxLines: max(1, min(3, freeLineCount)), ink: mutedInk})
	drawLogo(canvas, left, Height-margin-52, 52)
	r.display.drawBlock(canvas, textBlock{text: "Colloquy", x: left + 68, y: Height - margin - 54, width: width, size: 50, maxLines: 1, ink: ink})
	return encodePNG(canvas)
}

// drawPlate draws the engraving in a white frame at the left and returns the width of the frame. If
// the engraving is wider than the frame, it draws only the middle.
func (r *Renderer) drawPlate(canvas *image.RGBA, plate image.Image) int {
	const width = plateHeight * 4 / 5
	frame := image.Rect(margin, margin, margin+width, margin+plateHeight)
	fillRectangle(canvas, frame, frameColour)
	sourceRect := plate.Bounds()
	if w := sourceRect.Dy() * 4 / 5; sourceRect.Dx() > w {
		sourceRect.Min.X += (sourceRect.Dx() - w) / 2
		sourceRect.Max.X = sourceRect.Min.X + w
	}
	draw.CatmullRom.Scale(canvas, frame.Inset(border), plate, sourceRect, draw.Over, nil)
	return width
}

func fillRectangle(canvas *image.RGBA, r image.Rectangle, c color.RGBA) {
	draw.Draw(canvas, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// logoWaves has the four lines of the logo (web/public/favicon.svg), on a square of 28 units. Each line
// has the y of its two ends, then the y of the crest of its wave.
var logoWaves = [4][2]float64{{7, 4.84}, {12, 6.24}, {17, 11.24}, {22, 19.84}}

// drawLogo draws the logo on a square with sides of size pixels, whose upper left corner is at
// x, y.
func drawLogo(canvas *image.RGBA, x, y, size int) {
	scale := float64(size) / 28
	var points [][2]float64
	for _, w := range logoWaves {
		for step := 0.0; step <= 24; step += 0.1 {
			points = append(points, [2]float64{2 + step, waveAt(2+step, w[0], w[1])})
		}
	}
	for py := range size {
		for px := range size {
			minDistance := math.Inf(1)
			for _, p := range points {
				minDistance = min(minDistance, math.Hypot((float64(px)+0.5)/scale-p[0], (float64(py)+0.5)/scale-p[1]))
			}
			coverage := min(max((1.2-minDistance)*scale+0.5, 0), 1)
			canvas.SetRGBA(x+px, y+py, mixColours(canvas.RGBAAt(x+px, y+py), accent, coverage))
		}
	}
}

// waveAt returns the y of a line of the logo at x. The line is a wave between x 7 and 21, and
// straight outside.
func waveAt(x, base, top float64) float64 {
	if x <= 7 || x >= 21 {
		return base
	}
	return base + (top-base)*(1-math.Cos((x-7)/14*2*math.Pi))/2
}

// mixColours mixes the colours a and b. The argument share, from 0 to 1, is the share of b in the
// mixture.
func mixColours(a, b color.RGBA, share float64) color.RGBA {
	mixChannel := func(p, q uint8) uint8 { return uint8(float64(p)*(1-share) + float64(q)*share + 0.5) }
	return color.RGBA{mixChannel(a.R, b.R), mixChannel(a.G, b.G), mixChannel(a.B, b.B), 0xFF}
}

// paletteSize is the number of colours of a picture. More colours would make the file larger.
const paletteSize = 64

// encodePNG returns a PNG with a palette of the most frequent colours of the canvas.
func encodePNG(canvas *image.RGBA) ([]byte, error) {
	pixelsByColour := map[uint16]int{}
	for i := 0; i < len(canvas.Pix); i += 4 {
		pixelsByColour[to15Bits(canvas.Pix[i:])]++
	}
	colourKeys := make([]uint16, 0, len(pixelsByColour))
	for key := range pixelsByColour {
		colourKeys = append(colourKeys, key)
	}
	slices.SortFunc(colourKeys, func(a, b uint16) int {
		return cmp.Or(cmp.Compare(pixelsByColour[b], pixelsByColour[a]), cmp.Compare(a, b))
	})
	palette := color.Palette{paper, frameColour, ink, accent, mutedInk}
	for _, key := range colourKeys[:min(len(colourKeys), paletteSize-len(palette))] {
		palette = append(palette, color.RGBA{uint8(key>>10) << 3, uint8(key>>5) << 3, uint8(key) << 3, 0xFF})
	}
	out := image.NewPaletted(canvas.Bounds(), palette)
	indexByColour := map[uint16]uint8{}
	for i := range out.Pix {
		p := canvas.Pix[4*i:]
		key := to15Bits(p)
		index, ok := indexByColour[key]
		if !ok {
			index = uint8(palette.Index(color.RGBA{p[0], p[1], p[2], 0xFF}))
			indexByColour[key] = index
		}
		out.Pix[i] = index
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err := encoder.Encode(&b, out)
	return b.Bytes(), err
}

// to15Bits reduces a colour to 15 bits: 5 each for red, green and blue. These are the first three
// bytes of p.
func to15Bits(p []uint8) uint16 {
	return uint16(p[0]>>3)<<10 | uint16(p[1]>>3)<<5 | uint16(p[2]>>3)
}
