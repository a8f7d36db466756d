package oidc_test

import (
	"context"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"colloquy/internal/accounts/oidc"
	"colloquy/internal/accounts/oidc/oidctest"
	"colloquy/internal/core/clocktest"
)

var ada = oidctest.Person{Subject: "1", Email: "ada@post.example", Name: "Ada", EmailVerifiedClaim: true}

// fixture is a Client with its test provider and a clock that tests set.
type fixture struct {
	*oidc.Client
	provider *oidctest.Provider
	clock    clock
}

// clock is a test clock whose Elapsed advances together with Now.
type clock struct{ *clocktest.Clock }

func (c clock) Elapsed() time.Duration { return c.Now().Sub(start) }

var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func newFixture(t *testing.T) *fixture {
	clock := clock{clocktest.At(start)}
	p := oidctest.New(t, clock)
	return &fixture{oidc.New(oidc.Config{
		Issuer: p.URL, ClientID: oidctest.ClientID, ClientSecret: oidctest.ClientSecret, RedirectURL: "https://colloquy.example/back", Clock: clock,
	}), p, clock}
}

var flow = oidc.FlowParams{State: "state", Nonce: "nonce", Verifier: strings.Repeat("v", 43)}

// signIn signs a person in at the test provider and redeems the code.
func (b *fixture) signIn(t *testing.T, who oidctest.Person) (oidc.Identity, error) {
	t.Helper()
	authURL, err := b.AuthURL(t.Context(), flow)
	if err != nil {
		return oidc.Identity{}, err
	}
	code, _ := b.provider.Authorize(t, authURL, who)
	return b.Exchange(t.Context(), flow, code)
}

// rule accounts-google-checks
func TestIdentityHasTheVerifiedClaims(t *testing.T) {
	for name, c := range map[string]struct {
		who  oidctest.Person
		edit func(claims map[string]any)
		want oidc.Identity
	}{
		"confirmed":      {ada, nil, oidc.Identity{Subject: "1", Email: "ada@post.example", IsEmailVerified: true, Name: "Ada"}},
		"unconfirmed":    {oidctest.Person{Subject: "1", Email: "a@b.example", EmailVerifiedClaim: false}, nil, oidc.Identity{Subject: "1", Email: "a@b.example"}},
		"no claim":       {oidctest.Person{Subject: "1", Email: "a@b.example"}, nil, oidc.Identity{Subject: "1", Email: "a@b.example"}},
		"true as a text": {oidctest.Person{Subject: "1", Email: "a@b.example", EmailVerifiedClaim: "true"}, nil, oidc.Identity{Subject: "1", Email: "a@b.example"}},
		"no address":     {oidctest.Person{Subject: "1"}, nil, oidc.Identity{Subject: "1"}},
		"address elsewhere": {ada, func(c map[string]any) { delete(c, "email"); delete(c, "email_verified") },
			oidc.Identity{Subject: "1", Email: "ada@post.example", IsEmailVerified: true, Name: "Ada"}},
		"own azp":       {ada, func(c map[string]any) { c["azp"] = oidctest.ClientID }, oidc.Identity{Subject: "1", Email: "ada@post.example", IsEmailVerified: true, Name: "Ada"}},
		"clock ahead":   {ada, func(c map[string]any) { c["iat"] = c["iat"].(int64) + 60 }, oidc.Identity{Subject: "1", Email: "ada@post.example", IsEmailVerified: true, Name: "Ada"}},
		"two audiences": {ada, func(c map[string]any) { c["aud"] = []string{"other", oidctest.ClientID}; c["azp"] = oidctest.ClientID }, oidc.Identity{Subject: "1", Email: "ada@post.example", IsEmailVerified: true, Name: "Ada"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newFixture(t)
			b.provider.EditClaims = c.edit
			got, err := b.signIn(t, c.who)
			c.want.Issuer = b.provider.URL
			if err != nil || got != c.want {
				t.Errorf("got %+v, %v, want %+v", got, err, c.want)
			}
		})
	}
}

