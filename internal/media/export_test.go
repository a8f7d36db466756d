package media

import (
	"context"

	"colloquy/internal/media/picture"
)

// DecodeLimiter exposes decodeLimiter to tests.
type DecodeLimiter struct{ *decodeLimiter }

// NewDecodeLimiter returns a limiter with free slots.
func NewDecodeLimiter() DecodeLimiter { return DecodeLimiter{newDecodeLimiter()} }

// Square calls squareWithSlot.
func (d DecodeLimiter) Square(ctx context.Context, data []byte) (picture.Picture, error) {
	return d.squareWithSlot(ctx, data)
}

// PictureError exposes pictureError to tests.
func PictureError(err error) error { return pictureError(err) }
