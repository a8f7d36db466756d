// Package oidc is a client of one OpenID Connect provider: the authorization code flow
// with PKCE. It knows no accounts and no database.
//
// Invariants:
//   - The provider is looked up at the first sign-in and not at start. A failed look-up
//     is not cached: the next sign-in after a pause repeats it.
//   - Nothing of an ID token is used before its signature, issuer, audience, times and
//     nonce are checked.
//   - Answers of the provider are bounded in size and time, and redirects are refused.
package oidc

import (
	"context"
	"errors"
	"fmt"
	"slices"

	provider "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"colloquy/internal/core"
)

// Google is the issuer of Google accounts.
const Google = "https://accounts.google.com"

// exchangesAtOnce bounds the answers of the provider that are in memory at once.
const exchangesAtOnce = 32

var (
	// ErrAway reports that the provider did not answer, or not as a provider does.
	ErrAway = errors.New("oidc: the provider cannot be reached")
	// ErrRefused reports that the provider did not accept the code, or that its token
	// failed a check.
	ErrRefused = errors.New("oidc: the sign-in was refused")
)

// Config has the settings of a Client. RedirectURL is the address that the provider sends
// people back to.
type Config struct {
	Issuer       string
	ClientID     string
	ClientSecret string
	RedirectURL  string
	Clock        core.Clock
}

// Client signs people in with one provider. It is safe for concurrent use.
type Client struct {
	config    Config
	discovery discovery
	slots     chan struct{} // one for each running exchange
}

// FlowParams has the parameters of one authorization code flow. State and Nonce are
// random; the provider returns State in the redirect and Nonce in the ID token. Verifier
// is the code verifier of PKCE: it proves that the code is redeemed by the client that
// began the flow.
type FlowParams struct{ State, Nonce, Verifier string }

// Identity is an account at the provider. Issuer and Subject identify it for ever. Email
// and Name can be empty. IsEmailVerified is true only if the provider says so.
type Identity struct {
	Issuer          string
	Subject         string
	Email           string
	IsEmailVerified bool
	Name            string
}

// New returns a client. It makes no call.
func New(c Config) *Client {
	return &Client{config: c, discovery: newDiscovery(c), slots: make(chan struct{}, exchangesAtOnce)}
}

// Issuer returns the issuer of the settings.
func (c *Client) Issuer() string { return c.config.Issuer }

// AuthURL returns the address of the provider's page where a sign-in begins, or ErrAway.
func (c *Client) AuthURL(ctx context.Context, f FlowParams) (string, error) {
	p, err := c.discovery.provider(ctx)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{provider.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)}
	if takesPrompt(p, selectAccount) {
		options = append(options, oauth2.SetAuthURLParam("prompt", selectAccount))
	}
	return c.oauth(p).AuthCodeURL(f.State, options...), nil
}

// selectAccount is the prompt with which the provider lets people choose an account even
// if they have only one session there.
const selectAccount = "select_account"

// takesPrompt returns false only if the provider's document lists its prompts without this
// one: such a provider may refuse it. Google's document has no list.
func takesPrompt(p *provider.Provider, prompt string) bool {
	var said struct {
		Prompts []string `json:"prompt_values_supported"`
	}
	err := p.Claims(&said)
	return err != nil || said.Prompts == nil || slices.Contains(said.Prompts, prompt)
}

// Exchange redeems the code of a sign-in and returns the account that signed in. It
// returns ErrAway or ErrRefused, with the cause.
func (c *Client) Exchange(ctx context.Context, f FlowParams, code string) (Identity, error) {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return Identity{}, fmt.Errorf("%w: %w", ErrAway, ctx.Err())
	}
	p, err := c.discovery.provider(ctx)
	if err != nil {
		return Identity{}, err
	}
	ctx = withClient(ctx, c.discovery.client)
	token, err := c.oauth(p).Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return Identity{}, exchangeError(err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return Identity{}, fmt.Errorf("%w: the answer has no ID token", ErrRefused)
	}
	return c.identity(ctx, p, f, token, raw)
}

// oauth returns the settings of the authorization code flow.
func (c *Client) oauth(p *provider.Provider) *oauth2.Config {
	endpoint := p.Endpoint()
	endpoint.AuthStyle = authStyle(p)
	return &oauth2.Config{
		ClientID: c.config.ClientID, ClientSecret: c.config.ClientSecret, Endpoint: endpoint,
		RedirectURL: c.config.RedirectURL, Scopes: []string{provider.ScopeOpenID, "email", "profile"},
	}
}

// authStyle returns how the client's secret is sent: as the provider's document says, or
// else in the header, the default of OpenID Connect.
func authStyle(p *provider.Provider) oauth2.AuthStyle {
	var said struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := p.Claims(&said); err == nil && slices.Contains(said.Methods, "client_secret_post") && !slices.Contains(said.Methods, "client_secret_basic") {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader
}

// exchangeError tells a refused code from a provider that is away. The text of err can
// have the answer of the provider, which is left out.
func exchangeError(err error) error {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok && refused.ErrorCode != "" {
		return fmt.Errorf("%w: the token endpoint said %q", ErrRefused, cut(refused.ErrorCode))
	}
	if _, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return fmt.Errorf("%w: the token endpoint failed", ErrAway)
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}

// cut returns the beginning of a text of the provider, for the log.
func cut(text string) string { return text[:min(len(text), 100)] }
