package config

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// Values of Payments. Empty means that PaymentProvider decides.
const (
	PaymentsRazorpay = "razorpay"
	PaymentsSandbox  = "sandbox"
	PaymentsNone     = "none"
)

var paymentProviders = []string{"", PaymentsRazorpay, PaymentsSandbox, PaymentsNone}

// PaymentProvider returns how visitors pay: PaymentsRazorpay, PaymentsSandbox or
// PaymentsNone. Without a setting it is Razorpay if there are keys, the sandbox while the
// public address is on this machine, else none. Rule payment-sandbox.
func (c Config) PaymentProvider() string {
	switch {
	case c.Payments != "":
		return c.Payments
	case c.RazorpayKeyID != "":
		return PaymentsRazorpay
	case OnLoopback(c.Addr) && c.PublicHost() == "" && len(c.TrustedProxies) == 0:
		return PaymentsSandbox
	}
	return PaymentsNone
}

// WebhookSecrets returns the secrets of Razorpay's webhook, the current one first.
func (c Config) WebhookSecrets() []string {
	var out []string
	for text := range strings.SplitSeq(c.RazorpayWebhookSecret.Reveal(), ",") {
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, text)
		}
	}
	return out
}

func (c *Config) checkPayments() error {
	errs := []error{oneOf("COLLOQUY_PAYMENTS", c.Payments, paymentProviders)}
	if (c.RazorpayKeyID == "") != (c.RazorpayKeySecret == "") {
		errs = append(errs, errors.New("COLLOQUY_RAZORPAY_KEY_ID and COLLOQUY_RAZORPAY_KEY_SECRET belong together; set both, or none"))
	}
	if c.PaymentProvider() != PaymentsRazorpay {
		return errors.Join(errs...)
	}
	if c.RazorpayKeyID == "" {
		errs = append(errs, errors.New("COLLOQUY_PAYMENTS is razorpay but COLLOQUY_RAZORPAY_KEY_ID is not set; give the key id and its secret"))
	}
	if n := len(c.WebhookSecrets()); n == 0 || n > 2 {
		errs = append(errs, fmt.Errorf("COLLOQUY_RAZORPAY_WEBHOOK_SECRET has %d secrets; give the webhook's one, or two with a comma between while one is being replaced", n))
	}
	if u, err := url.Parse(c.RazorpayURL); err != nil || !isHTTP(u) || u.User != nil || u.Scheme != "https" && !isLoopback(u.Hostname()) {
		errs = append(errs, errors.New("COLLOQUY_RAZORPAY_URL is no API address; give https://api.razorpay.com/v1"))
	}
	return errors.Join(errs...)
}
