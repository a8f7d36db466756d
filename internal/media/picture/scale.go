package picture

import (
	"image"
	"image/draw"

	xdraw "golang.org/x/image/draw"
)

// maxCatmullRomSide is the largest side, in pixels, of a square that CatmullRom may scale. scaleDown
// reduces larger squares first. CatmullRom needs 32 bytes for each pair of a source line and a
// result column.
const maxCatmullRomSide = 2 * OutputSide

// cutSquare returns the square in the middle of a picture, scaled down to a side of at most
// OutputSide. Rule media-upload.
func cutSquare(m image.Image) *image.RGBA {
	b := m.Bounds()
	side := min(b.Dx(), b.Dy())
	corner := b.Min.Add(image.Pt((b.Dx()-side)/2, (b.Dy()-side)/2))
	roughSquare := scaleDown(m, corner, side, max(1, (side+maxCatmullRomSide-1)/maxCatmullRomSide))
	if roughSquare.Rect.Dx() <= OutputSide {
		return roughSquare
	}
	out := image.NewRGBA(image.Rect(0, 0, OutputSide, OutputSide))
	xdraw.CatmullRom.Scale(out, out.Rect, roughSquare, roughSquare.Rect, draw.Src, nil)
	return out
}

// scaleDown scales a square of a picture down by n: each pixel is the average of n x n pixels. It
// ignores a rest of less than n pixels at the right and lower edge. It converts n lines at a time
// to save memory.
func scaleDown(m image.Image, corner image.Point, side, n int) *image.RGBA {
	scaledSide := side / n
	out := image.NewRGBA(image.Rect(0, 0, scaledSide, scaledSide))
	if n == 1 {
		draw.Draw(out, out.Rect, m, corner, draw.Src)
		return out
	}
	strip := image.NewRGBA(image.Rect(0, 0, scaledSide*n, n))
	for y := range scaledSide {
		draw.Draw(strip, strip.Rect, m, corner.Add(image.Pt(0, y*n)), draw.Src)
		for x := range scaledSide {
			averageBlock(out.Pix[out.PixOffset(x, y):][:4], strip, x*n, n)
		}
	}
	return out
}

// averageBlock computes the average of n x n pixels of strip, from column x on. averageBlock writes
// the average into the slice `to`, as four bytes.
func averageBlock(to []byte, strip *image.RGBA, x, n int) {
	var sum [4]int
	for y := range n {
		pixelRow := strip.Pix[strip.PixOffset(x, y):][:4*n]
		for i := 0; i < len(pixelRow); i += 4 {
			sum[0] += int(pixelRow[i])
			sum[1] += int(pixelRow[i+1])
			sum[2] += int(pixelRow[i+2])
			sum[3] += int(pixelRow[i+3])
		}
	}
	for i := range to {
		to[i] = byte((sum[i] + n*n/2) / (n * n))
	}
}

// applyOrientation applies an orientation of EXIF to a square picture.
func applyOrientation(m *image.RGBA, orientation int) *image.RGBA {
	if orientation <= 1 {
		return m
	}
	maxCoord := m.Rect.Dx() - 1
	out := image.NewRGBA(m.Rect)
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			fromX, fromY := storedPosition(orientation, x, y, maxCoord)
			copy(out.Pix[out.PixOffset(x, y):][:4], m.Pix[m.PixOffset(fromX, fromY):][:4])
		}
	}
	return out
}

// storedPosition returns the position of the stored pixel that is shown at x, y. maxCoord is
// the largest coordinate.
func storedPosition(orientation, x, y, maxCoord int) (fromX, fromY int) {
	switch orientation {
	case 2: // mirrored
		return maxCoord - x, y
	case 3: // turned by 180 degrees
		return maxCoord - x, maxCoord - y
	case 4: // mirrored upside down
		return x, maxCoord - y
	case 5: // mirrored along the diagonal from the top left to the bottom right
		return y, x
	case 6: // to be turned clockwise
		return y, maxCoord - x
	case 7: // mirrored along the diagonal from the top right to the bottom left
		return maxCoord - y, maxCoord - x
	default: // orientation 8: to be turned counter-clockwise
		return maxCoord - y, x
	}
}
