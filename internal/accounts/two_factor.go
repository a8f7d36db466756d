package accounts

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/accounts/totp"
	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// twoFactorConfirmTries is how many codes an account may try within 15 minutes in order to turn
// two-factor sign-in on. Rule accounts-two-factor-setup.
const twoFactorConfirmTries = 5

// TwoFactorSetup is what an authenticator app needs.
type TwoFactorSetup struct {
	Secret string // base32
	URL    string // otpauth URL that contains the secret
	QR     string // QR code of the field URL: an SVG picture as a data address
}

// BeginTwoFactor checks the actor's password and stores a new secret. The secret replaces an
// earlier unconfirmed secret, and takes effect with ConfirmTwoFactor. If two-factor sign-in is on,
// the error is errTwoFactorIsOn. Rule accounts-two-factor-setup.
func (s *Service) BeginTwoFactor(ctx context.Context, from Caller, actor core.Actor, enteredPassword string) (TwoFactorSetup, error) {
	a, err := s.compareOwnPassword(ctx, from, actor, enteredPassword)
	if err != nil {
		return TwoFactorSetup{}, err
	}
	secret := totp.NewSecret()
	out := TwoFactorSetup{Secret: secret, URL: totp.OTPAuthURL(secret, a.user.Email)}
	if out.QR, err = totp.QRCode(out.URL); err == nil {
		err = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
			return s.store.putPendingSecret(ctx, tx, a.user.ID, secret)
		})
	}
	if err != nil {
		return TwoFactorSetup{}, err
	}
	return out, nil
}

// ConfirmTwoFactor turns two-factor sign-in on if code belongs to the pending secret. It ends the
// account's other sessions and returns the recovery codes. The database has only their hashes. A
// wrong code is errWrongCode. After twoFactorConfirmTries the error is errTooManyAttempts. Rules
// accounts-two-factor-setup, accounts-recovery-codes.
func (s *Service) ConfirmTwoFactor(ctx context.Context, from Caller, actor core.Actor, code string) ([]string, error) {
	u, err := s.Me(ctx, actor)
	if err != nil {
		return nil, err
	}
	takenEvent, err := s.deps.Limits.Take(ctx, limits.Limit{Key: "two-factor-confirm " + u.ID, N: twoFactorConfirmTries, Period: 15 * time.Minute})
	if wait, full := limits.WaitOfFullError(err); full {
		return nil, errTooManyAttempts.WithRetryAfter(wait)
	}
	if err != nil {
		return nil, err
	}
	list, err := s.enableTwoFactor(ctx, u, actor.SessionID, code, takenEvent)
	if err != nil {
		if !errors.Is(err, errWrongCode) {
			s.uncountAttempt(ctx, takenEvent)
		}
		return nil, err
	}
	s.deps.Mail.Wake()
	s.deps.Events.RecordEvent(ctx, eventTwoFactorOn, from.Network.String(), u.ID)
	return list, nil
}

// enableTwoFactor turns the pending secret on and returns the recovery codes. The transaction first
// locks the user's row, so that no parallel sign-in starts a session without a code.
func (s *Service) enableTwoFactor(ctx context.Context, u User, session, code string, takenEvent limits.TakenEvent) ([]string, error) {
	pendingFactor, err := s.store.twoFactorSecretOf(ctx, s.deps.DB.Reader(), u.ID)
	if err != nil {
		return nil, err
	}
	now := s.deps.Clock.Now()
	kind, code := totp.ParseCode(code)
	if kind != totp.AppCode || pendingFactor.secret == "" || pendingFactor.isOn {
		return nil, errWrongCode
	}
	step, ok, err := totp.MatchCode(pendingFactor.secret, code, now, pendingFactor.lastUsedTimeStep)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errWrongCode
	}
	list := totp.NewRecoveryCodes()
	return list, s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.lockUserRow(ctx, tx, u.ID); err != nil {
			return err
		}
		if err := s.store.enableTwoFactor(ctx, tx, u.ID, pendingFactor.secret, step, now); err != nil {
			return err
		}
		if err := s.replaceRecoveryCodes(ctx, tx, u.ID, list); err != nil {
			return err
		}
		if err := s.store.deleteSessionsExcept(ctx, tx, u.ID, session); err != nil {
			return err
		}
		if err := s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.TwoFactorEnabled, u.ID)); err != nil {
			return err
		}
		if err := s.sendTwoFactorOnMail(ctx, tx, u.Email); err != nil {
			return err
		}
		return s.deps.Limits.GiveBackInTx(ctx, tx, takenEvent)
	})
}

