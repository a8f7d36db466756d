package accounts

import (
	"context"
	"errors"

	"colloquy/internal/accounts/password"
	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// PasswordChange is the input of ChangePassword: the current password, and the new one
// twice.
type PasswordChange struct{ Current, New, Confirm string }

// ChangePassword replaces the password of the actor's account, ends the account's other sessions
// and mails a notice. It deletes a pending address, reset codes and reset links. A wrong current
// password counts as a failed sign-in. Rules accounts-password-change, accounts-password-current,
// accounts-no-password.
func (s *Service) ChangePassword(ctx context.Context, from Caller, actor core.Actor, in PasswordChange) error {
	u, err := s.Me(ctx, actor)
	if err != nil {
		return err
	}
	if !u.HasPassword() {
		return errNoPassword
	}
	if err := in.check(u); err != nil {
		return err
	}
	a, err := s.newAttempt(ctx, from, u.Email)
	if err != nil {
		return err
	}
	a.user = u // newAttempt looks up the address, and may find another account with the same mailbox
	hash, err := s.checkAndHashNewPassword(ctx, &a, in)
	if errors.Is(err, errWrongPassword) {
		return errWrongCurrentPassword
	}
	if err != nil {
		return err
	}
	err = s.storePassword(ctx, actor, a, hash)
	if errors.Is(err, errHashChanged) {
		return errWrongCurrentPassword
	}
	if err != nil {
		s.uncountAttempt(ctx, a.takenEvent)
		return err
	}
	s.deps.Mail.Wake()
	s.deps.Events.RecordEvent(ctx, eventPasswordChanged, from.Network.String(), u.ID)
	return nil
}

// check returns an error with a text for each invalid field.
func (in PasswordChange) check(u User) error {
	currentPasswordFault, confirmationFault := "", ""
	if in.Current == "" {
		currentPasswordFault = "Current password is required"
	}
	switch {
	case in.Confirm == "":
		confirmationFault = "Please confirm your password"
	case in.Confirm != in.New:
		confirmationFault = "Passwords do not match"
	}
	return fieldErrors("currentPassword", currentPasswordFault, "newPassword", password.ChosenPasswordFaultText(in.New, u.Username, u.Email), "confirmPassword", confirmationFault)
}

// checkAndHashNewPassword compares the current password as a sign-in does, and returns the hash of
// the new password.
func (s *Service) checkAndHashNewPassword(ctx context.Context, a *attempt, in PasswordChange) (string, error) {
	if _, err := s.comparePassword(ctx, a, in.Current); err != nil {
		return "", err
	}
	release, err := s.hasher.Acquire(ctx, a.queueKey())
	if err != nil {
		s.uncountAttempt(ctx, a.takenEvent)
		return "", err
	}
	defer release()
	return s.hasher.Hash(in.New), nil
}

// storePassword makes all changes of ChangePassword in one transaction. It returns errHashChanged
// if a parallel call has replaced the stored hash since the comparison of the current password.
func (s *Service) storePassword(ctx context.Context, actor core.Actor, a attempt, hash string) error {
	return s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.lockUnchangedUserRow(ctx, tx, a.user); err != nil {
			return err
		}
		if err := s.store.clearResetFailures(ctx, tx, a.user.ID); err != nil {
			return err
		}
		if err := s.store.replaceHash(ctx, tx, a.user, hash, s.deps.Clock.Now()); err != nil {
			return err
		}
		if err := s.store.deleteSessionsExcept(ctx, tx, a.user.ID, actor.SessionID); err != nil {
			return err
		}
		if err := s.store.deleteResetCode(ctx, tx, a.user.ID); err != nil {
			return err
		}
		// An attacker with the old password may have requested a change of the address.
		if err := s.store.deleteLinks(ctx, tx, a.user.ID, linkReset, linkAddressChange); err != nil {
			return err
		}
		if err := s.sendPasswordChangedMail(ctx, tx, a.user.Email); err != nil {
			return err
		}
		if err := s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.PasswordChanged, a.user.ID)); err != nil {
			return err
		}
		return s.deps.Limits.GiveBackInTx(ctx, tx, a.takenEvent)
	})
}
