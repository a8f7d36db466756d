package billing

import "colloquy/internal/billing/provider"

// The contract with the provider stands in its own package, because providers are parts of
// this room and parts do not import the room.
type (
	Provider        = provider.Provider
	WebhookProvider = provider.WebhookProvider
	WindowProvider  = provider.WindowProvider
	Payment         = provider.Payment
	PaymentState    = provider.PaymentState
	Refund          = provider.Refund
	RefundState     = provider.RefundState
	Dispute         = provider.Dispute
	DisputeState    = provider.DisputeState
	Event           = provider.Event
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
)
