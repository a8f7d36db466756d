package billing

import (
	"context"

	"colloquy/internal/core"
)

var errUnbuilt = core.E(core.Unavailable, "payment_unavailable", "Payment does not work at the moment. Please try again in a minute.")

func (s *Service) handleOrder(context.Context, *purchaseIn) (*newOrderOut, error) {
	return nil, errUnbuilt
}
func (s *Service) handleVerify(context.Context, *verifyIn) (*verifyOut, error) {
	return nil, errUnbuilt
}
func (s *Service) handleSandbox(context.Context, *sandboxIn) (*sandboxOut, error) {
	return nil, errUnbuilt
}
func (s *Service) handleRefund(context.Context, *refundIn) (*orderOut, error) {
	return nil, errUnbuilt
}
