package billing

import (
	"context"
	"time"

	"colloquy/internal/billing/money"
	"colloquy/internal/httpx"
)

// handleOrders answers with a page of the caller's orders. Rule payment-orders.
func (s *Service) handleOrders(ctx context.Context, in *ordersIn) (*ordersOut, error) {
	page, err := s.orders(ctx, httpx.Actor(ctx).UserID, in.Limit, in.Cursor)
	if err != nil {
		return nil, err
	}
	out := &ordersOut{}
	out.Body.Success, out.Body.NextCursor, out.Body.Total = true, page.nextCursor, page.total
	out.Body.Data = make([]orderJSON, len(page.list))
	for i, o := range page.list {
		out.Body.Data[i] = toOrderJSON(o, s.deps.Clock.Now())
	}
	return out, nil
}

// handleOneOrder answers with one of the caller's orders. Rule payment-orders.
func (s *Service) handleOneOrder(ctx context.Context, in *orderRef) (*orderOut, error) {
	order, err := s.order(ctx, httpx.Actor(ctx).UserID, in.ID)
	if err != nil {
		return nil, err
	}
	out := &orderOut{}
	out.Body.Success, out.Body.Data = true, toOrderJSON(order, s.deps.Clock.Now())
	return out, nil
}

func toOrderJSON(o shownOrder, now time.Time) orderJSON {
	return orderJSON{
		ID: o.ID, PlanID: o.PlanID, PlanName: o.PlanName, Amount: o.Price.Decimal(), Currency: o.Price.Currency,
		PaymentStatus: string(o.PaymentStatus), Status: string(o.StatusAt(now)), OrderID: o.OrderID,
		PaymentID: nilIfZero(o.PaymentID), InvoiceNumber: nilIfZero(o.InvoiceNumber), CharacterID: nilIfZero(o.CharacterID), CharacterName: nilIfZero(o.CharacterName),
		RefundedAmount: money.Money{MinorAmount: o.RefundedAmount, Currency: o.Price.Currency}.Decimal(),
		CreatedAt:      o.CreatedAt, UpdatedAt: o.UpdatedAt, ExpiryAt: nilIfZero(o.ExpiryAt), RefundUntil: nilIfZero(o.refundUntil()),
		PlanDetails: planDetailsJSON{BillingCycle: o.Cycle, Description: o.Description, Discount: o.Discount},
	}
}

// nilIfZero returns nil for the zero value.
func nilIfZero[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}
