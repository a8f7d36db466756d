package config_test

import (
	"slices"
	"testing"

	"colloquy/internal/config"
)

// rules payment-sandbox and access-open-without-payment
func TestProviderFollowsTheSettings(t *testing.T) {
	for name, test := range map[string]struct {
		config config.Config
		want   string
	}{
		"loopback":                  {config.Config{Addr: "127.0.0.1:8080"}, "sandbox"},
		"loopback of IPv6":          {config.Config{Addr: "[::1]:8080"}, "sandbox"},
		"loopback by name":          {config.Config{Addr: "localhost:8080"}, "sandbox"},
		"another loopback":          {config.Config{Addr: "127.8.9.1:0"}, "sandbox"},
		"public loopback":           {config.Config{Addr: "127.0.0.1:8080", PublicURL: "http://localhost:5173"}, "sandbox"},
		"all addresses":             {config.Config{Addr: ":8080"}, "none"},
		"all addresses of IPv4":     {config.Config{Addr: "0.0.0.0:8080"}, "none"},
		"all addresses of IPv6":     {config.Config{Addr: "[::]:8080"}, "none"},
		"local network":             {config.Config{Addr: "192.168.1.2:8080"}, "none"},
		"all, public loopback":      {config.Config{Addr: "0.0.0.0:8080", PublicURL: "http://localhost:8080"}, "none"},
		"public URL":                {config.Config{Addr: "127.0.0.1:8080", PublicURL: "https://chat.example.org"}, "none"},
		"public URL, an address":    {config.Config{Addr: "127.0.0.1:8080", PublicURL: "http://192.168.1.2"}, "none"},
		"proxy":                     {config.Config{Addr: "127.0.0.1:8080", TrustedProxies: []string{"10.0.0.0/8"}}, "none"},
		"unreadable address":        {config.Config{Addr: "8080"}, "none"},
		"keys":                      {config.Config{Addr: ":8080", RazorpayKeyID: "rzp_live_a"}, "razorpay"},
		"keys on loopback":          {config.Config{Addr: "127.0.0.1:8080", RazorpayKeyID: "rzp_test_a"}, "razorpay"},
		"razorpay":                  {config.Config{Addr: "127.0.0.1:8080", Payments: "razorpay"}, "razorpay"},
		"sandbox, public":           {config.Config{Addr: ":8080", PublicURL: "https://chat.example.org", Payments: "sandbox"}, "sandbox"},
		"sandbox although keys":     {config.Config{Addr: ":8080", Payments: "sandbox", RazorpayKeyID: "rzp_live_a"}, "sandbox"},
		"none although keys":        {config.Config{Addr: ":8080", Payments: "none", RazorpayKeyID: "rzp_live_a"}, "none"},
		"none although on loopback": {config.Config{Addr: "127.0.0.1:8080", Payments: "none"}, "none"},
	} {
		if got := test.config.PaymentProvider(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

func TestWebhookSecretsAreSeparatedByCommas(t *testing.T) {
	for text, want := range map[config.Secret][]string{"": nil, " , ,": nil, "a": {"a"}, " a , b ": {"a", "b"}, "a,b,c": {"a", "b", "c"}} {
		if got := (config.Config{RazorpayWebhookSecret: text}).WebhookSecrets(); !slices.Equal(got, want) {
			t.Errorf("%d characters: %q, want %q", len(text), got, want)
		}
	}
}

func TestInvalidPaymentSettingsAreExplained(t *testing.T) {
	withRazorpay := func(change func(c *config.Config)) func(c *config.Config) {
		return func(c *config.Config) {
			c.RazorpayKeyID, c.RazorpayKeySecret, c.RazorpayWebhookSecret, c.RazorpayURL = "rzp_live_a", "pw-canary", "pw-canary", "https://api.razorpay.com/v1"
			change(c)
		}
	}
	const (
		keysTogetherText = "COLLOQUY_RAZORPAY_KEY_ID and COLLOQUY_RAZORPAY_KEY_SECRET belong together; set both, or none"
		noKey            = "COLLOQUY_PAYMENTS is razorpay but COLLOQUY_RAZORPAY_KEY_ID is not set; give the key id and its secret"
		notKey           = "COLLOQUY_RAZORPAY_KEY_ID is no key id; give the one that begins with rzp_test_ or rzp_live_"
		noSecretText     = "COLLOQUY_RAZORPAY_WEBHOOK_SECRET is not set; give the secret that you entered with the webhook at Razorpay"
		many             = "COLLOQUY_RAZORPAY_WEBHOOK_SECRET has 3 secrets; give the webhook's one, or two with a comma between while one is being replaced"
		notAPI           = "COLLOQUY_RAZORPAY_URL is no address of an API; give https://api.razorpay.com/v1"
		plain            = "COLLOQUY_RAZORPAY_URL begins with http://, where everybody on the way can read the key and change what it says; give an address with https://"
	)
	checkValidationTexts(t, map[string]validationCase{
		"razorpay":             {withRazorpay(func(c *config.Config) { c.Payments = "razorpay" }), ""},
		"keys":                 {withRazorpay(func(*config.Config) {}), ""},
		"sandbox":              {func(c *config.Config) { c.Payments = "sandbox" }, ""},
		"none":                 {func(c *config.Config) { c.Payments = "none" }, ""},
		"none, half a webhook": {withRazorpay(func(c *config.Config) { c.Payments, c.RazorpayWebhookSecret = "none", "" }), ""},
		"unknown":              {func(c *config.Config) { c.Payments = "cash" }, `COLLOQUY_PAYMENTS is "cash"; choose one of razorpay, sandbox, none`},
		"no secret of the key": {withRazorpay(func(c *config.Config) { c.RazorpayKeySecret = "" }), keysTogetherText},
		"no key id":            {withRazorpay(func(c *config.Config) { c.RazorpayKeyID = "" }), keysTogetherText},
		"razorpay, no key":     {withRazorpay(func(c *config.Config) { c.Payments, c.RazorpayKeyID, c.RazorpayKeySecret = "razorpay", "", "" }), noKey},
		"the secret as key id": {withRazorpay(func(c *config.Config) { c.RazorpayKeyID = "pw-canary" }), notKey},
		"no webhook":           {withRazorpay(func(c *config.Config) { c.RazorpayWebhookSecret = "" }), noSecretText},
		"blank webhook":        {withRazorpay(func(c *config.Config) { c.RazorpayWebhookSecret = " , " }), noSecretText},
		"two secrets":          {withRazorpay(func(c *config.Config) { c.RazorpayWebhookSecret = "pw-canary, pw-canary-2" }), ""},
		"three secrets":        {withRazorpay(func(c *config.Config) { c.RazorpayWebhookSecret = "pw-canary,b,c" }), many},
		"another API":          {withRazorpay(func(c *config.Config) { c.RazorpayURL = "http://127.0.0.1:9/v1" }), ""},
		"no API":               {withRazorpay(func(c *config.Config) { c.RazorpayURL = "" }), notAPI},
		"API by name":          {withRazorpay(func(c *config.Config) { c.RazorpayURL = "api.razorpay.com" }), notAPI},
		"API with a user":      {withRazorpay(func(c *config.Config) { c.RazorpayURL = "https://u:pw-canary@api.razorpay.com/v1" }), notAPI},
		"API with a query":     {withRazorpay(func(c *config.Config) { c.RazorpayURL = "https://api.razorpay.com/v1?a" }), notAPI},
		"API by http":          {withRazorpay(func(c *config.Config) { c.RazorpayURL = "http://api.razorpay.com/v1" }), plain},
	})
}
