package accounts

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/core"
)

// maxSignInAgeWithoutPassword is for users whose account has no password. Where others enter their
// password, these users must have signed in within this time. Rules accounts-delete-password,
// accounts-no-password.
const maxSignInAgeWithoutPassword = 10 * time.Minute

// ConfirmPassword checks the actor's own password before an act that cannot be undone. A wrong
// password counts as a failed sign-in; the error is errPasswordNotConfirmed. If the account has no
// password, the sign-in must be recent. Rule accounts-delete-password.
func (s *Service) ConfirmPassword(ctx context.Context, actor core.Actor, network core.Network, enteredPassword string) error {
	u, err := s.Me(ctx, actor)
	if err != nil {
		return err
	}
	if !u.HasPassword() {
		return s.checkFreshSignIn(actor)
	}
	if err := fieldErrors("password", password.EnteredPasswordFaultText(enteredPassword)); err != nil {
		return err
	}
	a := attempt{from: Caller{Network: network}, emailKey: emailKey(u.Email), user: u}
	if a.isKnown, err = s.store.isKnownNetwork(ctx, u.ID, s.placeRecogniser.networkHash(u.ID, network), s.deps.Clock.Now()); err != nil {
		return err
	}
	if err := s.replaceSignInLimitError(ctx, a, s.deps.Limits.Check(ctx, a.failureLimits()...)); err != nil {
		return err
	}
	if _, err = s.comparePassword(ctx, &a, enteredPassword); errors.Is(err, errWrongPassword) {
		return errPasswordNotConfirmed
	}
	if err == nil {
		s.uncountAttempt(ctx, a.takenEvent)
	}
	return err
}

// checkFreshSignIn returns errSignInTooOld if the actor's sign-in is older than
// maxSignInAgeWithoutPassword. It replaces the check of the password for accounts without a
// password. Rule accounts-no-password.
func (s *Service) checkFreshSignIn(actor core.Actor) error {
	if s.deps.Clock.Now().Sub(actor.SignedInAt) > maxSignInAgeWithoutPassword {
		return errSignInTooOld
	}
	return nil
}
