// Package oidctest is an OpenID Connect provider for tests. It checks what a provider has
// to check, such as PKCE. Tests can make it give wrong answers.
package oidctest

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"colloquy/internal/core"
)

// The client that the provider knows.
const (
	ClientID     = "colloquy-test"
	ClientSecret = "secret-of-the-client"
)

// Person is an account at the provider.
type Person struct {
	Subject, Email, Name string
	EmailVerifiedClaim   any // claim email_verified: true, false or another value; nil for no claim
}

// Provider is a running provider. Tests can set its exported fields between calls.
type Provider struct {
	URL   string
	Clock core.Clock

	mu            sync.Mutex
	key           *rsa.PrivateKey
	kid           string
	signInsByCode map[string]codeSignIn
	person        Person // person of the last grant, for the user info

	// EditClaims, if set, changes the claims of each ID token.
	EditClaims func(claims map[string]any)
	// Sign, if set, makes the ID token from its claims instead of SignClaims.
	Sign func(p *Provider, claims []byte) string
	// Intercept, if set, runs before each request is answered. If it returns true, it has
	// answered the request itself.
	Intercept func(w http.ResponseWriter, r *http.Request) bool
	// SupportedPrompts is prompt_values_supported in the provider's document: the supported values
	// of the parameter prompt. If SupportedPrompts is nil, the document has no list. A value that
	// is not in the list is refused.
	SupportedPrompts []string
	// CallsByPath counts the requests by path.
	CallsByPath map[string]int
}

// codeSignIn is the data for which an authorization code was issued.
type codeSignIn struct {
	person                        Person
	nonce, challenge, redirectURL string
}

// New starts a provider. It stops at the end of the test.
func New(t testing.TB, clock core.Clock) *Provider {
	t.Helper()
	p := &Provider{Clock: clock, signInsByCode: map[string]codeSignIn{}, CallsByPath: map[string]int{}}
	p.RotateKey(t)
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.URL = server.URL
	return p
}

// RotateKey replaces the provider's signing key.
func (p *Provider) RotateKey(t testing.TB) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.key, p.kid = key, core.NewSecret()[:8]
}

// Authorize opens authURL, a result of Client.AuthURL, as a browser would, and signs a person in.
// It returns the code and the state of the redirect.
func (p *Provider) Authorize(t testing.TB, authURL string, who Person) (code, state string) {
	t.Helper()
	u, err := url.Parse(authURL)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	if q.Get("response_type") != "code" || q.Get("client_id") != ClientID || q.Get("code_challenge_method") != "S256" || q.Get("scope") != "openid email profile" {
		t.Fatalf("the provider refuses %s", authURL)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if prompt := q.Get("prompt"); prompt != "" && p.SupportedPrompts != nil && !slices.Contains(p.SupportedPrompts, prompt) {
		t.Fatalf("the provider refuses the prompt of %s", authURL)
	}
	code = core.NewSecret()
	p.signInsByCode[code] = codeSignIn{who, q.Get("nonce"), q.Get("code_challenge"), q.Get("redirect_uri")}
	return code, q.Get("state")
}

// ServeHTTP answers the calls of a client.
func (p *Provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.CallsByPath[r.URL.Path]++
	if p.Intercept != nil && p.Intercept(w, r) {
		return
	}
	switch r.URL.Path {
	case "/.well-known/openid-configuration":
		document := map[string]any{
			"issuer": p.URL, "authorization_endpoint": p.URL + "/auth", "token_endpoint": p.URL + "/token",
			"jwks_uri": p.URL + "/keys", "userinfo_endpoint": p.URL + "/me", "id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"},
		}
		if p.SupportedPrompts != nil {
			document["prompt_values_supported"] = p.SupportedPrompts
		}
		writeJSON(w, 200, document)
	case "/keys":
		writeJSON(w, 200, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: p.key.Public(), KeyID: p.kid, Algorithm: "RS256", Use: "sig"}}})
	case "/token":
		p.serveToken(w, r)
	case "/me":
		claims := map[string]any{"sub": p.person.Subject}
		addEmailClaims(claims, p.person)
		writeJSON(w, 200, claims)
	default:
		http.NotFound(w, r)
	}
}

// serveToken answers a call of the token endpoint.
func (p *Provider) serveToken(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	g, ok := p.signInsByCode[r.FormValue("code")]
	delete(p.signInsByCode, r.FormValue("code"))
	verifierSum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	switch {
	case id != ClientID || secret != ClientSecret:
		writeJSON(w, 401, map[string]any{"error": "invalid_client"})
		return
	case !ok || g.challenge != base64.RawURLEncoding.EncodeToString(verifierSum[:]) || g.redirectURL != r.FormValue("redirect_uri"):
		writeJSON(w, 400, map[string]any{"error": "invalid_grant", "error_description": "canary " + r.FormValue("code_verifier")})
		return
	}
	p.person = g.person
	claims := map[string]any{
		"iss": p.URL, "aud": ClientID, "sub": g.person.Subject, "nonce": g.nonce,
		"iat": p.Clock.Now().Unix(), "exp": p.Clock.Now().Add(time.Hour).Unix(), "name": g.person.Name,
	}
	addEmailClaims(claims, g.person)
	if p.EditClaims != nil {
		p.EditClaims(claims)
	}
	body, _ := json.Marshal(claims)
	sign := p.Sign
	if sign == nil {
		sign = (*Provider).SignClaims
	}
	writeJSON(w, 200, map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 3600, "id_token": sign(p, body)})
}

// addEmailClaims adds the claims about the address of a person.
func addEmailClaims(claims map[string]any, who Person) {
	if who.Email != "" {
		claims["email"] = who.Email
	}
	if who.EmailVerifiedClaim != nil {
		claims["email_verified"] = who.EmailVerifiedClaim
	}
}

// SignClaims returns an ID token with the claims, signed with the provider's key.
func (p *Provider) SignClaims(claims []byte) string {
	return p.SignClaimsWith(jose.RS256, p.key, p.kid, claims)
}

// SignClaimsWith returns an ID token with the claims, signed with any key.
func (*Provider) SignClaimsWith(alg jose.SignatureAlgorithm, key any, kid string, claims []byte) string {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: alg, Key: key}, (&jose.SignerOptions{}).WithHeader("kid", kid).WithType("JWT"))
	if err != nil {
		panic(err)
	}
	signedClaims, err := signer.Sign(claims)
	if err != nil {
		panic(err)
	}
	text, _ := signedClaims.CompactSerialize()
	return text
}

// PublicKey returns the provider's public key in the form that clients fetch, and its id.
func (p *Provider) PublicKey() (key []byte, kid string) {
	b, _ := json.Marshal(jose.JSONWebKey{Key: p.key.Public(), KeyID: p.kid})
	return b, p.kid
}

// writeJSON answers with a status and a JSON value.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(v)
}
