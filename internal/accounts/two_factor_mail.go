package accounts

import (
	"context"
	"time"

	"colloquy/internal/email"
	"colloquy/internal/storage"
)

// sendTwoFactorOnMail tells a user that two-factor sign-in was turned on. Rule
// accounts-two-factor-setup.
func (s *Service) sendTwoFactorOnMail(ctx context.Context, tx storage.Querier, to string) error {
	return s.enqueueLetter(ctx, tx, to, "Two-factor sign-in is on", email.Letter{
		Intro: []string{
			"Two-factor sign-in was turned on for your Colloquy account, and all other devices were logged out. After your password you now enter a code from your authenticator app.",
			"Keep your recovery codes in a safe place. Each of them works once in place of a code.",
		},
		Outro: []string{"If it was not you, write to us at " + s.deps.BaseURL + "/contact-us at once."},
	}, time.Time{})
}

// sendTwoFactorOffMail tells a user that two-factor sign-in was turned off. Rule
// accounts-two-factor-off.
func (s *Service) sendTwoFactorOffMail(ctx context.Context, tx storage.Querier, to string) error {
	return s.enqueueLetter(ctx, tx, to, "Two-factor sign-in is off", email.Letter{
		Intro: []string{"Two-factor sign-in was turned off for your Colloquy account. Your password is enough to log in now, and your recovery codes no longer work. If it was you, there is nothing to do."},
		Outro: []string{"If it was not you, open " + s.deps.BaseURL + "/ and choose 'Forgot password?' in the login form."},
	}, time.Time{})
}

// sendTwoFactorOffByOperator tells a user that the operator turned two-factor sign-in off. Rule
// accounts-two-factor-lost.
func (o *Operator) sendTwoFactorOffByOperator(ctx context.Context, tx storage.Querier, to string) error {
	return o.deps.enqueueLetter(ctx, tx, to, "Two-factor sign-in is off", email.Letter{
		Intro: []string{
			"We turned two-factor sign-in off for your Colloquy account and logged you out on all devices, because somebody told us that the authenticator app and the recovery codes are lost.",
			"Log in with your password, and turn two-factor sign-in on again with a new device.",
		},
		Outro: []string{"If it was not you who asked, open " + o.deps.BaseURL + "/, choose 'Forgot password?' in the login form, and write to us at " + o.deps.BaseURL + "/contact-us."},
	}, time.Time{})
}
