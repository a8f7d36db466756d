package accounts

import (
	"context"
	"strings"
	"time"

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

// registrationsPerHour limits new accounts from all networks together. Refused
// registrations do not count.
const registrationsPerHour = 2000

var registrationLimit = limits.Limit{Key: "register-all", N: registrationsPerHour, Per: time.Hour}

// Register creates an account. It does not sign in (rule
// accounts-register-signs-nobody-in). Its answer reveals whether an address has
// an account, so it counts under the reveal limits. It hashes the password before
// it looks for the address, so that both answers take the same time.
func (s *Service) Register(ctx context.Context, network core.Network, in Registration) (User, error) {
	in.Name = cleanName(in.Name)
	err := fieldErrors("name", checkNewName(in.Name), "email", checkEmail(in.Email), "password", checkNewPassword(in.Password, in.Name, in.Email))
	if err != nil {
		return User{}, err
	}
	if err := s.revealError(ctx, network, s.deps.Limits.Check(ctx, revealLimits(network)...)); err != nil {
		return User{}, err
	}
	hash, err := s.newPassword(ctx, network, in.Password)
	if err != nil {
		return User{}, err
	}
	u, err := s.insert(ctx, in, hash)
	if err == nil {
		s.deps.Events.Event(ctx, eventRegistered, network.String(), u.ID)
	}
	return u, err
}

// newPassword acquires a slot of the hash queue, counts a reveal and returns the
// hash of the password.
func (s *Service) newPassword(ctx context.Context, network core.Network, password string) (hash string, err error) {
	release, err := s.hasher.acquire(ctx, lineKey{network: widestTier(network)})
	if err != nil {
		return "", err
	}
	defer release()
	_, err = s.deps.Limits.Take(ctx, revealLimits(network)...)
	if err := s.revealError(ctx, network, err); err != nil {
		return "", err
	}
	return s.hasher.hash(password), nil
}

// revealError records the error of a full limit of answers that reveal whether an
// address has an account, and replaces it with errTooMany. It returns other errors
// unchanged.
func (s *Service) revealError(ctx context.Context, network core.Network, err error) error {
	if wait, full := limits.Full(err); full {
		s.deps.Events.Repeated(ctx, eventRegisterRefused, network.String(), "/auth/register")
		return errTooMany.After(wait)
	}
	return err
}

// insert stores the account. Of parallel calls with one address, the unique index
// lets one succeed.
func (s *Service) insert(ctx context.Context, in Registration, hash string) (User, error) {
	now := s.deps.Clock.Now()
	u := User{ID: core.NewID(now), Email: strings.TrimSpace(in.Email), Username: in.Name, PasswordHash: hash, CreatedAt: now}
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.insertUser(ctx, tx, u); err != nil {
			return err
		}
		_, err := s.deps.Limits.TakeIn(ctx, tx, registrationLimit)
		return err
	})
	if storage.IsUnique(err) {
		return User{}, errEmailTaken
	}
	if wait, full := limits.Full(err); full {
		return User{}, errTooMany.After(wait)
	}
	return u, err
}
