package billing

import "colloquy/internal/billing/provider"

// The types of the provider are in package provider, because the packages that implement a
// provider must not import this one.

type (
	// Provider takes payments.
	Provider = provider.Provider
	// WebhookProvider sends messages.
	WebhookProvider = provider.WebhookProvider
	// WindowProvider has a payment window on another site.
	WindowProvider = provider.WindowProvider
	// Payment is a payment as the provider describes it.
	Payment = provider.Payment
	// PaymentState says what has happened to a payment.
	PaymentState = provider.PaymentState
	// Refund is a refund as the provider describes it.
	Refund = provider.Refund
	// RefundState says what has happened to a refund.
	RefundState = provider.RefundState
	// Dispute is a dispute as the provider describes it.
	Dispute = provider.Dispute
	// DisputeState says what has happened to a dispute.
	DisputeState = provider.DisputeState
	// Event is a message of the provider.
	Event = provider.Event
)

// The states that a provider reports.
const (
	PaymentCreated    = provider.PaymentCreated
	PaymentReserved   = provider.PaymentReserved
	PaymentCaptured   = provider.PaymentCaptured
	PaymentPaidBack   = provider.PaymentPaidBack
	PaymentNotCharged = provider.PaymentNotCharged

	RefundPending   = provider.RefundPending
	RefundProcessed = provider.RefundProcessed
	RefundFailed    = provider.RefundFailed

	DisputeOpen   = provider.DisputeOpen
	DisputeWon    = provider.DisputeWon
	DisputeLost   = provider.DisputeLost
	DisputeClosed = provider.DisputeClosed
)

// The errors of a provider.
var (
	ErrNoPayment   = provider.ErrNoPayment
	ErrUnavailable = provider.ErrUnavailable
	ErrSignature   = provider.ErrSignature
	ErrUnreadable  = provider.ErrUnreadable
)
