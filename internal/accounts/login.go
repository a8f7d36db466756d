package accounts

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// SignedIn is the result of a sign-in: the two secrets of a session, and the
// value of the device cookie.
type SignedIn struct {
	User          User
	Bearer        string
	Cookie        string
	Expires       time.Time
	Device        string
	DeviceExpires time.Time
}

// Login checks a password and starts a session. An unknown address and a wrong
// password have different errors, so revealLimits limits how many addresses an
// attacker can test. If the stored hash changes meanwhile, the password is compared
// again, so that no session starts with a password that was just replaced. Rule
// accounts-login-refusals.
func (s *Service) Login(ctx context.Context, from Caller, email, password string) (SignedIn, error) {
	if err := fieldErrors("email", checkEmail(email), "password", checkLoginPassword(password)); err != nil {
		return SignedIn{}, err
	}
	for range 3 {
		if out, err := s.login(ctx, from, email, password); !errors.Is(err, errHashChanged) {
			return out, err
		}
	}
	return SignedIn{}, errBusy
}

func (s *Service) login(ctx context.Context, from Caller, email, password string) (SignedIn, error) {
	a, err := s.newAttempt(ctx, from, email)
	if err != nil {
		return SignedIn{}, err
	}
	newHash, err := s.comparePassword(ctx, &a, password)
	if err != nil {
		return SignedIn{}, err
	}
	out, err := s.signIn(ctx, a, newHash)
	if err != nil {
		s.uncount(ctx, a.counted)
		return SignedIn{}, err
	}
	s.deps.Events.Event(ctx, eventSignedIn, from.Network.String(), a.user.ID)
	return out, nil
}

// comparePassword waits for a slot of the hash queue, counts the attempt and compares
// the password. It counts after it got the slot, so that a flood does not fill the
// queue of database writers. It returns a new hash if the stored one is stale.
func (s *Service) comparePassword(ctx context.Context, a *attempt, password string) (newHash string, err error) {
	release, err := s.hasher.acquire(ctx, a.queueKey())
	if err != nil {
		return "", err
	}
	defer release()
	if err := s.countFailure(ctx, a); err != nil {
		return "", err
	}
	ok, err := s.hasher.matches(password, a.hashToCompare(s.hasher))
	if err != nil {
		s.uncount(ctx, a.counted)
		return "", err
	}
	if a.isUnknownUser() || !ok {
		return "", s.failureError(ctx, *a)
	}
	if s.hasher.isStale(a.user.PasswordHash) {
		newHash = s.hasher.hash(password)
	}
	return newHash, nil
}

// signIn stores a session and the known network, and takes the count of the
// attempt back. It locks the row of the user first, so that parallel sign-ins
// cannot exceed maxSessions. It returns errHashChanged if the password hash is no
// longer the one that was compared.
func (s *Service) signIn(ctx context.Context, a attempt, newHash string) (SignedIn, error) {
	now := s.deps.Clock.Now()
	u := a.user
	out := SignedIn{
		User: u, Bearer: core.NewSecret(), Cookie: core.NewSecret(), Expires: now.Add(maxAge),
		Device: s.recogniser.addAccount(a.from.Device, u.ID, now), DeviceExpires: now.Add(rememberedFor),
	}
	session := Session{
		ID: core.NewID(now), UserID: u.ID, BearerHash: tokenHash(out.Bearer), CookieHash: tokenHash(out.Cookie),
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(maxIdle),
	}
	network := s.recogniser.networkHash(u.ID, a.from.Network)
	return out, s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if err := s.store.lockUser(ctx, tx, u); err != nil {
			return err
		}
		if newHash != "" {
			if err := s.store.replaceHash(ctx, tx, u, newHash, now); err != nil {
				return err
			}
		}
		if err := s.store.insertSession(ctx, tx, session); err != nil {
			return err
		}
		if err := s.store.deleteOldestSessions(ctx, tx, u.ID, maxSessions); err != nil {
			return err
		}
		if err := s.store.rememberNetwork(ctx, tx, u.ID, network, now.Add(rememberedFor)); err != nil {
			return err
		}
		return s.deps.Limits.GiveIn(ctx, tx, a.counted)
	})
}

// Logout ends the sessions of a bearer token and a cookie. Secrets without a
// session are no error. Rule accounts-logout.
func (s *Service) Logout(ctx context.Context, network core.Network, bearer, cookie string) error {
	if bearer == "" && cookie == "" {
		return nil
	}
	var users []string
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		users, err = s.store.deleteSessions(ctx, tx, hashIfSet(bearer), hashIfSet(cookie))
		return err
	})
	for _, id := range users {
		s.deps.Events.Event(ctx, eventSignedOut, network.String(), id)
	}
	return err
}
