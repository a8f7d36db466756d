package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// SignedIn is a new sign-in: two secrets of one session, and the cookie by
// which the device is known from now on.
type SignedIn struct {
	User          User
	Bearer        string
	Cookie        string
	Expires       time.Time
	Device        string
	DeviceExpires time.Time
}

// Login checks a password and signs in. The texts for an unknown address and a
// wrong password differ; limits per network and account keep that from being a
// directory.
func (s *Service) Login(ctx context.Context, from Caller, email, password string) (SignedIn, error) {
	if err := fieldErrors("email", checkEmail(email), "password", checkPassword(password)); err != nil {
		return SignedIn{}, err
	}
	t, err := s.try(ctx, from, email)
	if err != nil {
		return SignedIn{}, err
	}
	newHash, err := s.compare(ctx, &t, password)
	if err != nil {
		return SignedIn{}, err
	}
	out, err := s.signIn(ctx, t, newHash)
	if err != nil {
		s.giveBack(ctx, t.ticket)
		return SignedIn{}, err
	}
	s.Events.Event(ctx, eventSignedIn, from.Network.String(), t.user.ID)
	return out, nil
}

// compare waits for a turn, counts the try, and compares the password. What it
// writes to the database is written in the turn too, so that a flood does not
// fill the row of writers either. It returns the password's new hash if the
// stored one was made at another cost than today's.
func (s *Service) compare(ctx context.Context, t *try, password string) (newHash string, err error) {
	done, err := s.hasher.turn(ctx, t.place())
	if err != nil {
		return "", err
	}
	defer done()
	if err := s.count(ctx, t); err != nil {
		return "", err
	}
	ok, err := s.hasher.matches(password, t.stored(s.hasher))
	if err != nil {
		s.giveBack(ctx, t.ticket)
		return "", err
	}
	if t.isUnknown() || !ok {
		return "", s.failed(ctx, *t)
	}
	if s.hasher.isStale(t.user.PasswordHash) {
		newHash = s.hasher.hash(password)
	}
	return newHash, nil
}

// signIn stores a session, remembers the network, and gives the try back. The
// row of the user is held from the beginning, so that sign-ins at once do not
// pass the number of sessions.
func (s *Service) signIn(ctx context.Context, t try, newHash string) (SignedIn, error) {
	now := s.Clock.Now()
	u := t.user
	out := SignedIn{
		User: u, Bearer: core.NewSecret(), Cookie: core.NewSecret(), Expires: now.Add(atMost),
		Device: s.recogniser.withDevice(t.from.Device, u.ID, now), DeviceExpires: now.Add(knownFor),
	}
	session := Session{
		ID: core.NewID(now), UserID: u.ID, BearerHash: tokenHash(out.Bearer), CookieHash: tokenHash(out.Cookie),
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(idleFor),
	}
	network := s.recogniser.networkHash(u.ID, t.from.Network)
	return out, s.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.hold(ctx, tx, u.ID); err != nil {
			return err
		}
		if newHash != "" {
			if err := s.store.rehash(ctx, tx, u, newHash, now); err != nil {
				return err
			}
		}
		if err := s.store.insertSession(ctx, tx, session); err != nil {
			return err
		}
		if err := s.store.endOldest(ctx, tx, u.ID, maxSessions); err != nil {
			return err
		}
		if err := s.store.know(ctx, tx, u.ID, network, now.Add(knownFor)); err != nil {
			return err
		}
		return s.Limits.GiveIn(ctx, tx, t.ticket)
	})
}

// Logout ends the sessions that the secrets of a call open, both where they
// belong to two. Secrets that open nothing are no error.
func (s *Service) Logout(ctx context.Context, network core.Network, bearer, cookie string) error {
	if bearer == "" && cookie == "" {
		return nil
	}
	var users []string
	err := s.DB.Write(ctx, func(tx storage.Querier) (err error) {
		users, err = s.store.endSessions(ctx, tx, hashIfSet(bearer), hashIfSet(cookie))
		return err
	})
	for _, id := range users {
		s.Events.Event(ctx, eventSignedOut, network.String(), id)
	}
	return err
}