// rule accounts-google-checks
func TestForgedTokensAreRefused(t *testing.T) {
	setClaim := func(name string, value any) func(*oidctest.Provider) {
		return func(p *oidctest.Provider) { p.EditClaims = func(c map[string]any) { c[name] = value } }
	}
	setSign := func(fn func(p *oidctest.Provider, claims []byte) string) func(*oidctest.Provider) {
		return func(p *oidctest.Provider) { p.Sign = fn }
	}
	now := start
	for name, change := range map[string]func(*oidctest.Provider){
		"nonce of another sign-in": setClaim("nonce", "other"),
		"empty nonce":              setClaim("nonce", ""),
		"no nonce":                 func(p *oidctest.Provider) { p.EditClaims = func(c map[string]any) { delete(c, "nonce") } },
		"other audience":           setClaim("aud", "another-client"),
		"no audience":              func(p *oidctest.Provider) { p.EditClaims = func(c map[string]any) { delete(c, "aud") } },
		"other party":              setClaim("azp", "another-client"),
		"two audiences, no party":  setClaim("aud", []string{oidctest.ClientID, "another-client"}),
		"other issuer":             setClaim("iss", "https://evil.example"),
		"expired":                  setClaim("exp", now.Add(-time.Second).Unix()),
		"no expiry":                func(p *oidctest.Provider) { p.EditClaims = func(c map[string]any) { delete(c, "exp") } },
		"from the future":          setClaim("iat", now.Add(10*time.Minute).Unix()),
		"not yet valid":            setClaim("nbf", now.Add(10*time.Minute).Unix()),
		"no subject":               setClaim("sub", ""),
		"long subject":             setClaim("sub", strings.Repeat("s", 256)),
		"alg none": setSign(func(_ *oidctest.Provider, claims []byte) string {
			b64 := base64.RawURLEncoding
			return b64.EncodeToString([]byte(`{"alg":"none"}`)) + "." + b64.EncodeToString(claims) + "."
		}),
		"HS256 with the public key": setSign(func(p *oidctest.Provider, claims []byte) string {
			key, kid := p.PublicKey()
			return p.SignClaimsWith(jose.HS256, key, kid, claims)
		}),
		"HS256 with the client's secret": setSign(func(p *oidctest.Provider, claims []byte) string {
			return p.SignClaimsWith(jose.HS256, []byte(strings.Repeat(oidctest.ClientSecret, 2)), "", claims)
		}),
		"changed after signing": setSign(func(p *oidctest.Provider, claims []byte) string {
			parts := strings.Split(p.SignClaims(claims), ".")
			parts[1] = base64.RawURLEncoding.EncodeToString([]byte(strings.Replace(string(claims), `"sub":"1"`, `"sub":"2"`, 1)))
			return strings.Join(parts, ".")
		}),
		"no token":    setSign(func(*oidctest.Provider, []byte) string { return "" }),
		"not a token": setSign(func(*oidctest.Provider, []byte) string { return "a.b.c" }),
	} {
		t.Run(name, func(t *testing.T) {
			b := newFixture(t)
			change(b.provider)
			if got, err := b.signIn(t, ada); !errors.Is(err, oidc.ErrRefused) {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
}

// rule accounts-google-checks
func TestKeyOfAnotherProviderIsRefusedAndRotationIsNot(t *testing.T) {
	b := newFixture(t)
	if _, err := b.signIn(t, ada); err != nil {
		t.Fatal(err)
	}
	b.provider.RotateKey(t)
	if _, err := b.signIn(t, ada); err != nil {
		t.Errorf("after a rotation: %v", err)
	}
	otherProvider := oidctest.New(t, b.clock)
	b.provider.Sign = func(_ *oidctest.Provider, claims []byte) string { return otherProvider.SignClaims(claims) }
	if _, err := b.signIn(t, ada); !errors.Is(err, oidc.ErrRefused) {
		t.Errorf("a foreign key: %v", err)
	}
}

// rule accounts-google-checks
func TestCodeBelongsToItsSignIn(t *testing.T) {
	b := newFixture(t)
	authURL, err := b.AuthURL(t.Context(), flow)
	if err != nil {
		t.Fatal(err)
	}
	code, _ := b.provider.Authorize(t, authURL, ada)
	other := flow
	other.Verifier = strings.Repeat("w", 43)
	if _, err := b.Exchange(t.Context(), other, code); !errors.Is(err, oidc.ErrRefused) || strings.Contains(err.Error(), "canary") {
		t.Errorf("another verifier: %v", err)
	}
	code, _ = b.provider.Authorize(t, authURL, ada)
	if _, err := b.Exchange(t.Context(), flow, code); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Exchange(t.Context(), flow, code); !errors.Is(err, oidc.ErrRefused) {
		t.Errorf("a used code: %v", err)
	}
}

// rule accounts-google-prompt
func TestPromptIsLeftOutForProvidersThatDoNotListIt(t *testing.T) {
	for name, c := range map[string]struct {
		prompts []string
		want    string
	}{
		"no list":    {nil, "select_account"},
		"listed":     {[]string{"login", "select_account"}, "select_account"},
		"not listed": {[]string{"none", "login", "consent"}, ""},
		"empty list": {[]string{}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			b := newFixture(t)
			b.provider.SupportedPrompts = c.prompts
			authURL, err := b.AuthURL(t.Context(), flow)
			if err != nil {
				t.Fatal(err)
			}
			u, err := url.Parse(authURL)
			if err != nil {
				t.Fatal(err)
			}
			if got := u.Query().Get("prompt"); got != c.want {
				t.Errorf("prompt %q, want %q", got, c.want)
			}
			code, _ := b.provider.Authorize(t, authURL, ada)
			if _, err := b.Exchange(t.Context(), flow, code); err != nil {
				t.Error(err)
			}
		})
	}
}

// rule accounts-google-provider
func TestProviderThatDoesNotAnswer(t *testing.T) {
	answerHTML := func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<!doctype html>")) }
	answerHuge := func(w http.ResponseWriter, _ *http.Request) {
		w.Write([]byte(`{"a":"` + strings.Repeat("x", 1<<20) + `"}`))
	}
	redirectElsewhere := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
	}
	answerError := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }
	for _, path := range []string{"/.well-known/openid-configuration", "/token", "/keys"} {
		for name, fault := range map[string]http.HandlerFunc{"html": answerHTML, "huge": answerHuge, "redirect": redirectElsewhere, "500": answerError} {
			t.Run(path+" "+name, func(t *testing.T) {
				b := newFixture(t)
				b.provider.Intercept = func(w http.ResponseWriter, r *http.Request) bool {
					if r.URL.Path == path {
						fault(w, r)
					}
					return r.URL.Path == path
				}
				if got, err := b.signIn(t, ada); !errors.Is(err, oidc.ErrUnreachable) && !errors.Is(err, oidc.ErrRefused) {
					t.Errorf("got %+v, %v", got, err)
				}
				b.provider.Intercept = nil
				b.clock.Advance(2 * time.Second)
				if _, err := b.signIn(t, ada); err != nil {
					t.Errorf("it does not recover: %v", err)
				}
			})
		}
	}
}

// rule accounts-google-provider
func TestFailedLookUpIsRepeatedAfterAPause(t *testing.T) {
	b := newFixture(t)
	b.provider.Intercept = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(503); return true }
	lookUpCount := func() int { return b.provider.CallsByPath["/.well-known/openid-configuration"] }
	for range 200 {
		if _, err := b.AuthURL(t.Context(), flow); !errors.Is(err, oidc.ErrUnreachable) {
			t.Fatal(err)
		}
	}
	if lookUpCount() != 1 {
		t.Errorf("%d look-ups without a pause", lookUpCount())
	}
	b.clock.Advance(time.Second)
	b.AuthURL(t.Context(), flow)
	b.clock.Advance(time.Second) // too early: 1 s of the pause of 2 s has passed
	b.AuthURL(t.Context(), flow)
	if lookUpCount() != 2 {
		t.Errorf("%d look-ups, want 2", lookUpCount())
	}
	b.provider.Intercept = nil
	b.clock.Advance(time.Minute)
	if _, err := b.AuthURL(t.Context(), flow); err != nil {
		t.Error(err)
	}
	b.clock.Advance(25 * time.Hour)
	b.provider.Intercept = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(503); return true }
	if _, err := b.AuthURL(t.Context(), flow); err != nil {
		t.Errorf("a failed refresh ended sign-ins: %v", err)
	}
}

