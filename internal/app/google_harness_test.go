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

// googleHarness is an application with a provider.
type googleHarness struct {
	*apptest.Env
	provider *oidctest.Provider
	options  storage.Options
}

// eachGoogle runs fn on both engines.
func eachGoogle(t *testing.T, fn func(t *testing.T, g *googleHarness)) {
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

// trip is a sign-in of one browser.
type trip struct {
	*googleHarness
	t           *testing.T
	cookie      string // in the form of a Cookie header
	address     string // of the provider's page
	code, state string
}

// begin opens the popup.
func (g *googleHarness) begin(t *testing.T) trip {
	t.Helper()
	a := visit(t, g.URL+"/api/auth/google", "")
	if a.Status != 302 {
		t.Fatalf("the start answers %d %s", a.Status, a.Body)
	}
	return trip{googleHarness: g, t: t, cookie: cookieOf(a, "google"), address: a.Header.Get("Location")}
}

// goes signs a person in at the provider.
func (p trip) goes(who oidctest.Person) trip {
	p.t.Helper()
	p.code, p.state = p.provider.Authorize(p.t, p.address, who)
	return p
}

// back opens the address to which the provider sends the browser back.
func (p trip) back() apptest.Answer {
	p.t.Helper()
	return visit(p.t, p.URL+"/api/auth/google/callback?state="+p.state+"&code="+p.code, p.cookie)
}

// signIn is a whole sign-in of a person.
func (g *googleHarness) signIn(t *testing.T, who oidctest.Person) apptest.Answer {
	t.Helper()
	return g.begin(t).goes(who).back()
}

// visit opens an address as a browser does in a window. It follows no redirect.
func visit(t testing.TB, address, cookies string) apptest.Answer {
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
	return apptest.Answer{T: t, Call: "GET " + address, Status: resp.StatusCode, Header: resp.Header, Body: body.String()}
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

var dataOf = regexp.MustCompile(`data-state="([a-z]*)" data-secret="([^"]*)"`)
var textOf = regexp.MustCompile(`<p id="text"[^>]*>([^<]*)</p>`)

// page returns the state, the secret and the text of the popup's page.
func page(a apptest.Answer) (state, secret, text string) {
	data, said := dataOf.FindStringSubmatch(a.Body), textOf.FindStringSubmatch(a.Body)
	if data == nil || said == nil {
		a.T.Fatalf("%s answers no page but %d %s", a.Call, a.Status, a.Body)
	}
	return data[1], data[2], html.UnescapeString(said[1])
}

type meAnswer struct {
	ID, Email, Username string
	EmailVerified       bool `json:"email_verified"`
	HasPassword         bool `json:"has_password"`
	Image               *string
}

// me returns the user whom an answer has signed in.
func (g *googleHarness) me(t *testing.T, a apptest.Answer) (out meAnswer) {
	t.Helper()
	session := cookieOf(a, "sid")
	if session == "" {
		t.Fatalf("%d %s signs nobody in", a.Status, a.Body)
	}
	g.Visitor().Do("GET", "/auth/me", nil, "Cookie", session).Want(200).Into(&out)
	return out
}

// wantFailure checks that an answer is the page of a failure, and signs nobody in.
func wantFailure(t *testing.T, a apptest.Answer, status int, text string) {
	t.Helper()
	state, secret, said := page(a)
	if a.Status != status || said != text || secret != "" || state != "failed" && state != "cancelled" || cookieOf(a, "sid") != "" {
		t.Errorf("got %d %s %q, want %d %q", a.Status, state, said, status, text)
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
	c.Do("POST", "/user/two-factor/confirm", map[string]any{"code": appCode(t, setup.Secret, e.Clock.Now())}).Want(200).Into(&codes)
	return codes.List
}
