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

// SignInResult is the result of a sign-in.
type SignInResult struct {
	User          User
	Bearer        string    // first secret of the session: the bearer token
	Cookie        string    // second secret of the session: the value of the session cookie
	CookieExpires time.Time // end of the session cookie
	DeviceCookie  string    // value of the device cookie
	DeviceExpires time.Time // end of the device cookie
}

// Login checks a password and starts a session. Unknown addresses and wrong passwords get different
// errors, so revealingAnswerLimits limits how many addresses an attacker can test. If the stored
// hash changes during the call, Login compares the password again. After three tries it returns
// password.ErrBusy. If two-factor sign-in is on, it returns errTwoFactorRequired with a challenge
// for LoginWithCode. Rule accounts-two-factor-login.
func (s *Service) Login(ctx context.Context, from Caller, email, enteredPassword string) (SignInResult, error) {
	if err := fieldErrors("email", emailFieldFault(email), "password", password.EnteredPasswordFaultText(enteredPassword)); err != nil {
		return SignInResult{}, err
	}
	for range 3 {
		if out, err := s.tryLogin(ctx, from, email, enteredPassword); !errors.Is(err, errHashChanged) {
			return out, err
		}
	}
	return SignInResult{}, password.ErrBusy
}

// tryLogin is one try of Login. It returns errHashChanged if the stored hash changed after it was
// read.
func (s *Service) tryLogin(ctx context.Context, from Caller, email, enteredPassword string) (SignInResult, error) {
	a, err := s.newAttempt(ctx, from, email)
	if err != nil {
		return SignInResult{}, err
	}
	newHash, err := s.comparePassword(ctx, &a, enteredPassword)
	if err != nil {
		return SignInResult{}, err
	}
	out, err := s.signIn(ctx, a, newHash, nil)
	if errors.Is(err, errTwoFactorRequired) {
		s.deps.Events.RecordEvent(ctx, eventSignInCodeRequired, from.Network.String(), a.user.ID)
		return SignInResult{}, err
	}
	if err != nil {
		s.uncountAttempt(ctx, a.takenEvent)
		return SignInResult{}, err
	}
	s.deps.Events.RecordEvent(ctx, eventSignedIn, from.Network.String(), a.user.ID)
	return out, nil
}

// comparePassword waits for a slot of the hash queue, counts the attempt as a failure and compares
// the password. It waits first, so that a flood of calls does not fill the queue of database
// writers. newHash is set if the stored hash has an outdated cost. After a wrong password the
// attempt stays counted. An account without a password gets the error of a wrong password (rule
// accounts-no-password).
func (s *Service) comparePassword(ctx context.Context, a *attempt, enteredPassword string) (newHash string, err error) {
	release, err := s.hasher.Acquire(ctx, a.queueKey())
	if err != nil {
		return "", err
	}
	defer release()
	if err := s.countFailure(ctx, a); err != nil {
		return "", err
	}
	ok, err := s.hasher.Matches(enteredPassword, a.hashToCompare(s.hasher))
	if err != nil {
		s.uncountAttempt(ctx, a.takenEvent)
		return "", err
	}
	if !a.user.HasPassword() || !ok {
		return "", s.refuseFailedAttempt(ctx, *a)
	}
	if s.hasher.IsStale(a.user.PasswordHash) {
		newHash = s.hasher.Hash(enteredPassword)
	}
	return newHash, nil
}

// signIn stores a session and the known network, and removes the attempt from the counts of
// failures. signIn locks the user's row first, so that parallel sign-ins cannot exceed maxSessions.
// The error is errHashChanged if the stored password hash is not a.user.PasswordHash. newHash
// replaces the stored hash, unless newHash is empty. The function useCode uses up the code of the
// second factor. If two-factor sign-in is on and useCode is nil, signIn stores a challenge instead
// of a session. The error is then errTwoFactorRequired with the challenge. Rule
// accounts-two-secrets.
func (s *Service) signIn(ctx context.Context, a attempt, newHash string, useCode func(tx storage.Querier) error) (SignInResult, error) {
	now := s.deps.Clock.Now()
	u := a.user
	out := SignInResult{
		User: u, Bearer: core.NewSecret(), Cookie: core.NewSecret(), CookieExpires: now.Add(maxSessionAge),
		DeviceCookie: s.placeRecogniser.cookieWithAccount(a.from.DeviceCookie, u.ID, now), DeviceExpires: now.Add(knownPlaceLifetime),
	}
	session := Session{
		ID: core.NewID(now), UserID: u.ID, BearerHash: tokenHash(out.Bearer), CookieHash: tokenHash(out.Cookie),
		CreatedAt: now, LastSeenAt: now, ExpiresAt: now.Add(maxSessionIdleTime),
		Browser: useragent.Browser(a.from.UserAgent), OperatingSystem: useragent.OperatingSystem(a.from.UserAgent),
	}
	var codeRequired error
	err := s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
		if err := s.store.lockUnchangedUserRow(ctx, tx, u); err != nil {
			return err
		}
		if a.checkProof != nil {
			if err := a.checkProof(tx); err != nil {
				return err
			}
		}
		if newHash != "" {
			if err := s.store.replaceHash(ctx, tx, u, newHash, now); err != nil {
				return err
			}
		}
		if codeRequired, err = s.useSecondFactor(ctx, tx, a, cmp.Or(newHash, u.PasswordHash), useCode); err != nil {
			return err
		}
		if codeRequired == nil {
			if err := s.storeSession(ctx, tx, a, session); err != nil {
				return err
			}
		}
		return s.deps.Limits.GiveBackInTx(ctx, tx, a.takenEvent)
	})
	return out, cmp.Or(err, codeRequired)
}

// useSecondFactor calls useCode, which uses up the code of a sign-in. If two-factor sign-in is on
// and useCode is nil, it stores a challenge. codeRequired is then errTwoFactorRequired with the
// challenge.
func (s *Service) useSecondFactor(ctx context.Context, tx storage.Querier, a attempt, storedHash string, useCode func(tx storage.Querier) error) (codeRequired, err error) {
	if useCode != nil {
		return nil, useCode(tx)
	}
	f, err := s.store.twoFactorSecretOf(ctx, tx, a.user.ID)
	if err != nil || !f.isOn {
		return nil, err
	}
	token, err := s.startChallenge(ctx, tx, a, storedHash)
	return errTwoFactorRequired.WithChallenge(token), err
}

// storeSession stores the session, the known network and the new identity of a sign-in. It deletes
// the oldest sessions beyond maxSessions, and sets the user's count of wrong reset codes to 0.
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
	if a.newIdentity.Subject != "" {
		if err := s.connectIdentity(ctx, tx, a.user, a.newIdentity); err != nil {
			return err
		}
	}
	network := s.placeRecogniser.networkHash(a.user.ID, a.from.Network)
	if err := s.store.rememberNetwork(ctx, tx, a.user.ID, network, session.CreatedAt.Add(knownPlaceLifetime)); err != nil {
		return err
	}
	return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(a.signInEvent(), a.user.ID))
}

// Logout ends the session of a bearer token and the session of a cookie. Secrets without a
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
			if err := s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.SignedOut, id)); err != nil {
				return err
			}
		}
		return nil
	})
	for _, id := range users {
		s.deps.Events.RecordEvent(ctx, eventSignedOut, network.String(), id)
	}
	return err
}
