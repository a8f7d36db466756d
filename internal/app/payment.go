package app

import (
	"context"

	"colloquy/internal/billing"
	"colloquy/internal/billing/razorpay"
	"colloquy/internal/billing/sandbox"
	"colloquy/internal/catalogue"
	"colloquy/internal/config"
	"colloquy/internal/core"
	"colloquy/internal/httpx"
	"colloquy/internal/storage"
)

// choosePayment returns the provider of the settings, or nil where no payment is set up. It
// makes no call to the provider.
func choosePayment(ctx context.Context, c config.Config, db *storage.DB, clock core.Clock) (billing.Provider, error) {
	switch c.PaymentProvider() {
	case config.PaymentsRazorpay:
		return razorpay.New(razorpay.Config{
			URL: c.RazorpayURL, KeyID: c.RazorpayKeyID, KeySecret: c.RazorpayKeySecret.Reveal(), WebhookSecrets: c.WebhookSecrets(),
		}), nil
	case config.PaymentsSandbox:
		return sandbox.New(ctx, db, clock)
	}
	return nil, nil
}

// takesOnlyTestPayments reports whether payments are a test: in the sandbox, or with a key of
// Razorpay's test mode. Rule payment-mails.
func takesOnlyTestPayments(c config.Config) bool {
	return c.PaymentProvider() == config.PaymentsSandbox || razorpay.IsTestKey(c.RazorpayKeyID)
}

// describePaymentSetup describes how visitors pay, for the log and the terminal. Rule payment-sandbox.
func describePaymentSetup(c config.Config) string {
	switch c.PaymentProvider() {
	case config.PaymentsRazorpay:
		return describeRazorpaySetup(c)
	case config.PaymentsSandbox:
		return "sandbox (a payment window that takes no money)"
	}
	if c.Payments == config.PaymentsNone {
		return "none (every character is open)"
	}
	return "none (every character is open); set COLLOQUY_RAZORPAY_KEY_ID to sell plans, or COLLOQUY_PAYMENTS=sandbox to try it"
}

func describeRazorpaySetup(c config.Config) string {
	text := "Razorpay"
	if !razorpay.IsOfficialURL(c.RazorpayURL) {
		text += " at " + c.RazorpayURL
	}
	if razorpay.IsTestKey(c.RazorpayKeyID) {
		return text + " in test mode (takes no money)"
	}
	return text
}

// paymentOrigins returns the hosts that a page must allow for the payment window of Razorpay. The
// sandbox needs no other hosts, because its payment window is part of the app. Rule
// payment-window-hosts.
func paymentOrigins(c config.Config) httpx.PaymentOrigins {
	if c.PaymentProvider() != config.PaymentsRazorpay {
		return httpx.PaymentOrigins{}
	}
	return httpx.PaymentOrigins(razorpay.WindowOriginsOf(c.RazorpayURL))
}

// billingCharacters adapts the catalogue to package billing.
type billingCharacters struct{ catalogue *catalogue.Service }

// FindShown looks up a character that is not hidden, by id, slug, former slug or character_id.
func (a billingCharacters) FindShown(ctx context.Context, ref string) (billing.Character, error) {
	c, err := a.catalogue.FindShown(ctx, ref)
	return billing.Character{ID: c.ID, CharacterID: c.CharacterID, Slug: c.Slug, Name: c.Name, IsFree: c.IsFree}, err
}
