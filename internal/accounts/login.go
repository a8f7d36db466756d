package accounts

import (
	"cmp"
	"context"
	"errors"
	"time"

	"colloquy/internal/accounts/password"
	"colloquy/internal/accounts/useragent"
	"colloquy/internal/audit"
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
// again, so that no session starts with a password that was just replaced. If two-factor
// sign-in is on, it returns errTwoFactorRequired with a challenge for LoginWithCode. Rules
// accounts-login-refusals, accounts-two-factor-login.
func (s *Service) Login(ctx context.Context, from Caller, email, entered string) (SignedIn, error) {
	if err := fieldErrors("email", checkEmail(email), "password", password.CheckEntered(entered)); err != nil {
		return SignedIn{}, err
	}
	for range 3 {
		if out, err := s.login(ctx, from, email, entered); !errors.Is(err, errHashChanged) {
			return out, err
		}
	}
	return SignedIn{}, password.ErrBusy
}

func (s *Service) login(ctx context.Context, from Caller, email, entered string) (SignedIn, error) {
	a, err := s.newAttempt(ctx, from, email)
	if err != nil {
		return SignedIn{}, err
	}
	newHash, err := s.comparePassword(ctx, &a, entered)
	if err != nil {
		return SignedIn{}, err
	}
	out, err := s.signIn(ctx, a, newHash, nil)
	if errors.Is(err, errTwoFactorRequired) {
		s.deps.Events.Event(ctx, eventCodeRequired, from.Network.String(), a.user.ID)
		return SignedIn{}, err
	}
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
func (s *Service) comparePassword(ctx context.Context, a *attempt, entered string) (newHash string, err error) {
	release, err := s.hasher.Acquire(ctx, a.queueKey())
	if err != nil {
		return "", err
	}
	defer release()
	if err := s.countFailure(ctx, a); err != nil {
		return "", err
	}
	ok, err := s.hasher.Matches(entered, a.hashToCompare(s.hasher))
	if err != nil {
		s.uncount(ctx, a.counted)
		return "", err
	}
	if !a.user.HasPassword() || !ok {
		return "", s.failureError(ctx, *a)
	}
	if s.hasher.IsStale(a.user.PasswordHash) {
		newHash = s.hasher.Hash(entered)
	}
	return newHash, nil
}

// signIn stores a session and the known network, and takes the count of the attempt
// back. It locks the row of the user first, so that parallel sign-ins cannot exceed
// maxSessions. It returns errHashChanged if the password hash is no longer that of
// a.user. useCode uses up the code of the second factor. If it is nil and two-factor
// sign-in is on, signIn stores a challenge in place of the session and the network, and
// returns errTwoFactorRequired with it.
func (s *Service) signIn(ctx context.Context, a attempt, newHash string, useCode func(tx storage.Querier) error) (SignedIn, error) {
	now := s.deps.Clock.Now()
	u := a.user
	out := SignedIn{
		User: u, Bearer: core.NewSecret(), Cookie: core.NewSecret(), Expires: now.Add(maxSessionAge),
		Device: s.recogniser.addAccount(a.from.Device, u.ID, now), DeviceExpires: now.Add(knownPlaceLifetime),
	}
	session := Session{
		ID: core.NewID(now), UserID: u.ID, BearerHash: tokenHash(out.Bearer), CookieHash: tokenHash(out.Cookie),
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(maxSessionIdleTime),
		Browser: useragent.Browser(a.from.Agent), System: useragent.System(a.from.Agent),
	}
	var required error
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if err := s.store.lockUser(ctx, tx, u); err != nil {
			return err
		}
		if a.check != nil {
			if err := a.check(tx); err != nil {
				return err
			}
		}
		if newHash != "" {
			if err := s.store.replaceHash(ctx, tx, u, newHash, now); err != nil {
				return err
			}
		}
		if required, err = s.secondFactor(ctx, tx, a, cmp.Or(newHash, u.PasswordHash), useCode); err != nil {
			return err
		}
		if required == nil {
			if err := s.storeSession(ctx, tx, a, session); err != nil {
				return err
			}
		}
		return s.deps.Limits.GiveIn(ctx, tx, a.counted)
	})
	return out, cmp.Or(err, required)
}

// secondFactor uses up the code of a sign-in. Without a code, it returns as required
// errTwoFactorRequired with a new challenge if two-factor sign-in is on, else nil.
func (s *Service) secondFactor(ctx context.Context, tx storage.Querier, a attempt, storedHash string, useCode func(tx storage.Querier) error) (required, err error) {
	if useCode != nil {
		return nil, useCode(tx)
	}
	f, err := s.store.twoFactorOf(ctx, tx, a.user.ID)
	if err != nil || !f.isOn {
		return nil, err
	}
	token, err := s.startChallenge(ctx, tx, a, storedHash)
	return errTwoFactorRequired.WithChallenge(token), err
}

// storeSession stores the session, the known network and the connected identity of a
// sign-in, and clears the count of wrong reset codes.
func (s *Service) storeSession(ctx context.Context, tx storage.Querier, a attempt, session Session) error {
	if err := s.store.insertSession(ctx, tx, session); err != nil {
		return err
	}
	if err := s.store.deleteOldestSessions(ctx, tx, a.user.ID, maxSessions); err != nil {
		return err
	}
	if err := s.store.clearResetFailures(ctx, tx, a.user.ID); err != nil {
		return err
	}
	if a.connects.Subject != "" {
		if err := s.connect(ctx, tx, a.user, a.connects); err != nil {
			return err
		}
	}
	network := s.recogniser.networkHash(a.user.ID, a.from.Network)
	if err := s.store.rememberNetwork(ctx, tx, a.user.ID, network, session.CreatedAt.Add(knownPlaceLifetime)); err != nil {
		return err
	}
	return s.deps.Audit.Write(ctx, tx, audit.Own(a.signInEvent(), a.user.ID))
}

// Logout ends the sessions of a bearer token and a cookie. Secrets without a
// session are no error. Rule accounts-logout.
func (s *Service) Logout(ctx context.Context, network core.Network, bearer, cookie string) error {
	if bearer == "" && cookie == "" {
		return nil
	}
	var users []string
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if users, err = s.store.deleteSessions(ctx, tx, hashIfSet(bearer), hashIfSet(cookie)); err != nil {
			return err
		}
		for _, id := range users {
			if err := s.deps.Audit.Write(ctx, tx, audit.Own(audit.SignedOut, id)); err != nil {
				return err
			}
		}
		return nil
	})
	for _, id := range users {
		s.deps.Events.Event(ctx, eventSignedOut, network.String(), id)
	}
	return err
}
