package picture

import (
	"image"
	"image/color"
)

// bytesPerPixel estimates what a decoder allocates for a pixel, for all formats but
// JPEG. Measured by TestDecodersStayWithinTheEstimate.
func bytesPerPixel(f Format, c image.Config, data []byte) float64 {
	bytes := decodedBytes(f, c)
	if f == PNG && data[interlaceAt] != 0 {
		bytes *= 2 // the passes, and the picture
	}
	return bytes
}

// interlaceAt is the offset of the interlace method in a PNG.
const interlaceAt = 28

func decodedBytes(f Format, c image.Config) float64 {
	switch f {
	case GIF:
		return 1
	case WebP: // a lossless one has the pixels and up to two transformed copies
		return 13
	}
	switch c.ColorModel {
	case color.GrayModel:
		return 1
	case color.Gray16Model:
		return 2
	case color.RGBAModel, color.NRGBAModel:
		return 4
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	default: // a palette
		return 1
	}
}

// bytesPerPixel estimates what the decoder allocates for a pixel. A progressive picture
// is kept as coefficients of four bytes until its last scan.
func (j jpegHeader) bytesPerPixel() float64 {
	bytes := j.samples
	if j.isProgressive {
		bytes *= 5
	}
	if j.isConverted() {
		bytes += 4
	}
	return bytes
}
