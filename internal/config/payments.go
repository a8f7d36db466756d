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

var paymentProviders = []string{PaymentsRazorpay, PaymentsSandbox, PaymentsNone}

// razorpayKeyPrefix begins every key id. Validate refuses a text without this prefix: it may be the
// secret, and key ids are shown in public.
const razorpayKeyPrefix = "rzp_"

// razorpayLiveKeyPrefix begins the key ids of the live mode, in which payments charge real money.
const razorpayLiveKeyPrefix = "rzp_live_"

// maxWebhookSecrets allows two: the current secret and the one that it replaces. Rule
// payment-messages-signed.
const maxWebhookSecrets = 2

// PaymentProvider returns how visitors pay. Without a setting, a key id means PaymentsRazorpay.
// Without a key id, the result is PaymentsSandbox if only this machine can connect, else
// PaymentsNone. Rule payment-sandbox.
func (c Config) PaymentProvider() string {
	switch {
	case c.Payments != "":
		return c.Payments
	case c.RazorpayKeyID != "":
		return PaymentsRazorpay
	case c.isLocalOnly():
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
	var errs []error
	if c.Payments != "" {
		errs = append(errs, checkOneOf("COLLOQUY_PAYMENTS", c.Payments, paymentProviders))
	}
	if (c.RazorpayKeyID == "") != (c.RazorpayKeySecret == "") {
		errs = append(errs, errors.New("COLLOQUY_RAZORPAY_KEY_ID and COLLOQUY_RAZORPAY_KEY_SECRET belong together; set both, or none"))
	}
	if c.PaymentProvider() == PaymentsRazorpay {
		errs = append(errs, c.checkRazorpay())
	}
	return errors.Join(errs...)
}

func (c *Config) checkRazorpay() error {
	var errs []error
	switch {
	case c.RazorpayKeyID == "":
		errs = append(errs, errors.New("COLLOQUY_PAYMENTS is razorpay but COLLOQUY_RAZORPAY_KEY_ID is not set; give the key id and its secret"))
	case !strings.HasPrefix(c.RazorpayKeyID, razorpayKeyPrefix):
		errs = append(errs, errors.New("COLLOQUY_RAZORPAY_KEY_ID is no key id; give the one that begins with rzp_test_ or rzp_live_"))
	}
	switch n := len(c.WebhookSecrets()); {
	case n == 0:
		errs = append(errs, errors.New("COLLOQUY_RAZORPAY_WEBHOOK_SECRET is not set; give the secret that you entered with the webhook at Razorpay"))
	case n > maxWebhookSecrets:
		errs = append(errs, fmt.Errorf("COLLOQUY_RAZORPAY_WEBHOOK_SECRET has %d secrets; give the webhook's one, or two with a comma between while one is being replaced", n))
	}
	u, err := url.Parse(c.RazorpayURL)
	switch {
	case err != nil || !isHTTPURL(u) || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		errs = append(errs, errors.New("COLLOQUY_RAZORPAY_URL is no address of an API; give https://api.razorpay.com/v1"))
	case u.Scheme != "https" && !isLoopback(u.Hostname()):
		errs = append(errs, errors.New("COLLOQUY_RAZORPAY_URL begins with http://, where everybody on the way can read the key and change what it says; give an address with https://"))
	}
	return errors.Join(errs...)
}