// rule accounts-google-provider
func TestParallelCallersShareOneLookUp(t *testing.T) {
	b := newFixture(t)
	var wg sync.WaitGroup
	for range 200 {
		wg.Go(func() {
			if _, err := b.AuthURL(t.Context(), flow); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := b.provider.CallsByPath["/.well-known/openid-configuration"]; n != 1 {
		t.Errorf("%d look-ups", n)
	}
}

// rule accounts-google-provider
func TestSlowProviderDoesNotHoldACall(t *testing.T) {
	b := newFixture(t)
	release := make(chan struct{})
	b.provider.Intercept = func(_ http.ResponseWriter, r *http.Request) bool {
		select {
		case <-release:
		case <-r.Context().Done():
		}
		return true
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := b.AuthURL(ctx, flow); !errors.Is(err, oidc.ErrUnreachable) {
		t.Error(err)
	}
	close(release)
}

// rule accounts-google-provider
func TestDocumentOfAnotherIssuerOrWithoutAddressesIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"other issuer": `{"issuer":"https://evil.example","authorization_endpoint":"https://a/","token_endpoint":"https://a/","jwks_uri":"https://a/"}`,
		"no addresses": `{"issuer":"URL"}`,
		"odd scheme":   `{"issuer":"URL","authorization_endpoint":"javascript:alert(1)","token_endpoint":"URL","jwks_uri":"URL"}`,
	} {
		t.Run(name, func(t *testing.T) {
			b := newFixture(t)
			b.provider.Intercept = func(w http.ResponseWriter, _ *http.Request) bool {
				w.Header().Set("Content-Type", "application/json")
				w.Write([]byte(strings.ReplaceAll(text, "URL", b.provider.URL)))
				return true
			}
			if _, err := b.AuthURL(t.Context(), flow); !errors.Is(err, oidc.ErrUnreachable) {
				t.Error(err)
			}
		})
	}
}
