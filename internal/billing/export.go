package billing

import (
	"context"
	"time"

	"colloquy/internal/billing/invoice"
	"colloquy/internal/billing/money"
)

type exportedOrder struct {
	ID             string     `json:"id"`
	PlanID         int        `json:"plan_id"`
	PlanName       string     `json:"plan_name"`
	CharacterID    int        `json:"character_id"`
	PriceAmount    string     `json:"amount"`
	Currency       string     `json:"currency"`
	RefundedAmount string     `json:"refunded"`
	RefundReason   string     `json:"refund_reason"`
	Provider       string     `json:"provider"`
	OrderID        string     `json:"order_id"`
	PaymentID      string     `json:"payment_id"`
	Status         string     `json:"status"`
	PaymentStatus  string     `json:"payment_status"`
	PaidAt         *time.Time `json:"paid_at"`
	ExpiryAt       *time.Time `json:"expiry_at"`
	CreatedAt      time.Time  `json:"created_at"`
}

type exportedInvoice struct {
	invoice.Content
	BilledTo invoice.BilledTo `json:"billed_to"`
}

// Export emits all orders of a user, also those that nobody tried to pay, and the
// invoices as they were issued.
func (s *Service) Export(ctx context.Context, userID string, emit func(section string, item any) error) error {
	if err := emit("orders", nil); err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	err := s.store.eachOrder(ctx, userID, func(p Purchase, reason string) error {
		return emit("orders", exportedOrder{
			ID: p.ID, PlanID: p.PlanID, PlanName: p.PlanName, CharacterID: p.CharacterID, PriceAmount: p.Price.Decimal(), Currency: p.Price.Currency,
			RefundedAmount: money.Money{MinorAmount: p.RefundedAmount, Currency: p.Price.Currency}.Decimal(), RefundReason: reason, Provider: p.Provider, OrderID: p.OrderID, PaymentID: p.PaymentID,
			Status: string(p.StatusAt(now)), PaymentStatus: string(p.PaymentStatus), PaidAt: nilIfZero(p.CapturedAt), ExpiryAt: nilIfZero(p.ExpiryAt), CreatedAt: p.CreatedAt,
		})
	})
	if err != nil {
		return err
	}
	if err := emit("invoices", nil); err != nil {
		return err
	}
	return s.store.eachInvoice(ctx, userID, func(v invoice.Invoice) error {
		return emit("invoices", exportedInvoice{v.Content, v.BilledTo})
	})
}
