// Package picture turns an uploaded file of an unknown user into a small picture that is safe to
// serve. It encodes the picture again, so the result has only the pixels of the file: no metadata
// and no appended data.
//
// It reads the header before it decodes the file. From the header it estimates the memory that
// decoding takes.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"time"

	"golang.org/x/image/webp"
)

const (
	// OutputSide is the side of a finished picture in pixels. A smaller picture is not
	// enlarged. Rule media-upload.
	OutputSide = 512
	// MaxSide is the largest width and height of a file in pixels. Rule media-upload-kinds, also
	// for MaxPixels and MaxDecodingBytes.
	MaxSide = 8192
	// MaxPixels is the largest product of width and height of a file.
	MaxPixels = 25_000_000
	// MaxDecodingBytes is the largest estimate of Header.DecodingBytes in bytes.
	MaxDecodingBytes = 64 << 20
	// maxScans is the most scans of a JPEG. Each scan takes time, because the decoder visits
	// all blocks. A camera writes one scan, and a progressive encoder writes about ten.
	maxScans    = 64
	jpegQuality = 85 // of 100
)

// Errors of ReadHeader and CutToSquare.
var (
	ErrUnknownFormat = errors.New("picture: no JPEG, PNG, WebP or GIF")
	ErrTooBig        = errors.New("picture: too many pixels")
	ErrDamaged       = errors.New("picture: it cannot be decoded")
	ErrSlow          = errors.New("picture: decoding took too long")
)

// Format is the format of a picture file.
type Format string

// The formats that are read.
const (
	JPEG Format = "jpeg"
	PNG  Format = "png"
	WebP Format = "webp"
	GIF  Format = "gif"
)

// Picture is the result of CutToSquare.
type Picture struct {
	Data   []byte
	Format Format // JPEG, or PNG if it is transparent
}

// CutToSquare returns the middle square of a file's first frame, turned as EXIF says, with a side
// of at most OutputSide. It returns the errors of ReadHeader, ErrSlow after the deadline, and
// ErrDamaged if a decoder panics. Rule media-upload.
func CutToSquare(data []byte, deadline time.Time) (out Picture, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = Picture{}, fmt.Errorf("%w: panic: %v", ErrDamaged, r)
		}
	}()
	h, err := ReadHeader(data)
	if err != nil {
		return Picture{}, err
	}
	m, err := decodeFirstFrame(h.Format, data, deadline)
	if errors.Is(err, ErrSlow) {
		return Picture{}, ErrSlow
	}
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if b := m.Bounds(); b.Dx() != h.Width || b.Dy() != h.Height {
		// Only the frame of a GIF may be smaller than its header declares. Any other difference
		// means damage.
		if h.Format != GIF || b.Empty() || b.Dx() > h.Width || b.Dy() > h.Height {
			return Picture{}, fmt.Errorf("%w: %v instead of %dx%d", ErrDamaged, b, h.Width, h.Height)
		}
	}
	return encodePicture(applyOrientation(cutSquare(m), h.Orientation))
}

func decodeFirstFrame(f Format, data []byte, deadline time.Time) (image.Image, error) {
	r := &timedReader{data: data, deadline: deadline}
	switch f {
	case JPEG:
		return jpeg.Decode(r)
	case PNG:
		return png.Decode(r)
	case GIF:
		return gif.Decode(r) // the first frame
	default:
		return webp.Decode(r)
	}
}

func encodePicture(m *image.RGBA) (Picture, error) {
	var out bytes.Buffer
	if m.Opaque() {
		err := jpeg.Encode(&out, m, &jpeg.Options{Quality: jpegQuality})
		return Picture{out.Bytes(), JPEG}, err
	}
	err := png.Encode(&out, m)
	return Picture{out.Bytes(), PNG}, err
}
