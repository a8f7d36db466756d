package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/email/mailaddr"
	"colloquy/internal/storage"
)

// sendTwoFactorOn tells a user that two-factor sign-in was turned on.
func (s *Service) sendTwoFactorOn(ctx context.Context, tx storage.Querier, to string, now time.Time) error {
	return s.sendNotice(ctx, tx, to, now, email.Letter{
		Heading: "Two-factor sign-in is on",
		Intro: []string{
			"Two-factor sign-in was turned on for your Colloquy account, and all other devices were logged out. After your password you now enter a code from your authenticator app.",
			"Keep your recovery codes in a safe place. Each of them works once in place of a code.",
		},
		Outro: []string{"If it was not you, write to us at " + s.deps.BaseURL + "/contact-us at once."},
	})
}

// sendTwoFactorOff tells a user that two-factor sign-in was turned off.
func (s *Service) sendTwoFactorOff(ctx context.Context, tx storage.Querier, to string, now time.Time) error {
	return s.sendNotice(ctx, tx, to, now, email.Letter{
		Heading: "Two-factor sign-in is off",
		Intro:   []string{"Two-factor sign-in was turned off for your Colloquy account. Your password is enough to log in now, and your recovery codes no longer work. If it was you, there is nothing to do."},
		Outro:   []string{"If it was not you, open " + s.deps.BaseURL + "/ and choose 'Forgot password?' in the login form."},
	})
}

// sendNotice enqueues a letter whose subject is its heading. It does nothing if no mail
// can be sent to the address, which accounts of older versions may have.
func (s *Service) sendNotice(ctx context.Context, tx storage.Querier, to string, now time.Time, l email.Letter) error {
	if !mailaddr.Valid(to) {
		return nil
	}
	return s.deps.Mail.Enqueue(ctx, tx, core.NewID(now), l.Fill(email.Message{To: to, Subject: l.Heading}))
}
