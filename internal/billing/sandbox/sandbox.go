// Package sandbox is a payment provider that takes no money. It signs as Razorpay does. Its
// payments are in the database, so they survive a restart and all processes see them. It owns the
// tables sandbox_payments and sandbox_refunds. Rule payment-sandbox.
package sandbox

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"colloquy/internal/billing/money"
	"colloquy/internal/billing/provider"
	"colloquy/internal/billing/signature"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Name is the name of the provider.
const Name = "sandbox"

const keyID = "sandbox_test_key"

// Provider is the provider.Provider of the sandbox. It is safe for concurrent use.
type Provider struct {
	db     *storage.DB
	clock  core.Clock
	secret []byte
}

// New returns a Provider on a migrated database.
func New(ctx context.Context, db *storage.DB, clock core.Clock) (*Provider, error) {
	secret, err := db.Secret(ctx, "sandbox payments")
	if err != nil {
		return nil, err
	}
	return &Provider{db, clock, secret}, nil
}

// Name returns "sandbox".
func (p *Provider) Name() string { return Name }

// KeyID returns a fixed text: the payment window of the sandbox needs no key.
func (p *Provider) KeyID() string { return keyID }

// CreateOrder returns an id that follows from the receipt. It stores nothing.
func (p *Provider) CreateOrder(_ context.Context, receipt string, _ money.Money) (string, error) {
	return p.derivedID("order_", receipt), nil
}

// CheckSignature reports whether Pay has signed that the payment belongs to the order.
func (p *Provider) CheckSignature(orderID, paymentID, text string) bool {
	return signature.IsValid(p.secret, signature.PaymentMessage(orderID, paymentID), text)
}

// Pay makes a payment of an order, as a payer does in the window of a provider. The payment
// is captured and signed, or failed and without a signature.
func (p *Provider) Pay(ctx context.Context, orderID string, price money.Money, succeeds bool) (paymentID, signed string, err error) {
	state := provider.PaymentNotCharged
	if succeeds {
		state = provider.PaymentCaptured
	}
	paymentID = newID("pay_")
	err = p.db.Write(ctx, func(tx storage.Querier) error {
		return insertPayment(ctx, tx, provider.Payment{ID: paymentID, OrderID: orderID, Price: price, State: state}, p.clock.Now())
	})
	if err != nil || !succeeds {
		return paymentID, "", err
	}
	return paymentID, signature.Sign(p.secret, signature.PaymentMessage(orderID, paymentID)), nil
}

// Payment returns a payment.
func (p *Provider) Payment(ctx context.Context, paymentID string) (provider.Payment, error) {
	return readPayment(ctx, p.db.Reader(), paymentID)
}

// Payments returns the payments of an order.
func (p *Provider) Payments(ctx context.Context, orderID string) ([]provider.Payment, error) {
	return readPayments(ctx, p.db.Reader(), orderID)
}

// Capture returns the payment if it is captured already, as every successful payment is.
// Other payments cannot be captured.
func (p *Provider) Capture(ctx context.Context, paymentID string, price money.Money) (provider.Payment, error) {
	payment, err := p.Payment(ctx, paymentID)
	if err == nil && (payment.State != provider.PaymentCaptured || payment.Price != price) {
		err = fmt.Errorf("sandbox: a %s payment cannot be captured", payment.State)
	}
	return payment, err
}

// Refund pays an amount back. It fails if the payment has less left.
func (p *Provider) Refund(ctx context.Context, paymentID string, amount money.Money, key string) (provider.Refund, error) {
	refund := provider.Refund{ID: p.derivedID("rfnd_", key), PaymentID: paymentID, Amount: amount, State: provider.RefundProcessed}
	err := p.db.Write(ctx, func(tx storage.Querier) error {
		payment, err := readPayment(ctx, tx, paymentID)
		if err != nil {
			return err
		}
		if amount.MinorAmount <= 0 || amount.Currency != payment.Price.Currency {
			return fmt.Errorf("sandbox: a payment in %s has no refund of %s", payment.Price.Currency, amount)
		}
		isNew, err := insertRefund(ctx, tx, refund)
		switch {
		case err != nil:
			return err
		case !isNew:
			return checkSameRefund(ctx, tx, refund)
		}
		return addToRefundedAmount(ctx, tx, refund)
	})
	return refund, err
}

// idBytes is the number of bytes in an id. An id has them as 14 hexadecimal digits after a prefix.
// Ids of Razorpay have the same length.
const idBytes = 7

func newID(prefix string) string {
	var b [idBytes]byte
	rand.Read(b[:])
	return prefix + hex.EncodeToString(b[:])
}

// derivedID returns an id that depends only on the prefix, the text and the secret.
func (p *Provider) derivedID(prefix, text string) string {
	mac := hmac.New(sha256.New, p.secret)
	mac.Write([]byte(prefix + text))
	return prefix + hex.EncodeToString(mac.Sum(nil)[:idBytes])
}
