// Package oidc is a client of one OpenID Connect provider: the authorization code flow with PKCE.
// It does not use accounts or the database.
//
// Invariants:
//   - The client looks up the provider at the first sign-in, not at start. After a failed look-up
//     and a pause, the next sign-in looks it up again.
//   - The client checks signature, issuer, audience, times and nonce of an ID token before it uses
//     any claim.
//   - It limits the size and time of the provider's answers, and refuses redirects.
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

// GoogleIssuer is the issuer of Google accounts.
const GoogleIssuer = "https://accounts.google.com"

// exchangesAtOnce is how many exchanges run at once. It bounds the memory for answers of the
// provider.
const exchangesAtOnce = 32

var (
	// ErrUnreachable reports that the provider did not answer, or that its answer was not usable.
	ErrUnreachable = errors.New("oidc: the provider cannot be reached")
	// ErrRefused reports that the provider did not accept the code, or that its token
	// failed a check.
	ErrRefused = errors.New("oidc: the sign-in was refused")
)

// Config has the settings of a Client. RedirectURL is the address to which the provider
// redirects the browser back.
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

// FlowParams has the parameters of one authorization code flow. State and Nonce are random. The
// provider returns State in the redirect and Nonce in the ID token. Verifier is the code verifier
// of PKCE. It proves that one client began the flow and redeems the code.
type FlowParams struct{ State, Nonce, Verifier string }

// Identity is an account at the provider. Issuer and Subject identify it and never change. Email
// and Name can be empty. IsEmailVerified tells whether the provider has confirmed the address.
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

// AuthURL returns the address of the provider's sign-in page for a flow, or ErrUnreachable. It
// sends state, nonce and the challenge of PKCE (S256). Rule accounts-google-start.
func (c *Client) AuthURL(ctx context.Context, f FlowParams) (string, error) {
	p, err := c.discovery.currentProvider(ctx)
	if err != nil {
		return "", err
	}
	options := []oauth2.AuthCodeOption{provider.Nonce(f.Nonce), oauth2.S256ChallengeOption(f.Verifier)}
	if takesPrompt(p, selectAccountPrompt) {
		options = append(options, oauth2.SetAuthURLParam("prompt", selectAccountPrompt))
	}
	return c.oauthConfig(p).AuthCodeURL(f.State, options...), nil
}

// selectAccountPrompt makes the provider show a list of accounts, even to a user who is
// signed in to only one.
const selectAccountPrompt = "select_account"

// takesPrompt reports whether the provider takes a prompt. If the provider's document has a list of
// prompts, the list must contain the prompt. Without a list, as in Google's document, takesPrompt
// returns true. Rule accounts-google-prompt.
func takesPrompt(p *provider.Provider, prompt string) bool {
	var said struct {
		SupportedPrompts []string `json:"prompt_values_supported"`
	}
	err := p.Claims(&said)
	return err != nil || said.SupportedPrompts == nil || slices.Contains(said.SupportedPrompts, prompt)
}

// Exchange redeems the code of a sign-in and returns the account that signed in. It
// returns ErrUnreachable or ErrRefused, with the cause.
func (c *Client) Exchange(ctx context.Context, f FlowParams, code string) (Identity, error) {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return Identity{}, fmt.Errorf("%w: %w", ErrUnreachable, ctx.Err())
	}
	p, err := c.discovery.currentProvider(ctx)
	if err != nil {
		return Identity{}, err
	}
	ctx = contextWithClient(ctx, c.discovery.client)
	token, err := c.oauthConfig(p).Exchange(ctx, code, oauth2.VerifierOption(f.Verifier))
	if err != nil {
		return Identity{}, exchangeError(err)
	}
	rawToken, ok := token.Extra("id_token").(string)
	if !ok {
		return Identity{}, fmt.Errorf("%w: the answer has no ID token", ErrRefused)
	}
	return c.verifiedIdentity(ctx, p, f, token, rawToken)
}

// oauthConfig returns the settings of the flow for the OAuth library.
func (c *Client) oauthConfig(p *provider.Provider) *oauth2.Config {
	endpoint := p.Endpoint()
	endpoint.AuthStyle = authStyle(p)
	return &oauth2.Config{
		ClientID: c.config.ClientID, ClientSecret: c.config.ClientSecret, Endpoint: endpoint,
		RedirectURL: c.config.RedirectURL, Scopes: []string{provider.ScopeOpenID, "email", "profile"},
	}
}

// authStyle returns how the client's secret is sent: as the provider's document says, or
// else in the Authorization header, the default of OpenID Connect.
func authStyle(p *provider.Provider) oauth2.AuthStyle {
	var said struct {
		Methods []string `json:"token_endpoint_auth_methods_supported"`
	}
	if err := p.Claims(&said); err == nil && slices.Contains(said.Methods, "client_secret_post") && !slices.Contains(said.Methods, "client_secret_basic") {
		return oauth2.AuthStyleInParams
	}
	return oauth2.AuthStyleInHeader
}

// exchangeError returns ErrRefused if the provider refused the code, else ErrUnreachable. It
// leaves out the provider's answer, which the text of err can contain.
func exchangeError(err error) error {
	if refused, ok := errors.AsType[*oauth2.RetrieveError](err); ok && refused.ErrorCode != "" {
		return fmt.Errorf("%w: the token endpoint said %q", ErrRefused, shortenForLog(refused.ErrorCode))
	}
	if _, ok := errors.AsType[*oauth2.RetrieveError](err); ok {
		return fmt.Errorf("%w: the token endpoint failed", ErrUnreachable)
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}

// shortenForLog returns the first 100 bytes of a text of the provider, for the log.
func shortenForLog(text string) string { return text[:min(len(text), 100)] }
