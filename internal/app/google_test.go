package app_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"colloquy/internal/accounts/oidc/oidctest"
	"colloquy/internal/app/apptest"
	"colloquy/internal/core"
)

const (
	refusedText    = "Google did not confirm the sign-in. Please try again."
	expiredText    = "This sign-in took too long or was started in another window. Please try again."
	noEmailText    = "Google gave us no email address that we can use. Please sign up with an email address and a password."
	unverifiedText = "Google has not confirmed your email address. Please confirm it there, then try again."
)

func newPerson(subject string) oidctest.Person {
	return oidctest.Person{Subject: subject, Email: subject + "@mail.example", Name: "Grace Hopper", EmailVerifiedClaim: true}
}

// rules accounts-google-new, accounts-google-page
func TestNewPersonGetsAnAccountWithoutPassword(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		a := g.signInWithGoogle(t, newPerson("grace"))
		if state, _, text := parsePopup(a); a.Status != 200 || state != "done" || text != "You are logged in. You can close this window." {
			t.Errorf("got %d %s %q", a.Status, state, text)
		}
		h := a.Header
		if h.Get("Cross-Origin-Opener-Policy") != "unsafe-none" || !strings.Contains(h.Get("Content-Security-Policy"), "script-src 'self';") || h.Get("Cache-Control") != "no-store" {
			t.Errorf("the page has the headers %v", h)
		}
		if cookieOf(a, "signed_in") == "" || cookieOf(a, "google") != "" || cookieOf(a, "device") != "" {
			t.Errorf("the page sets %q", h.Values("Set-Cookie"))
		}
		firstUser := g.signedInUser(t, a)
		if firstUser.Email != "grace@mail.example" || firstUser.Username != "Grace Hopper" || !firstUser.EmailVerified || firstUser.HasPassword || firstUser.Image != nil {
			t.Errorf("the account is %+v", firstUser)
		}
		// The subject identifies the person. The address at Google may change.
		secondAnswer := g.signInWithGoogle(t, oidctest.Person{Subject: "grace", Email: "other@mail.example", EmailVerifiedClaim: false})
		if second := g.signedInUser(t, secondAnswer); second.ID != firstUser.ID || second.Email != firstUser.Email {
			t.Errorf("the second sign-in opens %+v", second)
		}
		if n := countRows(t, g.Env, "audit WHERE event = 'account.registered'"); n != 1 {
			t.Errorf("%d registrations are audited", n)
		}
	})
}

// rule accounts-google-state
func TestReturnWithoutItsSignInIsRefused(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		wantReturnRefused := func(name string, a apptest.Answer) {
			t.Helper()
			t.Run(name, func(t *testing.T) { wantFailurePage(t, a, 400, expiredText) })
		}
		ownPopup, otherPopup := g.openPopup(t).signInAtProvider(newPerson("mine")), g.openPopup(t).signInAtProvider(newPerson("theirs"))
		openChangedCallback := func(change func(p *popupSignIn)) apptest.Answer {
			p := ownPopup
			change(&p)
			return p.openCallback()
		}
		wantReturnRefused("wrong state", openChangedCallback(func(p *popupSignIn) { p.state = "wrong" }))
		wantReturnRefused("no state", openChangedCallback(func(p *popupSignIn) { p.state = "" }))
		wantReturnRefused("state of another browser", openChangedCallback(func(p *popupSignIn) { p.state, p.code = otherPopup.state, otherPopup.code }))
		wantReturnRefused("no cookie", openChangedCallback(func(p *popupSignIn) { p.cookie = "" }))
		wantReturnRefused("cookie of another browser", openChangedCallback(func(p *popupSignIn) { p.cookie = otherPopup.cookie }))
		wantReturnRefused("changed cookie", openChangedCallback(func(p *popupSignIn) { p.cookie += "x" }))
		wantReturnRefused("long cookie", openChangedCallback(func(p *popupSignIn) { p.cookie = "google=" + strings.Repeat("a.b.c", 900) }))
		wantReturnRefused("longer life", openChangedCallback(func(p *popupSignIn) {
			cookieParts := strings.Split(p.cookie, ".")
			cookieParts[1] = "zzzzzz"
			p.cookie = strings.Join(cookieParts, ".")
		}))
		g.signedInUser(t, ownPopup.openCallback())
		wantReturnRefused("a second time", ownPopup.openCallback())
		g.restart(t)
		wantReturnRefused("a second time after a restart", ownPopup.openCallback())
		g.signedInUser(t, otherPopup.openCallback()) // this sign-in began before the restart
		oldPopup := g.openPopup(t).signInAtProvider(newPerson("old"))
		g.Clock.Advance(10*time.Minute + time.Second)
		wantReturnRefused("too late", oldPopup.openCallback())
		if n := countRows(t, g.Env, "users WHERE email = 'old@mail.example'"); n != 0 {
			t.Errorf("%d accounts of a refused sign-in", n)
		}
	})
}

