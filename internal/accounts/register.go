package accounts

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Registration is what a new person enters.
type Registration struct {
	Name     string
	Email    string
	Password string
}

// registerAll is how many accounts are made in an hour, everybody together.
// Only those that were made count.
const registerAll = 2000

var registrations = limits.Limit{Key: "register-all", N: registerAll, Per: time.Hour}

// Register makes an account. It does not sign in: the login modal opens next.
// Its answer tells whether an address is taken, so it counts as a reveal of the
// caller's network before the password is hashed, and that comes before the
// address is looked for, so that the time tells nothing.
func (s *Service) Register(ctx context.Context, network core.Network, in Registration) (User, error) {
	in.Name = cleanName(in.Name)
	err := fieldErrors("name", checkNewName(in.Name), "email", checkEmail(in.Email), "password", checkNewPassword(in.Password, in.Name, in.Email))
	if err != nil {
		return User{}, err
	}
	if err := s.unrevealed(ctx, network, s.Limits.Check(ctx, reveals(network)...)); err != nil {
		return User{}, err
	}
	hash, err := s.newPassword(ctx, network, in.Password)
	if err != nil {
		return User{}, err
	}
	u, err := s.insert(ctx, in, hash)
	if err == nil {
		s.Events.Event(ctx, eventRegistered, network.String(), u.ID)
	}
	return u, err
}

// newPassword waits for a turn, counts the answer that will be given, and hashes
// the password.
func (s *Service) newPassword(ctx context.Context, network core.Network, password string) (hash string, err error) {
	done, err := s.hasher.turn(ctx, place{network: widest(network)})
	if err != nil {
		return "", err
	}
	defer done()
	_, err = s.Limits.Take(ctx, reveals(network)...)
	if err := s.unrevealed(ctx, network, err); err != nil {
		return "", err
	}
	return s.hasher.hash(password), nil
}

// unrevealed is the answer to a network that has learned of many addresses.
func (s *Service) unrevealed(ctx context.Context, network core.Network, err error) error {
	if wait, full := limits.Full(err); full {
		s.Events.Repeated(ctx, eventRegisterRefused, network.String(), "/auth/register")
		return errTooMany.After(wait)
	}
	return err
}

// insert leaves it to the unique address which of many calls at once wins.
func (s *Service) insert(ctx context.Context, in Registration, hash string) (User, error) {
	now := s.Clock.Now()
	u := User{ID: core.NewID(now), Email: strings.TrimSpace(in.Email), Username: in.Name, PasswordHash: hash, CreatedAt: now}
	err := s.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.insertUser(ctx, tx, u); err != nil {
			return err
		}
		_, err := s.Limits.TakeIn(ctx, tx, registrations)
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
