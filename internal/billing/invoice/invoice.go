// Package invoice draws invoices as PDF files. It is pure: the same content gives the
// same bytes.
package invoice

import (
	"time"

	"colloquy/internal/billing/money"
)

// Content is the part of an invoice that never changes after it is issued. Rule payment-invoice.
type Content struct {
	Number   string    `json:"number"`
	IssuedAt time.Time `json:"issued_at"`
	Seller   []string  `json:"seller"` // name and address, a line each
	TaxLines []string  `json:"tax"`    // tax lines, such as a tax number

	PlanName      string    `json:"plan"`
	Description   string    `json:"description"`
	CharacterName string    `json:"character"` // empty: every character
	AccessStart   time.Time `json:"from,omitzero"`
	AccessEnd     time.Time `json:"until,omitzero"`

	MinorAmount int64     `json:"amount"` // minor unit
	Currency    string    `json:"currency"`
	Provider    string    `json:"provider"`
	OrderID     string    `json:"order_id"`
	PaymentID   string    `json:"payment_id"`
	PaidAt      time.Time `json:"paid_at"`
	// IsTest means that no money was taken.
	IsTest bool `json:"test"`
}

// Price returns the amount of the invoice.
func (c Content) Price() money.Money {
	return money.Money{MinorAmount: c.MinorAmount, Currency: c.Currency}
}

// BilledTo is the buyer. It is empty after the account is deleted.
type BilledTo struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

// Refund is an amount that was paid back after the invoice was issued.
type Refund struct {
	Amount money.Money
	At     time.Time // zero if it is not known
}

// refundDayText returns the day of a refund, such as " on 2 January 2026", or "" if the day is not
// known.
func (r Refund) refundDayText() string {
	if r.At.IsZero() {
		return ""
	}
	return " on " + formatDate(r.At)
}

// Invoice is an issued invoice, with the buyer and the refunds, which can change later.
type Invoice struct {
	Content
	BilledTo BilledTo
	Refunds  []Refund // the oldest first
}

// formatDate formats the day of a time in UTC, such as "2 January 2026".
func formatDate(t time.Time) string { return t.UTC().Format("2 January 2006") }
