package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/email"
	"colloquy/internal/email/mailaddr"
	"colloquy/internal/storage"
)

// The letters contain no text that a user has written, such as a name: an address
// that is not confirmed yet may belong to somebody else.

// mailLinkURL returns the address of a link in a mail. The token is in the fragment, which
// browsers do not send to servers.
func (s *Service) mailLinkURL(action, token string) string {
	return s.deps.BaseURL + "/#" + action + "=" + token
}

// enqueueLetter enqueues a mail with a letter. to is the address. The mail is not sent after
// expires; the zero time means no limit. If the address is not valid, enqueueLetter does nothing.
// Accounts of older versions may have an invalid address.
func (s *Service) enqueueLetter(ctx context.Context, tx storage.Querier, to, subject string, l email.Letter, expires time.Time) error {
	return s.deps.enqueueLetter(ctx, tx, to, subject, l, expires)
}

// enqueueLetter is Service.enqueueLetter for callers without a Service.
func (d Deps) enqueueLetter(ctx context.Context, tx storage.Querier, to, subject string, l email.Letter, expires time.Time) error {
	if !mailaddr.IsValid(to) {
		return nil
	}
	l.Heading = subject
	m := l.FillMessage(email.Message{To: to, Subject: subject, Kind: subject, ExpiresAt: expires})
	return d.Mail.Enqueue(ctx, tx, core.NewID(d.Clock.Now()), m)
}

// sendVerifyLink stores a link that confirms the address of an account, and enqueues a mail
// with the link to this address. Rule accounts-verify-mail.
func (s *Service) sendVerifyLink(ctx context.Context, tx storage.Querier, userID, address string) error {
	l, token := newLink(userID, linkVerify, address, s.deps.Clock.Now(), verifyLinkLifetime)
	if err := s.store.insertLink(ctx, tx, l); err != nil {
		return err
	}
	return s.enqueueLetter(ctx, tx, address, "Confirm your email address", email.Letter{
		Intro:  []string{"Somebody made a Colloquy account with this address. If it was you, please confirm that the address is yours."},
		Button: email.Button{Label: "Confirm your email address", URL: s.mailLinkURL("verify-email", token)},
		Outro:  []string{"The link works for 3 days.", "If it was not you, ignore this mail."},
	}, l.ExpiresAt)
}

// sendAddressChangeLink enqueues the mail with the link that confirms a new address. Rule
// accounts-change-email.
func (s *Service) sendAddressChangeLink(ctx context.Context, tx storage.Querier, l mailLink, token string) error {
	return s.enqueueLetter(ctx, tx, l.Email, "Confirm your new email address", email.Letter{
		Intro:  []string{"Somebody wants to use this address for a Colloquy account. If it was you, please confirm that the address is yours. You are then logged out on all other devices."},
		Button: email.Button{Label: "Confirm your new email address", URL: s.mailLinkURL("verify-email", token)},
		Outro:  []string{"The link works for 3 days.", "If it was not you, ignore this mail. The account then keeps its old address."},
	}, l.ExpiresAt)
}

// sendAddressRequestedMail tells the owner of an address that somebody requested it for
// another account. Rule accounts-change-hidden.
func (s *Service) sendAddressRequestedMail(ctx context.Context, tx storage.Querier, to string, expires time.Time) error {
	return s.enqueueLetter(ctx, tx, to, "Somebody tried to use your email address", email.Letter{
		Intro: []string{
			"Somebody wanted to use this address for another Colloquy account. It belongs to your account, so nothing was changed.",
			"If it was you, log in to the account that has this address. If it was not you, there is nothing to do.",
		},
	}, expires)
}

// sendRevertLink stores a link that brings an old address back, and enqueues a mail with the
// link to the old address. Rule accounts-revert-email.
func (s *Service) sendRevertLink(ctx context.Context, tx storage.Querier, userID, old string) error {
	l, token := newLink(userID, linkRevert, old, s.deps.Clock.Now(), revertLinkLifetime)
	if err := s.store.insertLink(ctx, tx, l); err != nil {
		return err
	}
	return s.enqueueLetter(ctx, tx, old, "Your email address was changed", email.Letter{
		Intro:  []string{"Your Colloquy account has another email address now. If you changed it, there is nothing to do.", "If it was not you, bring this address back. All devices are then logged out, and you can reset your password."},
		Button: email.Button{Label: "Bring this address back", URL: s.mailLinkURL("revert-email", token)},
		Outro:  []string{"The link works for 7 days."},
	}, l.ExpiresAt)
}

// sendPasswordChangedMail tells a user that the password was changed. Rule
// accounts-password-change.
func (s *Service) sendPasswordChangedMail(ctx context.Context, tx storage.Querier, to string) error {
	return s.enqueueLetter(ctx, tx, to, "Your password was changed", email.Letter{
		Intro: []string{"The password of your Colloquy account was changed, and all other devices were logged out. If it was you, there is nothing to do."},
		Outro: []string{"If it was not you, open " + s.deps.BaseURL + "/ and choose 'Forgot password?' in the login form."},
	}, time.Time{})
}

// sendGoogleConnectedMail tells a user that a Google account was connected. Rule
// accounts-google-password.
func (s *Service) sendGoogleConnectedMail(ctx context.Context, tx storage.Querier, to string) error {
	return s.enqueueLetter(ctx, tx, to, "Google sign-in was connected", email.Letter{
		Intro: []string{"Your Colloquy account can be opened with Google now. If it was you, there is nothing to do."},
		Outro: []string{"If it was not you, open " + s.deps.BaseURL + "/ and choose 'Forgot password?' in the login form. A new password disconnects Google and logs out all devices."},
	}, time.Time{})
}

// sendPasswordResetMail tells a user by mail that somebody used a code or a link to set a new password.
// Rule accounts-reset-done.
func (s *Service) sendPasswordResetMail(ctx context.Context, tx storage.Querier, to string) error {
	at := s.deps.Clock.Now().UTC().Format("2 January 2006 at 15:04")
	return s.enqueueLetter(ctx, tx, to, "Your password was changed", email.Letter{
		Intro: []string{
			"The password of your Colloquy account was changed on " + at + " UTC.",
			"You are signed out on all devices. Log in with the new password.",
		},
		Button: email.Button{Label: "Open Colloquy", URL: s.deps.BaseURL},
		Outro:  []string{"If it was not you, choose 'Forgot password?' in the login window at once."},
	}, time.Time{})
}