// rules accounts-google-state, accounts-google-texts
func TestReturnWithAnErrorShowsAFailurePage(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		for query, text := range map[string]string{
			"error=access_denied":                       "The sign-in was cancelled. Nothing has changed.",
			"error=server_error":                        refusedText,
			"error=%3Cscript%3Ealert(1)%3C%2Fscript%3E": refusedText,
			"code=":                           refusedText,
			"code=unknown":                    refusedText,
			"code=x&iss=https://evil.example": refusedText,
		} {
			p := g.openPopup(t).signInAtProvider(newPerson("eve"))
			a := openInWindow(t, g.URL+"/api/auth/google/callback?state="+p.state+"&"+query, p.cookie)
			wantFailurePage(t, a, 400, text)
			if strings.Contains(a.Body, "alert(1)") {
				t.Error("the page repeats what the address says")
			}
			wantFailurePage(t, p.openCallback(), 400, expiredText) // the failed return above has ended the sign-in
		}
		if n := countRows(t, g.Env, "identities"); n != 0 {
			t.Errorf("%d identities", n)
		}
	})
}

// rule accounts-google-start
func TestOtherSitesCannotStartASignIn(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		for _, header := range [][2]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Sec-Purpose", "prefetch;prerender"}, {"Purpose", "prefetch"}} {
			a := g.NewVisitor().Do("GET", "/auth/google", nil, header[0], header[1])
			wantFailurePage(t, a, 403, "This call must come from our own pages.")
			if cookieOf(a, "google") != "" {
				t.Error("a refused start sets a cookie")
			}
		}
		p := g.openPopup(t)
		if !strings.HasPrefix(p.address, g.provider.URL+"/auth?") || strings.Contains(p.address, strings.Split(p.cookie, ".")[0]) {
			t.Errorf("the provider sees %s", p.address)
		}
		if n := countRows(t, g.Env, "oidc_returns"); n != 0 {
			t.Errorf("a start stores %d rows", n)
		}
		g.NewVisitor().Do("POST", "/auth/google/link", map[string]any{"ticket": "x", "password": apptest.Password}, "Sec-Fetch-Site", "cross-site").Want(403)
	})
}

// rule accounts-google-texts
func TestTooManySignInsAnswerThePage(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		for _, path := range []string{"/api/auth/google", "/api/auth/google/callback?state=a&code=b"} {
			a := openInWindow(t, g.URL+path, "")
			for range 30 {
				if a.Status == 429 {
					break
				}
				a = openInWindow(t, g.URL+path, "")
			}
			wantFailurePage(t, a, 429, core.ErrRateLimited.Msg)
			if a.Header.Get("Retry-After") == "" || a.Header.Get("Content-Type") != "text/html; charset=utf-8" {
				t.Errorf("the refusal has the headers %v", a.Header)
			}
		}
	})
}

// rule accounts-google-off
func TestSiteWorksWithoutGoogleSettings(t *testing.T) {
	apptest.Each(t, func(t *testing.T, e *apptest.Env) {
		for _, path := range []string{"/auth/google", "/auth/google/callback?state=a&code=b"} {
			wantFailurePage(t, openInWindow(t, e.URL+"/api"+path, "google=a.b.c"), 409, "Google sign-in is not set up here.")
		}
		if body := e.NewVisitor().Do("GET", "/auth/methods", nil).Want(200).Body; strings.TrimSpace(body) != `{"google":false}` {
			t.Error(body)
		}
	})
}

