package app_test

import (
	"bytes"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/billing/razorpay"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// TestReportNamesThePayment: the start-up report and the log line "ready" say how visitors pay.
// rules payment-sandbox and access-open-without-payment
func TestReportNamesThePayment(t *testing.T) {
	withKeys := func(keyID, address string) func(c *config.Config) {
		return func(c *config.Config) {
			c.Payments, c.RazorpayKeyID, c.RazorpayKeySecret, c.RazorpayWebhookSecret, c.RazorpayURL = "", keyID, "hidden-secret", "hidden-webhook", address
		}
	}
	for name, test := range map[string]struct {
		change func(c *config.Config)
		want   string
	}{
		"live":     {withKeys("rzp_live_abc", razorpay.OfficialURL), "Razorpay"},
		"slash":    {withKeys("rzp_live_abc", razorpay.OfficialURL+"/"), "Razorpay"},
		"test":     {withKeys("rzp_test_abc", razorpay.OfficialURL), "Razorpay in test mode (takes no money)"},
		"fake":     {withKeys("rzp_test_abc", "http://127.0.0.1:9/v1"), "Razorpay at http://127.0.0.1:9/v1 in test mode (takes no money)"},
		"sandbox":  {func(c *config.Config) { c.Payments = config.PaymentsSandbox }, "sandbox (a payment window that takes no money)"},
		"loopback": {func(c *config.Config) { c.Payments = "" }, "sandbox (a payment window that takes no money)"},
		"none":     {func(c *config.Config) { c.Payments = config.PaymentsNone }, "none (every character is open)"},
		"public": {func(c *config.Config) { c.Payments, c.PublicURL = "", "https://chat.example.org" },
			"none (every character is open); set COLLOQUY_RAZORPAY_KEY_ID to sell plans, or COLLOQUY_PAYMENTS=sandbox to try it"},
	} {
		t.Run(name, func(t *testing.T) {
			var report bytes.Buffer
			log := &logBuffer{}
			e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) {
				test.change(&o.Config)
				o.Log = slog.New(slog.NewJSONHandler(log, nil))
			})
			e.App.WriteStartReport(&report, "http://127.0.0.1:1")
			e.App.LogReady(t.Context(), "http://127.0.0.1:1")
			if !strings.Contains(report.String(), "payment  "+test.want+"\n") || log.count(`"payment":"`+test.want+`"`) != 1 {
				t.Errorf("the report is %s; or the line ready does not name it", &report)
			}
			if strings.Contains(report.String(), "hidden") || log.count("hidden") != 0 {
				t.Error("a secret is shown")
			}
		})
	}
}

// TestPagesAllowTheHostsOfRazorpayOnlyWithIt: a page without Razorpay loads nothing from
// other sites.
// rule payment-window-hosts
func TestPagesAllowTheHostsOfRazorpayOnlyWithIt(t *testing.T) {
	const official = "script-src 'self' https://checkout.razorpay.com; connect-src 'self' https://api.razorpay.com https://lumberjack.razorpay.com;"
	const fake = "script-src 'self' https://checkout.razorpay.com http://127.0.0.1:9; connect-src 'self' https://api.razorpay.com https://lumberjack.razorpay.com http://127.0.0.1:9;"
	for name, test := range map[string]struct{ provider, address, want string }{
		"none":     {config.PaymentsNone, razorpay.OfficialURL, "script-src 'self'; connect-src 'self';"},
		"sandbox":  {config.PaymentsSandbox, razorpay.OfficialURL, "script-src 'self'; connect-src 'self';"},
		"Razorpay": {config.PaymentsRazorpay, razorpay.OfficialURL, official},
		"fake":     {config.PaymentsRazorpay, "http://127.0.0.1:9/v1", fake},
	} {
		t.Run(name, func(t *testing.T) {
			e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) {
				o.Config.Payments, o.Config.RazorpayKeyID, o.Config.RazorpayURL = test.provider, "rzp_test_abc", test.address
			})
			w := httptest.NewRecorder()
			e.App.Handler().ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "http://localhost/", nil))
			policy, permissions := w.Header().Get("Content-Security-Policy"), w.Header().Get("Permissions-Policy")
			if !strings.Contains(policy, test.want) || strings.Contains(permissions, "payment=") != (test.provider == config.PaymentsRazorpay) {
				t.Errorf("the policy is %s, the permissions are %s", policy, permissions)
			}
			if strings.Contains(policy, "unsafe") || !strings.Contains(policy, "form-action 'self'") {
				t.Errorf("the policy is %s", policy)
			}
		})
	}
}

// TestDocumentedSQLChangesPricesAndEndsAccess: the documented statements change a price permanently and end the
// access that was bought in the sandbox.
func TestDocumentedSQLChangesPricesAndEndsAccess(t *testing.T) {
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		e := apptest.Start(t, o, apptest.WithPayment)
		buyer := e.NewUser("Ada")
		order := orderAllCharacters(t, buyer)
		var paid map[string]string
		buyer.Do("POST", "/purchase/sandbox", map[string]any{"orderId": order.OrderID, "outcome": "success"}).Want(200).Into(&paid)
		buyer.Do("POST", "/purchase/verify", paid).Want(200)
		if !isPaid(buyer) {
			t.Fatal("the buyer has not paid")
		}
		executeSQL(t, e, documentedSQL(t, "Go live with Razorpay", "sandbox", "sandbox"))
		if isPaid(buyer) {
			t.Error("what was unlocked in the sandbox stays open")
		}
		executeSQL(t, e, documentedSQL(t, "Payment", "300", "300"))
		e.Stop()
		e = apptest.Start(t, o, apptest.WithPayment)
		if body := e.NewVisitor().Do("GET", "/admin/plans/1", nil).Want(200).Body; !strings.Contains(body, `"amount":"3.00"`) {
			t.Errorf("the plan is %s", body)
		}
	})
}
