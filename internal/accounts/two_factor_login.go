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
	challengeLifetime          = 10 * time.Minute
	triesPerChallenge          = 5
	wrongTwoFactorCodesPerHour = 20 // per account, over all challenges
)

// startChallenge stores a challenge for a sign-in that only needs the code, and returns the token
// of the challenge. storedHash is the password hash in the database.
func (s *Service) startChallenge(ctx context.Context, tx storage.Querier, a attempt, storedHash string) (token string, err error) {
	token = core.NewSecret()
	return token, s.store.insertChallenge(ctx, tx, challenge{
		tokenHash: tokenHash(token), userID: a.user.ID, passwordFingerprint: passwordFingerprint(storedHash),
		expiresAt: s.deps.Clock.Now().Add(challengeLifetime), newIdentity: a.newIdentity,
	})
}

// LoginWithCode completes a sign-in that Login answered with a challenge, and starts the session.
// code is a code of the authenticator app or a recovery code. Each code works once. The call counts
// a try before it compares the code. Rules accounts-two-factor-login, accounts-two-factor-tries,
// accounts-recovery-codes.
func (s *Service) LoginWithCode(ctx context.Context, from Caller, token, code string) (SignInResult, error) {
	c, err := s.store.findOpenChallenge(ctx, tokenHash(token), s.deps.Clock.Now())
	if err != nil {
		return SignInResult{}, err
	}
	a, err := s.challengedAttempt(ctx, from, c.userID)
	if err != nil {
		return SignInResult{}, err
	}
	a.newIdentity = c.newIdentity
	if err := s.countCodeTry(ctx, &a, c); err != nil {
		return SignInResult{}, err
	}
	out, err := s.signInWithCode(ctx, a, c, code)
	if err != nil {
		if errors.Is(err, errWrongCode) {
			s.deps.Events.RecordEvent(ctx, eventSignInCodeFailed, from.Network.String(), c.userID)
		} else {
			s.uncountAttempt(ctx, a.takenEvent)
		}
		return SignInResult{}, err
	}
	s.deps.Events.RecordEvent(ctx, eventSignedIn, from.Network.String(), c.userID)
	return out, nil
}

// challengedAttempt returns an attempt to sign in as the user of a challenge, or
// errChallengeEnded if the account was deleted.
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
	a := attempt{from: from, emailKey: emailKey(u.Email), user: u}
	return a, s.recogniseCaller(ctx, &a)
}

// codeLimit returns the limit of wrong codes. Known devices and networks have a separate limit, so
// that an attacker with the password cannot lock the owner out. Rule limits-owner-signs-in.
func (a attempt) codeLimit() limits.Limit {
	key := "two-factor-codes "
	if a.isKnown {
		key = "two-factor-codes-known "
	}
	return limits.Limit{Key: key + a.user.ID, N: wrongTwoFactorCodesPerHour, Period: time.Hour}
}

// countCodeTry runs before the code is compared. It counts a try of the challenge, and in advance a
// wrong code of the account. If the challenge or the account has no try left, countCodeTry counts
// nothing. The error is then errChallengeEnded or errTooManyAttempts.
func (s *Service) countCodeTry(ctx context.Context, a *attempt, c challenge) error {
	err := s.deps.Limits.Check(ctx, a.codeLimit())
	if err == nil {
		err = s.deps.DB.Write(ctx, func(tx storage.Querier) (err error) {
			if err := s.store.countChallengeTry(ctx, tx, c.tokenHash, s.deps.Clock.Now()); err != nil {
				return err
			}
			a.takenEvent, err = s.deps.Limits.TakeInTx(ctx, tx, a.codeLimit())
			return err
		})
	}
	return s.replaceSignInLimitError(ctx, *a, err)
}

// signInWithCode starts the session if the code is right. Using up the code, ending the
// challenge and storing the session are one transaction.
func (s *Service) signInWithCode(ctx context.Context, a attempt, c challenge, code string) (SignInResult, error) {
	useCode, err := s.checkSecondFactor(ctx, a.user.ID, code)
	if err != nil {
		return SignInResult{}, err
	}
	out, err := s.signIn(ctx, a, "", func(tx storage.Querier) error {
		if err := s.store.takeChallenge(ctx, tx, c); err != nil {
			return err
		}
		return useCode(tx)
	})
	if errors.Is(err, errHashChanged) || storage.IsUniqueViolation(err) {
		return SignInResult{}, errChallengeEnded
	}
	if err == nil && c.newIdentity.Subject != "" {
		s.deps.Mail.Wake()
		s.deps.Events.RecordEvent(ctx, eventGoogleConnected, a.from.Network.String(), a.user.ID)
	}
	return out, err
}

// checkSecondFactor checks a code of the authenticator app, and returns errWrongCode if the code is
// wrong. The returned function useCode uses the code up in a transaction. A recovery code is
// checked only by useCode, which returns errWrongCode if the recovery code is wrong or used.
func (s *Service) checkSecondFactor(ctx context.Context, userID, code string) (useCode func(tx storage.Querier) error, err error) {
	kind, code := totp.ParseCode(code)
	switch kind {
	case totp.AppCode:
		return s.checkTOTP(ctx, userID, code)
	case totp.RecoveryCode:
		return func(tx storage.Querier) error {
			if err := s.store.useRecoveryCode(ctx, tx, userID, s.recoveryHash(userID, code)); err != nil {
				return err
			}
			return s.deps.Audit.Write(ctx, tx, audit.OwnAccountEvent(audit.RecoveryCodeUsed, userID))
		}, nil
	}
	return nil, errWrongCode
}

// checkTOTP is checkSecondFactor for a code of the authenticator app. If two-factor sign-in is
// off, it returns errChallengeEnded.
func (s *Service) checkTOTP(ctx context.Context, userID, code string) (useCode func(tx storage.Querier) error, err error) {
	f, err := s.store.twoFactorSecretOf(ctx, s.deps.DB.Reader(), userID)
	if err != nil {
		return nil, err
	}
	if !f.isOn {
		return nil, errChallengeEnded
	}
	step, ok, err := totp.MatchCode(f.secret, code, s.deps.Clock.Now(), f.lastUsedTimeStep)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errWrongCode
	}
	return func(tx storage.Querier) error { return s.store.consumeTimeStep(ctx, tx, userID, f.secret, step) }, nil
}
