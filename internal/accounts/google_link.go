package accounts

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/accounts/oidc"
	"colloquy/internal/accounts/password"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// ticketLifetime is how long the password of an account can be entered to connect an identity.
const ticketLifetime = 10 * time.Minute

// startTicket stores that a Google identity may be connected to an account once its
// password is entered. It returns the token that LinkGoogle takes.
func (s *Service) startTicket(ctx context.Context, u User, id oidc.Identity) (string, error) {
	token := core.NewSecret()
	return token, s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.lockUser(ctx, tx, u); err != nil {
			return err
		}
		return s.store.insertTicket(ctx, tx, ticket{tokenHash(token), u.ID, id}, s.deps.Clock.Now().Add(ticketLifetime))
	})
}

// LinkGoogle connects an identity with the password of the account that has the same
// address, and signs in. A wrong password counts as a failed sign-in. If two-factor sign-in
// is on, it returns errTwoFactorRequired with a challenge, and LoginWithCode connects the identity.
// Rules accounts-google-password, accounts-google-two-factor.
func (s *Service) LinkGoogle(ctx context.Context, from Caller, token, entered string) (SignedIn, error) {
	if err := fieldErrors("password", password.CheckEntered(entered)); err != nil {
		return SignedIn{}, err
	}
	t, err := s.store.openTicket(ctx, tokenHash(token), s.deps.Clock.Now())
	if err != nil {
		return SignedIn{}, err
	}
	a, err := s.ticketAttempt(ctx, from, t)
	if err != nil {
		return SignedIn{}, err
	}
	newHash, err := s.comparePassword(ctx, &a, entered)
	if errors.Is(err, errWrongPassword) {
		return SignedIn{}, errWrongOwnPassword
	}
	if err != nil {
		return SignedIn{}, err
	}
	out, err := s.signIn(ctx, a, newHash, nil)
	switch {
	case err == nil:
		s.deps.Mail.Kick()
		s.deps.Events.Event(ctx, eventGoogleConnected, from.Network.String(), a.user.ID)
		s.deps.Events.Event(ctx, eventSignedIn, from.Network.String(), a.user.ID)
	case errors.Is(err, errTwoFactorRequired):
		s.deps.Events.Event(ctx, eventCodeRequired, from.Network.String(), a.user.ID)
	case errors.Is(err, errHashChanged) || storage.IsUnique(err):
		s.uncount(ctx, a.counted)
		err = errGoogleTicketExpired
	default:
		s.uncount(ctx, a.counted)
	}
	return out, err
}

// ticketAttempt returns the attempt of the user whom a ticket is for. The attempt uses the
// ticket up.
func (s *Service) ticketAttempt(ctx context.Context, from Caller, t ticket) (attempt, error) {
	u, err := s.store.userByID(ctx, s.deps.DB.Reader(), t.userID)
	if core.KindOf(err) == core.NotFound {
		return attempt{}, errGoogleTicketExpired
	}
	if err != nil {
		return attempt{}, err
	}
	a := attempt{from: from, account: emailKey(u.Email), user: u, connects: t.identity}
	a.check = func(tx storage.Querier) error { return s.store.useTicket(ctx, tx, t) }
	if err := s.recognise(ctx, &a); err != nil {
		return a, err
	}
	return a, s.limitError(ctx, a, s.deps.Limits.Check(ctx, a.limits()...))
}
