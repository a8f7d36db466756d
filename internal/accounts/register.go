package accounts

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// Registration is what a new person enters (document 1 §3).
type Registration struct {
	Name     string
	Email    string
	Password string
}

const (
	registerPerHour = 20  // answers that tell whether an address is known, per network
	registerAll     = 500 // registrations an hour, everybody together
)

// Register makes an account. It does not sign in: the login modal opens next.
func (s *Service) Register(ctx context.Context, network string, in Registration) (User, error) {
	in.Name = cleanName(in.Name)
	err := fieldErrors("name", checkName(in.Name), "email", checkEmail(in.Email), "password", checkNewPassword(in.Password))
	if err != nil {
		return User{}, err
	}
	if wait, ok := s.Limiter.Allow("register "+network, registerPerHour, time.Hour); !ok {
		return User{}, errTooMany.After(wait)
	}
	if wait, ok := s.Limiter.Allow("register", registerAll, time.Hour); !ok {
		return User{}, errTooMany.After(wait)
	}
	if _, err := s.store.userByEmail(ctx, in.Email); err == nil {
		return User{}, errEmailTaken
	}
	hash, err := s.hasher.hash(ctx, in.Password)
	if err != nil {
		return User{}, err
	}
	return s.insert(ctx, in, hash)
}

// insert leaves it to the unique address which of many calls at once wins.
func (s *Service) insert(ctx context.Context, in Registration, hash string) (User, error) {
	now := s.Clock.Now()
	u := User{
		ID: core.NewID(now), Email: strings.TrimSpace(in.Email), Username: in.Name, PasswordHash: hash,
		IsAdmin: s.AdminEmail != "" && emailKey(s.AdminEmail) == emailKey(in.Email), CreatedAt: now,
	}
	err := s.DB.Write(ctx, func(tx storage.Querier) error { return s.store.insertUser(ctx, tx, u) })
	if storage.IsUnique(err) {
		return User{}, errEmailTaken
	}
	return u, err
}
