package app

import (
	"colloquy/internal/accounts"
	"colloquy/internal/accounts/oidc"
	"colloquy/internal/config"
)

// newGoogle returns the provider of the button Continue with Google, or nil if none is set
// up. It makes no call.
func newGoogle(o Options) accounts.Google {
	c := o.Config
	if c.OIDCClientID == "" {
		return nil
	}
	return oidc.New(oidc.Config{
		Issuer: c.OIDCIssuer, ClientID: c.OIDCClientID, ClientSecret: c.OIDCClientSecret.Reveal(),
		RedirectURL: c.BaseURL() + "/api/auth/google/callback", Clock: o.Clock,
	})
}

// describeGoogleSetup describes the provider for the log and the terminal.
func describeGoogleSetup(c config.Config) string {
	switch {
	case c.OIDCClientID == "":
		return "none (nobody can sign in with Google)"
	case c.OIDCIssuer == oidc.GoogleIssuer:
		return "people can sign in with Google"
	}
	return "people can sign in with " + c.OIDCIssuer
}
