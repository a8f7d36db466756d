package billing

import (
	"context"
	"strconv"

	"colloquy/internal/core"
	"colloquy/internal/httpx"
)

// handleCreateOrder answers with an open order. It ignores amounts that the client sends.
// Rule payment-order.
func (s *Service) handleCreateOrder(ctx context.Context, in *purchaseIn) (*newOrderOut, error) {
	planText, ok := httpx.TextOfValue(in.Body.PlanID)
	if !ok || planText == "" {
		return nil, core.InvalidFieldsError("planId", missingDetailsText)
	}
	planID, err := strconv.Atoi(planText)
	if err != nil {
		return nil, errNoPlan
	}
	characterRef, ok := httpx.TextOfValue(in.Body.CharacterID)
	if !ok {
		return nil, core.InvalidFieldsError("characterId", missingDetailsText)
	}
	p, err := s.PlaceOrder(ctx, httpx.Actor(ctx), planID, characterRef)
	if err != nil {
		return nil, err
	}
	out := &newOrderOut{}
	out.Body.OrderID, out.Body.Provider, out.Body.KeyID = p.OrderID, p.Provider, s.deps.Provider.KeyID()
	if w, ok := s.deps.Provider.(WindowProvider); ok {
		out.Body.CheckoutURL = w.WindowScriptURL()
	}
	out.Body.Amount, out.Body.AmountMinor, out.Body.Currency = p.Price.Decimal(), p.Price.MinorAmount, p.Price.Currency
	return out, nil
}

// handleVerifyPayment answers with the order. The status is 202 while the provider has not confirmed
// the payment. Rule payment-verify.
func (s *Service) handleVerifyPayment(ctx context.Context, in *verifyIn) (*verifyOut, error) {
	actor := httpx.Actor(ctx)
	p, confirmed, err := s.Verify(ctx, actor, Callback{in.Body.OrderID, in.Body.PaymentID, in.Body.Signature})
	if err != nil {
		return nil, err
	}
	order, err := s.order(ctx, actor.UserID, p.ID)
	if err != nil {
		return nil, err
	}
	out := &verifyOut{Status: statusConfirmed}
	if !confirmed {
		out.Status = statusPending
	}
	out.Body.Success, out.Body.Data.Order = confirmed, toOrderJSON(order, s.deps.Clock.Now())
	return out, nil
}

// handlePaySandbox pays an order in the sandbox.
func (s *Service) handlePaySandbox(ctx context.Context, in *sandboxIn) (*sandboxOut, error) {
	c, err := s.PaySandbox(ctx, httpx.Actor(ctx), in.Body.OrderID, in.Body.Outcome)
	if err != nil {
		return nil, err
	}
	out := &sandboxOut{}
	out.Body.OrderID, out.Body.PaymentID, out.Body.Signature = c.OrderID, c.PaymentID, c.Signature
	return out, nil
}

// handleRefund refunds an order of the caller and answers with it.
func (s *Service) handleRefund(ctx context.Context, in *refundIn) (*orderOut, error) {
	actor := httpx.Actor(ctx)
	p, err := s.RefundOwnOrder(ctx, actor, in.Body.OrderID, in.Body.Reason)
	if err != nil {
		return nil, err
	}
	order, err := s.order(ctx, actor.UserID, p.ID)
	if err != nil {
		return nil, err
	}
	out := &orderOut{}
	out.Body.Success, out.Body.Data = true, toOrderJSON(order, s.deps.Clock.Now())
	return out, nil
}
