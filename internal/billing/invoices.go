package billing

import (
	"context"
	"fmt"
	"time"

	"colloquy/internal/billing/invoice"
	"colloquy/internal/billing/money"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

var errNoInvoice = core.E(core.NotFound, "invoice_not_found", "There is no such invoice.")

// issueInvoice issues the invoice of a paid order and returns its number. A second call returns the
// same number. The caller must have locked the order's row. buyer is empty for a deleted account.
// Rule payment-invoice.
func (s *Service) issueInvoice(ctx context.Context, tx storage.Querier, p Purchase, characterName string, buyer Person) (string, error) {
	if p.InvoiceNumber != "" {
		return p.InvoiceNumber, nil
	}
	now := s.deps.Clock.Now().UTC()
	year := now.Year()
	serial, err := s.store.nextInvoiceSerial(ctx, tx, year)
	if err != nil {
		return "", err
	}
	c := s.invoiceContent(p, characterName)
	c.Number, c.IssuedAt = fmt.Sprintf("COL-%d-%06d", year, serial), now
	return c.Number, s.store.insertInvoice(ctx, tx, p.ID, year, serial, c, newBilledTo(buyer))
}

func newBilledTo(buyer Person) invoice.BilledTo {
	return invoice.BilledTo{Name: buyer.Name, Email: buyer.Email}
}

// invoiceContent returns the content of an order's invoice, without its number and date.
func (s *Service) invoiceContent(p Purchase, characterName string) invoice.Content {
	c := invoice.Content{
		Seller: s.deps.Seller.AddressLines, TaxLines: s.deps.Seller.TaxLines, PlanName: p.PlanName, Description: p.Description, CharacterName: characterName,
		MinorAmount: p.Price.MinorAmount, Currency: p.Price.Currency, Provider: p.Provider, OrderID: p.OrderID, PaymentID: p.PaymentID, PaidAt: p.CapturedAt,
		IsTest: s.deps.TakesOnlyTestPayments,
	}
	if !p.ExpiryAt.IsZero() {
		c.AccessStart, c.AccessEnd = p.ExpiryAt.Add(-time.Duration(p.Days)*24*time.Hour), p.ExpiryAt
	}
	return c
}

// invoice returns an invoice of a user. ref is the invoice number, the id of the order or the
// provider's order_id. An unpaid order has no invoice; the error is then errNoInvoice.
func (s *Service) invoice(ctx context.Context, userID, ref string) (invoice.Invoice, error) {
	q := s.deps.DB.Reader()
	v, p, err := s.store.invoiceOf(ctx, q, userID, ref)
	if err != nil {
		return v, err
	}
	if v.Refunds, err = s.store.invoiceRefunds(ctx, q, p.ID, v.Currency); err != nil {
		return v, err
	}
	v.Refunds = withUndatedRefund(v.Refunds, money.Money{MinorAmount: p.RefundedAmount, Currency: v.Currency})
	return v, nil
}

// withUndatedRefund adds a refund without a date if total is larger than the sum of list. The
// provider can report a refunded sum without its refunds.
func withUndatedRefund(list []invoice.Refund, total money.Money) []invoice.Refund {
	for _, r := range list {
		total.MinorAmount -= r.Amount.MinorAmount
	}
	if total.MinorAmount <= 0 {
		return list
	}
	return append(list, invoice.Refund{Amount: total})
}
