package app

import (
	"context"

	"colloquy/internal/notices"
)

// SendPromotion sends a promotion to all users who want promotions, at most once a month. The
// server writes the notices and mails. The error is a *notices.TooSoonError, or of kind
// core.Invalid.
func (o *Operator) SendPromotion(ctx context.Context, p notices.Promotion) error {
	return o.notices.Promote(ctx, p)
}
