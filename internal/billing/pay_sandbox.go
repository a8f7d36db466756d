package billing

import (
	"context"

	"colloquy/internal/billing/money"
	"colloquy/internal/core"
)

// sandboxProvider is a Provider without real money. PaySandbox makes a payment with the method Pay.
type sandboxProvider interface {
	Provider
	Pay(ctx context.Context, orderID string, price money.Money, succeed bool) (paymentID, signature string, err error)
}

// Outcomes of a payment in the sandbox.
const (
	sandboxSuccess = "success"
	sandboxFailure = "failure"
)

var (
	errNoSandbox   = core.E(core.NotFound, "not_found", "There is nothing at this address.")
	errNoOpenOrder = core.E(core.NotFound, "order_not_found", "There is no such open order.")
)

// PaySandbox pays an open order of the actor in the sandbox. It returns what a payment window
// returns to the page. A failed payment has no signature. If another provider is set up, the error
// is core.NotFound. Rule payment-sandbox-call.
func (s *Service) PaySandbox(ctx context.Context, actor core.Actor, orderID, outcome string) (Callback, error) {
	sandbox, ok := s.deps.Provider.(sandboxProvider)
	if !ok {
		return Callback{}, errNoSandbox
	}
	if outcome != sandboxSuccess && outcome != sandboxFailure {
		return Callback{}, core.InvalidFieldsError("outcome", "Please choose success or failure.")
	}
	p, err := s.ownOrder(ctx, actor, orderID)
	if err != nil {
		return Callback{}, err
	}
	if !p.CapturedAt.IsZero() || p.Status == Cancelled {
		return Callback{}, errNoOpenOrder
	}
	paymentID, signature, err := sandbox.Pay(ctx, p.OrderID, p.Price, outcome == sandboxSuccess)
	if err != nil || outcome == sandboxSuccess {
		return Callback{p.OrderID, paymentID, signature}, err
	}
	_, err = s.settle(ctx, p.ID, providerReport{payments: []Payment{{ID: paymentID, OrderID: p.OrderID, Price: p.Price, State: PaymentNotCharged}}})
	return Callback{p.OrderID, paymentID, ""}, err
}
