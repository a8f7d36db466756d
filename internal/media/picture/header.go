package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/webp"
)

// Header has the properties of a picture that its file declares before the pixels.
type Header struct {
	Format        Format
	Width, Height int
	Orientation   int   // of EXIF, 1 to 8
	DecodingBytes int64 // estimate of the memory that decoding takes, in bytes
}

// ReadHeader reads the header of a file and checks the size of the picture. It decodes no
// pixels. The errors are ErrUnknownFormat, ErrDamaged and ErrTooBig.
func ReadHeader(data []byte) (Header, error) {
	h := Header{Format: sniffFormat(data), Orientation: 1}
	if h.Format == "" {
		return h, ErrUnknownFormat
	}
	c, err := decodeConfig(h.Format, data)
	if err != nil {
		return h, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	h.Width, h.Height = c.Width, c.Height
	if h.Width < 1 || h.Height < 1 {
		return h, fmt.Errorf("%w: %dx%d", ErrDamaged, h.Width, h.Height)
	}
	pixels := int64(h.Width) * int64(h.Height)
	bytesPerPixel := nonJPEGBytesPerPixel(h.Format, c, data)
	if h.Format == JPEG {
		j := readJPEGHeader(data)
		h.Orientation, bytesPerPixel = j.orientation, j.bytesPerPixel()
		if j.scanCount > maxScans {
			return h, fmt.Errorf("%w: %d scans", ErrDamaged, j.scanCount)
		}
	}
	h.DecodingBytes = int64(float64(pixels) * bytesPerPixel)
	if h.Width > MaxSide || h.Height > MaxSide || pixels > MaxPixels || h.DecodingBytes > MaxDecodingBytes {
		return h, fmt.Errorf("%w: %dx%d", ErrTooBig, h.Width, h.Height)
	}
	return h, nil
}

// sniffFormat returns the format that the first bytes of a file show, or "". Rules
// media-upload-kinds, account-picture.
func sniffFormat(data []byte) Format {
	beginsWith := func(text string) bool { return bytes.HasPrefix(data, []byte(text)) }
	switch {
	case beginsWith("\xff\xd8\xff"):
		return JPEG
	case beginsWith("\x89PNG\r\n\x1a\n"):
		return PNG
	case beginsWith("GIF87a"), beginsWith("GIF89a"):
		return GIF
	case beginsWith("RIFF") && len(data) >= 12 && string(data[8:12]) == "WEBP":
		return WebP
	}
	return ""
}

func decodeConfig(f Format, data []byte) (image.Config, error) {
	r := bytes.NewReader(data)
	switch f {
	case JPEG:
		return jpeg.DecodeConfig(r)
	case PNG:
		return png.DecodeConfig(r)
	case GIF:
		return gif.DecodeConfig(r)
	default:
		return webp.DecodeConfig(r)
	}
}
