package app_test

import (
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"colloquy/internal/accounts/oidc/oidctest"
	"colloquy/internal/app"
	"colloquy/internal/app/apptest"
	"colloquy/internal/config"
	"colloquy/internal/storage"
)

// googleHarness is an application with an OpenID Connect provider that stands for Google.
type googleHarness struct {
	*apptest.Env
	provider *oidctest.Provider
	options  storage.Options
}

// googleOnEachEngine runs fn on both engines.
func googleOnEachEngine(t *testing.T, fn func(t *testing.T, g *googleHarness)) {
	t.Helper()
	apptest.EachOptions(t, func(t *testing.T, o storage.Options) {
		clock := apptest.NewClock(time.Now())
		g := &googleHarness{provider: oidctest.New(t, clock), options: o}
		g.Env = g.start(t, clock)
		fn(t, g)
	})
}

// start starts an application on the database, with the provider.
func (g *googleHarness) start(t *testing.T, clock *apptest.Clock) *apptest.Env {
	e := apptest.Start(t, g.options, func(o *app.Options) { g.configure(o, clock) })
	e.Clock = clock
	return e
}

// restart stops the application and starts another one.
func (g *googleHarness) restart(t *testing.T) {
	t.Helper()
	g.Stop()
	g.Env = g.start(t, g.Clock)
}

func (g *googleHarness) configure(o *app.Options, clock *apptest.Clock) {
	o.Clock = clock
	o.Config.PublicURL = ""
	o.Config.OIDCIssuer, o.Config.OIDCClientID, o.Config.OIDCClientSecret = g.provider.URL, oidctest.ClientID, config.Secret(oidctest.ClientSecret)
}

// popupSignIn is a sign-in of one browser.
type popupSignIn struct {
	*googleHarness
	t           *testing.T
	cookie      string // in the form of a Cookie header
	address     string // of the provider's page
	code, state string
}

// openPopup opens the popup.
func (g *googleHarness) openPopup(t *testing.T) popupSignIn {
	t.Helper()
	a := openInWindow(t, g.URL+"/api/auth/google", "")
	if a.Status != 302 {
		t.Fatalf("the start answers %d %s", a.Status, a.Body)
	}
	return popupSignIn{googleHarness: g, t: t, cookie: cookieOf(a, "google"), address: a.Header.Get("Location")}
}

// signInAtProvider signs a person in at the provider.
func (p popupSignIn) signInAtProvider(who oidctest.Person) popupSignIn {
	p.t.Helper()
	p.code, p.state = p.provider.Authorize(p.t, p.address, who)
	return p
}

// openCallback opens the callback address, as the redirect of the provider does.
func (p popupSignIn) openCallback() apptest.Answer {
	p.t.Helper()
	return openInWindow(p.t, p.URL+"/api/auth/google/callback?state="+p.state+"&code="+p.code, p.cookie)
}

// signInWithGoogle signs a person in: it opens the popup, signs in at the provider and
// opens the callback address.
func (g *googleHarness) signInWithGoogle(t *testing.T, who oidctest.Person) apptest.Answer {
	t.Helper()
	return g.openPopup(t).signInAtProvider(who).openCallback()
}

// openInWindow opens an address like a page navigation of a browser. It does not follow
// redirects.
func openInWindow(t testing.TB, address, cookies string) apptest.Answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if cookies != "" {
		r.Header.Set("Cookie", cookies)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	var body strings.Builder
	if _, err := io.Copy(&body, resp.Body); err != nil {
		t.Fatal(err)
	}
	return apptest.Answer{T: t, MethodAndPath: "GET " + address, Status: resp.StatusCode, Header: resp.Header, Body: body.String()}
}

// cookieOf returns a cookie that an answer sets, in the form of a Cookie header, or "".
func cookieOf(a apptest.Answer, name string) string {
	for _, line := range a.Header.Values("Set-Cookie") {
		if value, _, _ := strings.Cut(line, ";"); strings.HasPrefix(value, name+"=") && value != name+"=" {
			return value
		}
	}
	return ""
}

var popupDataPattern = regexp.MustCompile(`data-state="([a-z]*)" data-secret="([^"]*)"`)
var popupTextPattern = regexp.MustCompile(`<p id="text"[^>]*>([^<]*)</p>`)

// parsePopup returns the state, the secret and the text of the popup's page.
func parsePopup(a apptest.Answer) (state, secret, text string) {
	data, said := popupDataPattern.FindStringSubmatch(a.Body), popupTextPattern.FindStringSubmatch(a.Body)
	if data == nil || said == nil {
		a.T.Fatalf("%s answers no page but %d %s", a.MethodAndPath, a.Status, a.Body)
	}
	return data[1], data[2], html.UnescapeString(said[1])
}

type meAnswer struct {
	ID, Email, Username string
	EmailVerified       bool `json:"email_verified"`
	HasPassword         bool `json:"has_password"`
	Image               *string
}

// signedInUser returns the user whom an answer has signed in.
func (g *googleHarness) signedInUser(t *testing.T, a apptest.Answer) (out meAnswer) {
	t.Helper()
	sessionCookie := cookieOf(a, "sid")
	if sessionCookie == "" {
		t.Fatalf("%d %s signs nobody in", a.Status, a.Body)
	}
	g.NewVisitor().Do("GET", "/auth/me", nil, "Cookie", sessionCookie).Want(200).Into(&out)
	return out
}

// wantFailurePage checks that an answer is a failure page with this status and text, and that it
// signs nobody in.
func wantFailurePage(t *testing.T, a apptest.Answer, status int, text string) {
	t.Helper()
	state, secret, gotText := parsePopup(a)
	if a.Status != status || gotText != text || secret != "" || state != "failed" && state != "cancelled" || cookieOf(a, "sid") != "" {
		t.Errorf("got %d %s %q, want %d %q", a.Status, state, gotText, status, text)
	}
}

// turnOnTwoFactor turns two-factor sign-in of a user on and returns the recovery codes.
func turnOnTwoFactor(t *testing.T, e *apptest.Env, c *apptest.Client) []string {
	t.Helper()
	var setup struct{ Secret string }
	c.Do("POST", "/user/two-factor", map[string]any{"password": apptest.Password}).Want(200).Into(&setup)
	var codes struct {
		List []string `json:"recovery_codes"`
	}
	c.Do("POST", "/user/two-factor/confirm", map[string]any{"code": apptest.AuthenticatorCode(t, setup.Secret, e.Clock.Now())}).Want(200).Into(&codes)
	return codes.List
}
