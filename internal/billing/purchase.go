package billing

import (
	"time"

	"colloquy/internal/billing/money"
)

// Status is the state of a purchase. It is computed from what the provider has reported
// (derive.go). Only an Active purchase gives access, until ExpiryAt.
type Status string

// The statuses of a purchase.
const (
	Pending   Status = "pending"   // not paid yet
	Active    Status = "active"    // paid
	Failed    Status = "failed"    // the last try failed; a later one can still succeed
	Cancelled Status = "cancelled" // nobody paid while the order could be paid
	Refunded  Status = "refunded"  // paid back in full, or lost in a dispute; final
	Disputed  Status = "disputed"  // paused while the payer's bank decides
	Expired   Status = "expired"   // Active and past ExpiryAt; never stored
)

// PaymentStatus says what has happened to the money.
type PaymentStatus string

// The statuses of a payment.
const (
	PaymentPending           PaymentStatus = "pending"
	PaymentAuthorized        PaymentStatus = "authorized" // reserved at the bank, not taken yet
	PaymentPaid              PaymentStatus = "paid"
	PaymentFailed            PaymentStatus = "failed"
	PaymentCancelled         PaymentStatus = "cancelled"
	PaymentPartiallyRefunded PaymentStatus = "partially_refunded"
	PaymentRefunded          PaymentStatus = "refunded"
	PaymentDisputed          PaymentStatus = "disputed"
)

// GrantProvider is the provider of purchases that the operator gave: they cost nothing
// and have no invoice.
const GrantProvider = "grant"

// Purchase is an order of a plan and its state. CharacterID is 0 if the plan opens every character.
// UserID is empty if the account is deleted. OrderID and PaymentID are ids of the provider. A zero
// time means that the event has not happened. ExpiryAt is zero before the access begins.
type Purchase struct {
	ID          string
	UserID      string
	PlanID      int
	PlanName    string
	Cycle       string
	Description string
	Discount    int // reduction of the price in percent; 0 for none
	Days        int
	CharacterID int
	Price       money.Money
	Provider    string
	OrderID     string
	PaymentID   string

	AuthorizedAt   time.Time
	CapturedAt     time.Time
	FailedAt       time.Time
	CancelledAt    time.Time
	RefundedAmount int64 // minor unit

	Status        Status
	PaymentStatus PaymentStatus
	ExpiryAt      time.Time
	InvoiceNumber string // empty before the payment
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// StatusAt returns the status at a time: Expired for an active purchase whose time is
// over. Rule accounts-purchases.
func (p Purchase) StatusAt(now time.Time) Status {
	if p.Status == Active && !now.Before(p.ExpiryAt) {
		return Expired
	}
	return p.Status
}
