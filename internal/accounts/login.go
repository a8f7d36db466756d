package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// SignedIn is a new sign-in: two secrets of one session.
type SignedIn struct {
	User    User
	Bearer  string
	Cookie  string
	Expires time.Time
}

const (
	failuresPerQuarter = 5  // per account and network, in 15 minutes
	failuresPerHour    = 50 // per account, from everywhere
	revealsPerHour     = 20 // answers that name an unknown address, per network
	revealsAll         = 1000
)

// Login checks a password and signs in. The documents prescribe different
// texts for an unknown address and a wrong password; limits per address and
// account keep that from being a directory (decisions §2).
func (s *Service) Login(ctx context.Context, network, email, password string) (SignedIn, error) {
	if err := fieldErrors("email", checkEmail(email), "password", checkPassword(password)); err != nil {
		return SignedIn{}, err
	}
	account := "login " + emailKey(email)
	if err := s.mayTry(account, network); err != nil {
		return SignedIn{}, err
	}
	u, err := s.store.userByEmail(ctx, email)
	unknown := core.KindOf(err) == core.NotFound
	if err != nil && !unknown {
		return SignedIn{}, err
	}
	stored := u.PasswordHash
	if unknown {
		stored = s.hasher.dummy
	}
	ok, err := s.hasher.matches(ctx, password, stored)
	if err != nil {
		return SignedIn{}, err
	}
	if unknown || !ok {
		return SignedIn{}, s.failed(account, network, unknown)
	}
	return s.signIn(ctx, u)
}

func (s *Service) mayTry(account, network string) error {
	if wait, full := s.Limiter.Full(account+" "+network, failuresPerQuarter, 15*time.Minute); full {
		return errTooMany.After(wait)
	}
	if wait, full := s.Limiter.Full(account, failuresPerHour, time.Hour); full {
		return errTooMany.After(wait)
	}
	return nil
}

// failed counts a wrong try and chooses the text: once a network has learned
// of many unknown addresses, it learns of no more.
func (s *Service) failed(account, network string, unknown bool) error {
	s.Limiter.Add(account+" "+network, 15*time.Minute)
	s.Limiter.Add(account, time.Hour)
	if !unknown {
		return errWrongPassword
	}
	if _, ok := s.Limiter.Allow("reveal "+network, revealsPerHour, time.Hour); !ok {
		return errWrongPassword
	}
	if _, ok := s.Limiter.Allow("reveal", revealsAll, time.Hour); !ok {
		return errWrongPassword
	}
	return errUnknownUser
}

func (s *Service) signIn(ctx context.Context, u User) (SignedIn, error) {
	now := s.Clock.Now()
	out := SignedIn{User: u, Bearer: core.NewSecret(), Cookie: core.NewSecret(), Expires: now.Add(atMost)}
	session := Session{
		ID: core.NewID(now), UserID: u.ID, BearerHash: tokenHash(out.Bearer), CookieHash: tokenHash(out.Cookie),
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(idleFor),
	}
	return out, s.DB.Write(ctx, func(tx storage.Querier) error { return s.store.insertSession(ctx, tx, session) })
}

// Logout ends the sessions that the secrets of a call open, both where they
// belong to two. Secrets that open nothing are no error.
func (s *Service) Logout(ctx context.Context, bearer, cookie string) error {
	if bearer == "" && cookie == "" {
		return nil
	}
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		return s.store.endSessions(ctx, tx, hashIfSet(bearer), hashIfSet(cookie))
	})
}
