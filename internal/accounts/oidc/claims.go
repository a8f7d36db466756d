package oidc

import (
	"context"
	"crypto/subtle"
	"fmt"
	"time"

	provider "github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

const (
	// clockSkew is how far the provider's clock may be ahead of ours.
	clockSkew = 2 * time.Minute
	// maxSubjectLength is the largest length of a subject in bytes (OpenID Connect Core 1.0,
	// section 2).
	maxSubjectLength = 255
)

// algorithms are the signature algorithms that an ID token may have. They all sign with a
// private key, so the algorithms "HS256" and "none" are left out.
var algorithms = []string{provider.RS256, provider.PS256, provider.ES256, provider.EdDSA}

// claims has the claims from an ID token or from the user info. The address is confirmed only if
// EmailVerified is the boolean true. A provider that sends a text instead violates the
// specification.
type claims struct {
	AuthorizedParty string `json:"azp"`
	Email           string `json:"email"`
	EmailVerified   any    `json:"email_verified"`
	Name            string `json:"name"`
}

// verifiedIdentity checks an ID token and returns the account that it names. raw is the text
// of the token. Rule accounts-google-checks.
func (c *Client) verifiedIdentity(ctx context.Context, p *provider.Provider, f FlowParams, token *oauth2.Token, raw string) (Identity, error) {
	id, err := p.Verifier(&provider.Config{
		ClientID: c.config.ClientID, SupportedSigningAlgs: algorithms, Now: c.config.Clock.Now,
	}).Verify(ctx, raw)
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %s", ErrRefused, shortenForLog(err.Error()))
	}
	var tokenClaims claims
	if err := id.Claims(&tokenClaims); err != nil {
		return Identity{}, fmt.Errorf("%w: the claims of the ID token cannot be read", ErrRefused)
	}
	if fault := c.tokenFault(id, tokenClaims, f); fault != "" {
		return Identity{}, fmt.Errorf("%w: %s", ErrRefused, fault)
	}
	if tokenClaims.Email == "" {
		tokenClaims = c.fetchUserClaims(ctx, p, id.Subject, token, tokenClaims)
	}
	isEmailVerified, _ := tokenClaims.EmailVerified.(bool)
	return Identity{Issuer: c.config.Issuer, Subject: id.Subject, Email: tokenClaims.Email, IsEmailVerified: isEmailVerified, Name: tokenClaims.Name}, nil
}

// tokenFault returns what is wrong with an ID token whose signature, issuer, audience and
// expiry are right, or "".
func (c *Client) tokenFault(id *provider.IDToken, tokenClaims claims, f FlowParams) string {
	switch {
	case id.Nonce == "" || subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(f.Nonce)) != 1:
		return "the nonce is not that of the sign-in"
	case tokenClaims.AuthorizedParty != "" && tokenClaims.AuthorizedParty != c.config.ClientID:
		return "the token was issued to another client"
	case len(id.Audience) > 1 && tokenClaims.AuthorizedParty == "":
		return "the token has several audiences and no authorized party"
	case id.IssuedAt.After(c.config.Clock.Now().Add(clockSkew)):
		return "the token is from the future"
	case id.Subject == "" || len(id.Subject) > maxSubjectLength:
		return "the token has no usable subject"
	}
	return ""
}

// fetchUserClaims asks the provider for the claims of a user, because some ID tokens have no address. If
// the provider gives no valid answer, it returns tokenClaims.
func (c *Client) fetchUserClaims(ctx context.Context, p *provider.Provider, subject string, token *oauth2.Token, tokenClaims claims) claims {
	if p.UserInfoEndpoint() == "" {
		return tokenClaims
	}
	info, err := p.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil || info.Subject != subject {
		return tokenClaims
	}
	var userClaims claims
	if err := info.Claims(&userClaims); err != nil {
		return tokenClaims
	}
	if userClaims.Name == "" {
		userClaims.Name = tokenClaims.Name
	}
	return userClaims
}
