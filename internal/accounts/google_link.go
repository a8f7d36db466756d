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

// pendingIdentityLifetime is how long the user may take to enter the password that connects an
// identity. Rule accounts-google-password.
const pendingIdentityLifetime = 10 * time.Minute

// storePendingIdentity stores a pending identity and returns its link token. A call of LinkGoogle
// with this token and the account's password connects the identity to the account.
func (s *Service) storePendingIdentity(ctx context.Context, u User, id oidc.Identity) (string, error) {
	token := core.NewSecret()
	return token, s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.lockUnchangedUserRow(ctx, tx, u); err != nil {
			return err
		}
		return s.store.insertPendingIdentity(ctx, tx, pendingIdentity{tokenHash(token), u.ID, id}, s.deps.Clock.Now().Add(pendingIdentityLifetime))
	})
}

// LinkGoogle connects a Google identity to an account and signs in. The argument token is
// GoogleResult.LinkToken, which stands for the identity and the account. enteredPassword must be
// the password of the account. A wrong password counts as a failed sign-in. If two-factor sign-in is
// on, the error is errTwoFactorRequired with a challenge, and LoginWithCode connects the identity.
// Rules accounts-google-password, accounts-google-two-factor.
func (s *Service) LinkGoogle(ctx context.Context, from Caller, token, enteredPassword string) (SignInResult, error) {
	if err := fieldErrors("password", password.EnteredPasswordFaultText(enteredPassword)); err != nil {
		return SignInResult{}, err
	}
	t, err := s.store.findPendingIdentity(ctx, tokenHash(token), s.deps.Clock.Now())
	if err != nil {
		return SignInResult{}, err
	}
	a, err := s.pendingIdentityAttempt(ctx, from, t)
	if err != nil {
		return SignInResult{}, err
	}
	newHash, err := s.comparePassword(ctx, &a, enteredPassword)
	if errors.Is(err, errWrongPassword) {
		return SignInResult{}, errWrongOwnPassword
	}
	if err != nil {
		return SignInResult{}, err
	}
	out, err := s.signIn(ctx, a, newHash, nil)
	switch {
	case err == nil:
		s.deps.Mail.Wake()
		s.deps.Events.RecordEvent(ctx, eventGoogleConnected, from.Network.String(), a.user.ID)
		s.deps.Events.RecordEvent(ctx, eventSignedIn, from.Network.String(), a.user.ID)
	case errors.Is(err, errTwoFactorRequired):
		s.deps.Events.RecordEvent(ctx, eventSignInCodeRequired, from.Network.String(), a.user.ID)
	case errors.Is(err, errHashChanged) || storage.IsUniqueViolation(err):
		s.uncountAttempt(ctx, a.takenEvent)
		err = errPendingIdentityExpired
	default:
		s.uncountAttempt(ctx, a.takenEvent)
	}
	return out, err
}

// pendingIdentityAttempt returns the attempt of the user whose password a pending identity waits
// for. The transaction of the sign-in deletes the pending identity.
func (s *Service) pendingIdentityAttempt(ctx context.Context, from Caller, t pendingIdentity) (attempt, error) {
	u, err := s.store.userByID(ctx, s.deps.DB.Reader(), t.userID)
	if core.KindOf(err) == core.NotFound {
		return attempt{}, errPendingIdentityExpired
	}
	if err != nil {
		return attempt{}, err
	}
	a := attempt{from: from, emailKey: emailKey(u.Email), user: u, newIdentity: t.identity}
	a.checkProof = func(tx storage.Querier) error { return s.store.consumePendingIdentity(ctx, tx, t) }
	if err := s.recogniseCaller(ctx, &a); err != nil {
		return a, err
	}
	return a, s.replaceSignInLimitError(ctx, a, s.deps.Limits.Check(ctx, a.failureLimits()...))
}
