package billing

import "colloquy/internal/billing/provider"

// The types of the provider are in package provider, because the packages that implement a
// provider must not import this one.

type (
	// Provider takes payments.
	Provider = provider.Provider
	// WebhookProvider is a Provider that sends webhook messages.
	WebhookProvider = provider.WebhookProvider
	// WindowProvider has a payment window on another site.
	WindowProvider = provider.WindowProvider
	// Payment is what the provider reports about a payment.
	Payment = provider.Payment
	// PaymentState is the state of a payment at the provider.
	PaymentState = provider.PaymentState
	// Refund is what the provider reports about a refund.
	Refund = provider.Refund
	// RefundState is the state of a refund at the provider.
	RefundState = provider.RefundState
	// Dispute is what the provider reports about a dispute.
	Dispute = provider.Dispute
	// DisputeState is the state of a dispute at the provider.
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
