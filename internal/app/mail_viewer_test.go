package app_test

import (
	"net/http"
	"strings"
	"testing"

	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
)

// TestMailViewerNeedsAPrivateServer: mails are shown only if they stay on this machine and no other
// machine can connect. Otherwise the address of the viewer answers like an unknown address. Rule
// mail-viewer.
func TestMailViewerNeedsAPrivateServer(t *testing.T) {
	for name, c := range map[string]struct {
		change func(c *config.Config)
		shown  bool
	}{
		"no settings":        {func(*config.Config) {}, true},
		"a local public URL": {func(c *config.Config) { c.PublicURL = "http://localhost:8080" }, true},
		"localhost":          {func(c *config.Config) { c.Addr = "localhost:0" }, true},
		"a mail server":      {func(c *config.Config) { c.SMTPURL, c.MailFrom = "smtp://127.0.0.1:1", "no-reply@post.example" }, false},
		"all addresses":      {func(c *config.Config) { c.Addr = "0.0.0.0:0" }, false},
		"no address":         {func(c *config.Config) { c.Addr = ":0" }, false},
		"a public URL":       {func(c *config.Config) { c.PublicURL = "https://chat.example" }, false},
		"a public IP as URL": {func(c *config.Config) { c.PublicURL = "http://192.0.2.1:8080" }, false},
		"a trusted proxy":    {func(c *config.Config) { c.TrustedProxies = []string{"127.0.0.1"} }, false},
		"a proxy and a server": {func(c *config.Config) {
			c.SMTPURL, c.MailFrom, c.Addr = "smtp://127.0.0.1:1", "a@post.example", "0.0.0.0:0"
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			e := apptest.Start(t, apptest.SQLite(t), func(o *app.Options) { c.change(&o.Config) })
			e.URL = "http://127.0.0.1" + e.URL[strings.LastIndex(e.URL, ":"):]
			unknownPage, _ := e.Get("/dev/mails")
			resp, body := e.Get("/dev/mail")
			if isShown := resp.StatusCode == http.StatusOK; isShown != c.shown || !c.shown && resp.StatusCode != unknownPage.StatusCode {
				t.Errorf("%d, an unknown address answers %d: %s", resp.StatusCode, unknownPage.StatusCode, body)
			}
			var report strings.Builder
			e.App.WriteStartReport(&report, "http://here")
			if named := strings.Contains(report.String(), "shown at http://here/dev/mail"); named != c.shown {
				t.Errorf("the report is\n%s", &report)
			}
		})
	}
}

// TestMailViewerShowsTheConfirmation: the page shows the confirmation link of a registration. It is
// not shown to a request that comes through a proxy or names another host. Rule mail-viewer.
func TestMailViewerShowsTheConfirmation(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		ada := e.NewUser("Ada")
		e.WaitForMails(ada.Email, 1)
		_, listed := e.Get("/dev/mail")
		_, rest, found := strings.Cut(listed, `<li><a href="`)
		if !found || !strings.Contains(listed, ada.Email) {
			t.Fatalf("the list is %s", listed)
		}
		path, _, _ := strings.Cut(rest, `"`)
		if resp, body := e.Get(path); resp.StatusCode != 200 || !strings.Contains(body, `<a href="/#verify-email=`) {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
		for name, change := range map[string]func(r *http.Request){
			"a proxy":      func(r *http.Request) { r.Header.Set("X-Forwarded-For", "127.0.0.1") },
			"a proxy host": func(r *http.Request) { r.Header.Set("X-Forwarded-Host", "localhost") },
			"a network":    func(r *http.Request) { r.Host = "192.168.0.2" },
			"a name":       func(r *http.Request) { r.Host = "rebinding.example" },
		} {
			for _, path := range []string{"/dev/mail", path, path + "/html"} {
				if resp, body := e.Get(path, change); resp.StatusCode == 200 || strings.Contains(body, ada.Email) {
					t.Errorf("%s: %s answers %d", name, path, resp.StatusCode)
				}
			}
		}
	})
}
