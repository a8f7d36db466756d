package app

import (
	"context"

	"colloquy/internal/notices"
)

// SendPromotion sends a promotion to all users who want promotions. The running server then writes
// the notices and mails. A second promotion within a month gives a *notices.TooSoonError. An
// invalid promotion gives an error of kind core.Invalid.
func (o *Operator) SendPromotion(ctx context.Context, p notices.Promotion) error {
	return o.notices.Promote(ctx, p)
}
