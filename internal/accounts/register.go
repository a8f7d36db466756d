package accounts

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/accounts/names"
	"colloquy/internal/accounts/password"
	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Registration is the input of Register.
type Registration struct {
	Name     string
	Email    string
	Password string
}

// registrationsPerHour limits new accounts from all networks together. A
// registration that fails is not counted.
const registrationsPerHour = 2000

var registrationLimit = limits.Limit{Key: "register-all", N: registrationsPerHour, Period: time.Hour}

// Register creates an account. It does not sign in (rule accounts-register-signs-nobody-in). Its
// result reveals whether an address has an account, so revealingAnswerLimits counts each call. It hashes the
// password before it looks for the address, so the time reveals nothing.
func (s *Service) Register(ctx context.Context, network core.Network, in Registration) (User, error) {
	in.Name = names.Clean(in.Name)
	err := fieldErrors("name", names.ChosenNameFaultText(in.Name), "email", emailFieldFault(in.Email), "password", password.ChosenPasswordFaultText(in.Password, in.Name, in.Email))
	if err != nil {
		return User{}, err
	}
	if err := s.replaceRegistrationLimitError(ctx, network, s.deps.Limits.Check(ctx, revealingAnswerLimits(network)...)); err != nil {
		return User{}, err
	}
	hash, err := s.hashNewPassword(ctx, network, in.Password)
	if err != nil {
		return User{}, err
	}
	u, err := s.storeAccount(ctx, in, hash)
	if err == nil {
		s.deps.Mail.Wake()
		s.deps.Events.RecordEvent(ctx, eventRegistered, network.String(), u.ID)
	}
	return u, err
}

// hashNewPassword waits for a slot of the hash queue, counts the call in
// revealingAnswerLimits and returns the hash of the password.
func (s *Service) hashNewPassword(ctx context.Context, network core.Network, chosenPassword string) (hash string, err error) {
	release, err := s.hasher.Acquire(ctx, password.QueueKey{Network: widestPrefix(network)})
	if err != nil {
		return "", err
	}
	defer release()
	_, err = s.deps.Limits.Take(ctx, revealingAnswerLimits(network)...)
	if err := s.replaceRegistrationLimitError(ctx, network, err); err != nil {
		return "", err
	}
	return s.hasher.Hash(chosenPassword), nil
}

// replaceRegistrationLimitError returns errTooManyAttempts and records a security event if err says that a
// limit of revealingAnswerLimits is full. It returns other errors unchanged.
func (s *Service) replaceRegistrationLimitError(ctx context.Context, network core.Network, err error) error {
	if wait, full := limits.WaitOfFullError(err); full {
		s.deps.Events.RecordRepeated(ctx, eventRegisterRefused, network.String(), "/auth/register")
		return errTooManyAttempts.WithRetryAfter(wait)
	}
	return err
}

// storeAccount inserts the account and enqueues the mail that confirms the address. If parallel
// calls have the same address, the unique index lets one succeed. The others get errEmailTaken.
// Rules accounts-email-taken, accounts-verify-mail.
func (s *Service) storeAccount(ctx context.Context, in Registration, hash string) (User, error) {
	now := s.deps.Clock.Now()
	u := User{ID: core.NewID(now), Email: strings.TrimSpace(in.Email), Username: in.Name, PasswordHash: hash, CreatedAt: now, MustVerifyEmail: true}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.insertUser(ctx, tx, u); err != nil {
			return err
		}
		if err := s.store.refuseReservedAddress(ctx, tx, u.Email, u.ID, now); err != nil {
			return err
		}
		if _, err := s.deps.Limits.TakeInTx(ctx, tx, registrationLimit); err != nil {
			return err
		}
		if err := s.sendVerifyLink(ctx, tx, u.ID, u.Email); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.Registered, u.ID))
	})
	if storage.IsUniqueViolation(err) {
		return User{}, errEmailTaken
	}
	if wait, full := limits.WaitOfFullError(err); full {
		return User{}, errTooManyAttempts.WithRetryAfter(wait)
	}
	return u, err
}