func (s *Service) replaceRecoveryCodes(ctx context.Context, tx storage.Querier, userID string, list []string) error {
	if err := s.store.deleteRecoveryCodes(ctx, tx, userID); err != nil {
		return err
	}
	for _, shown := range list {
		_, code := totp.ParseCode(shown)
		if err := s.store.insertRecoveryCode(ctx, tx, userID, s.recoveryHash(userID, code)); err != nil {
			return err
		}
	}
	return nil
}

// DisableTwoFactor checks the actor's password, turns two-factor sign-in off and deletes the
// secret and the recovery codes. If two-factor sign-in is off already, it returns nil. Rule
// accounts-two-factor-off.
func (s *Service) DisableTwoFactor(ctx context.Context, from Caller, actor core.Actor, enteredPassword string) error {
	a, err := s.compareOwnPassword(ctx, from, actor, enteredPassword)
	if err != nil {
		return err
	}
	wasOn, err := s.turnOffTwoFactor(ctx, a.user)
	if errors.Is(err, errHashChanged) {
		return errWrongOwnPassword
	}
	if err == nil && wasOn {
		s.deps.Mail.Wake()
		s.deps.Events.RecordEvent(ctx, eventTwoFactorOff, from.Network.String(), a.user.ID)
	}
	return err
}

// turnOffTwoFactor turns two-factor sign-in of u off and reports whether it was on. It
// returns errHashChanged if the password hash has changed since u was read.
func (s *Service) turnOffTwoFactor(ctx context.Context, u User) (wasOn bool, err error) {
	err = s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if err := s.store.lockUnchangedUserRow(ctx, tx, u); err != nil {
			return err
		}
		if wasOn, err = s.store.deleteTwoFactor(ctx, tx, u.ID); err != nil || !wasOn {
			return err
		}
		if err := s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.TwoFactorDisabled, u.ID)); err != nil {
			return err
		}
		return s.sendTwoFactorOffMail(ctx, tx, u.Email)
	})
	return wasOn, err
}

// compareOwnPassword compares the actor's password. A wrong password counts as a failed sign-in;
// the error is errWrongOwnPassword. If the account has no password, the sign-in must be recent.
// Rules accounts-two-factor-setup, accounts-no-password.
func (s *Service) compareOwnPassword(ctx context.Context, from Caller, actor core.Actor, enteredPassword string) (attempt, error) {
	u, err := s.Me(ctx, actor)
	if err != nil {
		return attempt{}, err
	}
	if !u.HasPassword() {
		return attempt{from: from, emailKey: emailKey(u.Email), user: u}, s.checkFreshSignIn(actor)
	}
	if err := fieldErrors("password", password.EnteredPasswordFaultText(enteredPassword)); err != nil {
		return attempt{}, err
	}
	a, err := s.newAttempt(ctx, from, u.Email)
	if err != nil {
		return a, err
	}
	a.user = u // not the account that newAttempt found by address: it may have another spelling of the address
	if _, err := s.comparePassword(ctx, &a, enteredPassword); err != nil {
		if errors.Is(err, errWrongPassword) {
			err = errWrongOwnPassword
		}
		return a, err
	}
	return a, s.deps.Limits.GiveBack(ctx, a.takenEvent)
}

// recoveryHash returns the hash that the database stores for a recovery code. code is a result of
// totp.ParseCode. The hash uses a secret key, because a code has only 40 bits. The same code has
// different hashes for different accounts.
func (s *Service) recoveryHash(userID, code string) string {
	mac := hmac.New(sha256.New, s.recoveryKey)
	mac.Write([]byte(userID + " " + code))
	return hex.EncodeToString(mac.Sum(nil))
}
