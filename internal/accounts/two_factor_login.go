package accounts

import (
	"context"
	"errors"
	"time"

	"colloquy/internal/accounts/totp"
	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Limits of the codes of a sign-in. Rule accounts-two-factor-tries.
const (
	challengeLifetime = 10 * time.Minute
	triesPerChallenge = 5
	wrongCodesPerHour = 20 // per account, over all challenges
)

// startChallenge stores a challenge of a sign-in that lacks only its code, and returns its
// token. storedHash is the password hash in the database.
func (s *Service) startChallenge(ctx context.Context, tx storage.Querier, a attempt, storedHash string) (token string, err error) {
	token = core.NewSecret()
	return token, s.store.insertChallenge(ctx, tx, challenge{
		tokenHash: tokenHash(token), userID: a.user.ID, passwordTag: passwordTag(storedHash),
		expiresAt: s.deps.Clock.Now().Add(challengeLifetime), connects: a.connects,
	})
}

// LoginWithCode completes a sign-in that Login answered with a challenge: it starts the
// session. code is a code of the authenticator app or a recovery code; each works once.
// Tries are counted before the code is compared. Rules accounts-two-factor-login,
// accounts-two-factor-tries, accounts-recovery-codes.
func (s *Service) LoginWithCode(ctx context.Context, from Caller, token, code string) (SignedIn, error) {
	c, err := s.store.openChallenge(ctx, tokenHash(token), s.deps.Clock.Now())
	if err != nil {
		return SignedIn{}, err
	}
	a, err := s.challengedAttempt(ctx, from, c.userID)
	if err != nil {
		return SignedIn{}, err
	}
	a.connects = c.connects
	if err := s.countTry(ctx, &a, c); err != nil {
		return SignedIn{}, err
	}
	out, err := s.signInWithCode(ctx, a, c, code)
	if err != nil {
		if errors.Is(err, errWrongCode) {
			s.deps.Events.Event(ctx, eventCodeFailed, from.Network.String(), c.userID)
		} else {
			s.uncount(ctx, a.counted)
		}
		return SignedIn{}, err
	}
	s.deps.Events.Event(ctx, eventSignedIn, from.Network.String(), c.userID)
	return out, nil
}

// challengedAttempt returns the attempt of a user whose password was right.
func (s *Service) challengedAttempt(ctx context.Context, from Caller, userID string) (attempt, error) {
	u, err := s.store.userByID(ctx, s.deps.DB.Reader(), userID)
	if core.KindOf(err) == core.NotFound {
		return attempt{}, errChallengeEnded
	}
	if err != nil {
		return attempt{}, err
	}
	if u.PendingEmail, err = s.store.pendingEmail(ctx, s.deps.DB.Reader(), u.ID, s.deps.Clock.Now()); err != nil {
		return attempt{}, err
	}
	a := attempt{from: from, account: emailKey(u.Email), user: u}
	return a, s.recognise(ctx, &a)
}

// codeLimit returns the limit of wrong codes. Devices and networks that the account
// signed in from are counted apart, so that an attacker who has the password cannot keep
// the owner out. Rule limits-owner-signs-in.
func (a attempt) codeLimit() limits.Limit {
	key := "two-factor-codes "
	if a.isKnown {
		key = "two-factor-codes-known "
	}
	return limits.Limit{Key: key + a.user.ID, N: wrongCodesPerHour, Per: time.Hour}
}

// countTry counts a try of the challenge and a wrong code of the account, both in
// advance.
func (s *Service) countTry(ctx context.Context, a *attempt, c challenge) error {
	err := s.deps.Limits.Check(ctx, a.codeLimit())
	if err == nil {
		err = s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			if err := s.store.countChallengeTry(ctx, tx, c.tokenHash, s.deps.Clock.Now()); err != nil {
				return err
			}
			a.counted, err = s.deps.Limits.TakeIn(ctx, tx, a.codeLimit())
			return err
		})
	}
	return s.limitError(ctx, *a, err)
}

// signInWithCode starts the session if the code is right. Using up the code, ending the
// challenge and storing the session are one transaction.
func (s *Service) signInWithCode(ctx context.Context, a attempt, c challenge, code string) (SignedIn, error) {
	use, err := s.checkSecondFactor(ctx, a.user.ID, code)
	if err != nil {
		return SignedIn{}, err
	}
	out, err := s.signIn(ctx, a, "", func(tx storage.Querier) error {
		if err := s.store.takeChallenge(ctx, tx, c); err != nil {
			return err
		}
		return use(tx)
	})
	if errors.Is(err, errHashChanged) || storage.IsUnique(err) {
		return SignedIn{}, errChallengeEnded
	}
	if err == nil && c.connects.Subject != "" {
		s.deps.Mail.Kick()
		s.deps.Events.Event(ctx, eventGoogleConnected, a.from.Network.String(), a.user.ID)
	}
	return out, err
}

// checkSecondFactor returns a function that uses up a code in a transaction, or errWrongCode.
// The function also returns errWrongCode if the code was used before.
func (s *Service) checkSecondFactor(ctx context.Context, userID, code string) (use func(tx storage.Querier) error, err error) {
	kind, code := totp.Parse(code)
	switch kind {
	case totp.AppCode:
		return s.checkTOTP(ctx, userID, code)
	case totp.RecoveryCode:
		return func(tx storage.Querier) error {
			if err := s.store.useRecoveryCode(ctx, tx, userID, s.recoveryHash(userID, code)); err != nil {
				return err
			}
			return s.deps.Audit.Write(ctx, tx, audit.Own(audit.RecoveryCodeUsed, userID))
		}, nil
	}
	return nil, errWrongCode
}

func (s *Service) checkTOTP(ctx context.Context, userID, code string) (use func(tx storage.Querier) error, err error) {
	f, err := s.store.twoFactorOf(ctx, s.deps.DB.Reader(), userID)
	if err != nil {
		return nil, err
	}
	if !f.isOn {
		return nil, errChallengeEnded
	}
	step, ok, err := totp.Match(f.secret, code, s.deps.Clock.Now(), f.lastStep)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errWrongCode
	}
	return func(tx storage.Querier) error { return s.store.useStep(ctx, tx, userID, f.secret, step) }, nil
}
