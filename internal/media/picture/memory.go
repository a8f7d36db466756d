package picture

import (
	"image"
	"image/color"
)

// nonJPEGBytesPerPixel estimates how many bytes the decoder of a format other than JPEG
// allocates for a pixel. TestDecodersStayWithinTheEstimate checks the estimate. Rule
// media-upload-kinds.
func nonJPEGBytesPerPixel(f Format, c image.Config, data []byte) float64 {
	bytesPerPixel := decodedBytesPerPixel(f, c)
	if f == PNG && data[interlaceOffset] != 0 {
		bytesPerPixel *= 2 // an interlaced file: the decoder also allocates the passes of the interlacing
	}
	return bytesPerPixel
}

// interlaceOffset is the offset of the interlace method in a PNG file.
const interlaceOffset = 28

func decodedBytesPerPixel(f Format, c image.Config) float64 {
	switch f {
	case GIF:
		return 1
	case WebP: // the decoder of lossless files has the pixels and up to two transformed copies
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

// bytesPerPixel estimates how many bytes the decoder allocates for a pixel. The decoder
// keeps the coefficients of a progressive picture, of four bytes each, until the last scan.
func (j jpegHeader) bytesPerPixel() float64 {
	pixelBytes := j.samplesPerPixel
	if j.isProgressive {
		pixelBytes *= 5
	}
	if j.needsConversion() {
		pixelBytes += 4
	}
	return pixelBytes
}