// rules accounts-google-new, accounts-google-address
func TestOnlyAnAddressThatGoogleConfirmsMakesAnAccount(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		for name, c := range map[string]struct {
			who  oidctest.Person
			text string
		}{
			"missing":     {oidctest.Person{Subject: "1", EmailVerifiedClaim: true}, noEmailText},
			"not one":     {oidctest.Person{Subject: "2", Email: "nobody", EmailVerifiedClaim: true}, noEmailText},
			"too long":    {oidctest.Person{Subject: "3", Email: strings.Repeat("a", 100) + "@mail.example", EmailVerifiedClaim: true}, noEmailText},
			"hostile":     {oidctest.Person{Subject: "4", Email: "a\u202e@mail.example", EmailVerifiedClaim: true}, noEmailText},
			"unconfirmed": {oidctest.Person{Subject: "5", Email: "a@mail.example", EmailVerifiedClaim: false}, unverifiedText},
			"no claim":    {oidctest.Person{Subject: "6", Email: "a@mail.example"}, unverifiedText},
			"text":        {oidctest.Person{Subject: "7", Email: "a@mail.example", EmailVerifiedClaim: "true"}, unverifiedText},
			"number":      {oidctest.Person{Subject: "8", Email: "a@mail.example", EmailVerifiedClaim: 1}, unverifiedText},
		} {
			t.Run(name, func(t *testing.T) { wantFailurePage(t, g.signInWithGoogle(t, c.who), 400, c.text) })
		}
		if n := countRows(t, g.Env, "users"); n != 0 {
			t.Errorf("%d accounts", n)
		}
	})
}

// rules accounts-google-new, accounts-name
func TestNamesOfProfilesAreCleaned(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		for i, c := range []struct{ name, want string }{
			{"  Grace \u202e\u200b Hopper ", "Grace Hopper"},
			{"", "name1"},
			{"\u200b", "name2"},
			{"Colloquy Support", "name3"},
			{strings.Repeat("é", 80), strings.Repeat("é", 50)},
			{"<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"},
		} {
			subject := fmt.Sprintf("name%d", i)
			a := g.signInWithGoogle(t, oidctest.Person{Subject: subject, Email: subject + "@mail.example", Name: c.name, EmailVerifiedClaim: true})
			if got := g.signedInUser(t, a).Username; got != c.want {
				t.Errorf("%q became %q, want %q", c.name, got, c.want)
			}
		}
		a := g.signInWithGoogle(t, oidctest.Person{Subject: "staff", Email: "support@mail.example", EmailVerifiedClaim: true})
		if got := g.signedInUser(t, a).Username; got != "New guest" {
			t.Errorf("a name of staff became %q", got)
		}
	})
}

// rule accounts-google-parallel
func TestParallelReturnsMakeOneAccount(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		const n = 24 // below the rate limit of a network
		popups := make([]popupSignIn, n)
		for i := range popups {
			popups[i] = g.openPopup(t).signInAtProvider(newPerson("crowd"))
		}
		g.Clock.Advance(time.Minute)
		var wg sync.WaitGroup
		var mu sync.Mutex
		signInsByUser := map[string]int{}
		for _, p := range popups {
			wg.Go(func() {
				a := p.openCallback()
				if cookieOf(a, "sid") == "" {
					_, _, text := parsePopup(a)
					t.Errorf("%d %s", a.Status, text)
					return
				}
				id := g.signedInUser(t, a).ID
				mu.Lock()
				signInsByUser[id]++
				mu.Unlock()
			})
		}
		wg.Wait()
		if len(signInsByUser) != 1 || countRows(t, g.Env, "identities") != 1 || countRows(t, g.Env, "users") != 1 {
			t.Errorf("the sign-ins opened %v", signInsByUser)
		}
	})
}

// rules accounts-google-provider, accounts-google-texts
func TestUnreachableGoogleShowsAFailurePage(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		p := g.openPopup(t).signInAtProvider(newPerson("away"))
		g.provider.Intercept = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(502); return true }
		const text = "Google cannot be reached right now. Please try again in a moment."
		wantFailurePage(t, p.openCallback(), 503, text)
		g.restart(t) // the new process has not fetched the provider's configuration yet
		wantFailurePage(t, openInWindow(t, g.URL+"/api/auth/google", ""), 503, text)
		g.provider.Intercept = nil
		g.Clock.Advance(2 * time.Second)
		g.signedInUser(t, g.signInWithGoogle(t, newPerson("away")))
	})
}

// rule accounts-google-new
func TestDeletedAccountComesBackAsANewOne(t *testing.T) {
	googleOnEachEngine(t, func(t *testing.T, g *googleHarness) {
		a := g.signInWithGoogle(t, newPerson("leaver"))
		firstUser := g.signedInUser(t, a)
		p := g.openPopup(t).signInAtProvider(newPerson("leaver"))
		g.NewVisitor().Do("DELETE", "/user/account", nil, "Cookie", cookieOf(a, "sid"), "Sec-Fetch-Site", "same-origin").Want(200)
		if n := countRows(t, g.Env, "identities"); n != 0 {
			t.Errorf("%d identities are left", n)
		}
		if second := g.signedInUser(t, p.openCallback()); second.ID == firstUser.ID {
			t.Error("the account is still there")
		}
	})
}
