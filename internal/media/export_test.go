package media

import (
	"context"

	"colloquy/internal/media/picture"
)

// DecodeLimiter exposes decodeLimiter to tests.
type DecodeLimiter struct{ *decodeLimiter }

// NewDecodeLimiter returns a limiter in whose places no decoding runs yet.
func NewDecodeLimiter() DecodeLimiter { return DecodeLimiter{newDecodeLimiter()} }

// CutToSquare calls cutToSquareWithLimit.
func (d DecodeLimiter) CutToSquare(ctx context.Context, data []byte) (picture.Picture, error) {
	return d.cutToSquareWithLimit(ctx, data)
}

// PictureError exposes pictureError to tests.
func PictureError(err error) error { return pictureError(err) }
