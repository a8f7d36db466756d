package media

import (
	"context"

	"colloquy/internal/media/picture"
)

// Decoding exposes decoding to tests.
type Decoding struct{ *decoding }

// NewDecoding returns the slots of a process.
func NewDecoding() Decoding { return Decoding{newDecoding()} }

// Square makes a picture with a slot.
func (d Decoding) Square(ctx context.Context, data []byte) (picture.Picture, error) {
	return d.square(ctx, data)
}

// Failure exposes failure to tests.
func Failure(err error) error { return failure(err) }
