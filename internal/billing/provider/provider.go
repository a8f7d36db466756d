// Package provider is the contract between package billing and a provider of payments, such
// as Razorpay or the sandbox. Package providertest checks an implementation.
package provider

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/billing/money"
)

// Provider takes payments. providertest.Run checks an implementation. Methods with a context
// may use the network, so they must not be called in a transaction.
type Provider interface {
	// Name is stored with each purchase: "razorpay" or "sandbox".
	Name() string
	// KeyID is the public key that the app gives to the payment window.
	KeyID() string
	// CreateOrder makes an order. The receipt is unique: a second call with the same receipt
	// returns the first order.
	CreateOrder(ctx context.Context, receipt string, price money.Money) (orderID string, err error)
	// CheckSignature reports whether the provider has signed that the payment belongs to
	// the order. It takes the same time for every signature.
	CheckSignature(orderID, paymentID, signature string) bool
	// Payment returns a payment. If there is none, the error is ErrNoPayment.
	Payment(ctx context.Context, paymentID string) (Payment, error)
	// Payments returns the payments of an order, in no particular order.
	Payments(ctx context.Context, orderID string) ([]Payment, error)
	// Capture takes the money of an authorized payment. A second call returns the captured
	// payment.
	Capture(ctx context.Context, paymentID string, price money.Money) (Payment, error)
	// Refund pays an amount back. The key is unique for a refund: a second call with the same key
	// returns the first refund.
	Refund(ctx context.Context, paymentID string, amount money.Money, key string) (Refund, error)
}

// Errors of a Provider. Any other error means that the call failed or was refused.
var (
	ErrNoPayment   = errors.New("billing: the provider has no such payment")
	ErrUnavailable = errors.New("billing: the provider does not answer")
)

// PaymentState is the state of a payment at the provider.
type PaymentState string

// The states of a payment, in their order. A created or authorized payment can also fail. The
// payer can then pay the same order with another payment.
const (
	PaymentCreated    PaymentState = "created"
	PaymentReserved   PaymentState = "authorized"
	PaymentCaptured   PaymentState = "captured"
	PaymentPaidBack   PaymentState = "refunded"
	PaymentNotCharged PaymentState = "failed"
)

// Payment is what the provider reports about a payment. RefundedAmount is the sum that was paid
// back, in the minor unit.
type Payment struct {
	ID             string
	OrderID        string
	Price          money.Money
	State          PaymentState
	RefundedAmount int64
}

// RefundState is the state of a refund at the provider.
type RefundState string

// The states of a refund.
const (
	RefundPending   RefundState = "pending"
	RefundProcessed RefundState = "processed"
	RefundFailed    RefundState = "failed"
)

// Refund is what the provider reports about a refund.
type Refund struct {
	ID        string
	PaymentID string
	Amount    money.Money
	State     RefundState
}

// DisputeState is the state of a dispute at the provider.
type DisputeState string

// The states of a dispute. Open covers every state before the decision.
const (
	DisputeOpen   DisputeState = "open"
	DisputeWon    DisputeState = "won"
	DisputeLost   DisputeState = "lost"
	DisputeClosed DisputeState = "closed"
)

// Dispute is what the provider reports about a dispute.
type Dispute struct {
	ID        string
	PaymentID string
	State     DisputeState
}

// Event is a message of a provider. A repeated delivery has the same ID. Kind is empty if package
// billing does not use messages of this kind. OrderID is empty if the message names no order.
type Event struct {
	ID      string
	Kind    string
	OrderID string
	Payment *Payment
	Refund  *Refund
	Dispute *Dispute
	At      time.Time
}

// WebhookProvider is a Provider that sends messages. If the signature of the raw body is wrong,
// ReadEvent returns ErrSignature. If the signature is right but the content is not as documented,
// it returns ErrUnreadable. The Event then has the ID and, if known, the Kind.
type WebhookProvider interface {
	Provider
	ReadEvent(body []byte, signature, eventID string) (Event, error)
}

// WindowProvider is a Provider whose payment window is a script of another site.
// WindowScriptURL returns its address.
type WindowProvider interface {
	Provider
	WindowScriptURL() string
}

// Errors of ReadEvent.
var (
	ErrSignature  = errors.New("billing: the signature is wrong")
	ErrUnreadable = errors.New("billing: a signed message cannot be read")
)
