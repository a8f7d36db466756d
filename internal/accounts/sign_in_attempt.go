package accounts

import (
	"context"
	"errors"
	"strings"
	"time"

	"colloquy/internal/accounts/oidc"
	"colloquy/internal/accounts/password"
	"colloquy/internal/audit"
	"colloquy/internal/core"
	"colloquy/internal/limits"
	"colloquy/internal/storage"
)

// Limits of wrong passwords and of answers that reveal whether an address has an account. A network
// is an IPv4 address or an IPv6 /64. Wider IPv6 prefixes have higher limits (limits.ByNetwork).
// Rules limits-guesses-place, limits-guesses-account, limits-reveals.
const (
	failuresPer15Minutes         = 5    // wrong passwords per account and network, or per account and known device, in 15 minutes
	failuresPerHour              = 50   // wrong passwords per account, from all unknown networks together, in an hour
	failuresPerNetwork           = 100  // wrong passwords per unknown network, for all accounts, in an hour
	revealingAnswersPerHour      = 20   // answers that reveal an account, per network, in an hour
	totalRevealingAnswersPerHour = 1000 // answers that reveal an account, for all networks together, in an hour
)

// networkLimitKey is the key of the limit that counts the wrong passwords of a network for all
// accounts.
const networkLimitKey = "sign-in-network"

// attempt is one attempt to sign in. countFailure counts it as a failure in advance; a
// successful sign-in removes it from the counts.
type attempt struct {
	from        Caller
	emailKey    string // email key
	user        User   // zero if no account has the address
	deviceNonce string // nonce of the known device, or empty
	isKnown     bool   // the account signed in from the device or network before
	takenEvent  limits.TakenEvent

	// checkProof checks a further proof, such as a pending identity, in the transaction of the
	// sign-in. It returns an error if the proof has become invalid. checkProof is nil if the
	// password is the only proof.
	checkProof func(tx storage.Querier) error
	// newIdentity is the identity that the sign-in connects to the account. Its Subject is
	// empty if there is none.
	newIdentity oidc.Identity
}

func (a attempt) isUnknownUser() bool { return a.user.ID == "" }

// hashToCompare returns the user's password hash, or the dummy hash if no account
// has the address or the account has no password.
func (a attempt) hashToCompare(h *password.Hasher) string {
	if !a.user.HasPassword() {
		return h.DummyHash
	}
	return a.user.PasswordHash
}

// signInEvent returns the name of the event of a successful sign-in.
func (a attempt) signInEvent() audit.EventName {
	if a.isKnown {
		return audit.SignedIn
	}
	return audit.SignedInNewDevice
}

func (a attempt) queueKey() password.QueueKey {
	return password.QueueKey{Network: widestPrefix(a.from.Network), IsKnownCaller: a.isKnown}
}

// widestPrefix returns the widest prefix by which limits count a network, such as an
// IPv6 /48. All calls from that prefix share one queue for password hashes.
func widestPrefix(n core.Network) string {
	tiers := n.Tiers()
	return tiers[len(tiers)-1]
}

// newAttempt looks up the user, and whether the device or network is known. It returns
// errTooManyAttempts if one of the attempt's limits is full. It counts nothing.
func (s *Service) newAttempt(ctx context.Context, from Caller, email string) (attempt, error) {
	a := attempt{from: from, emailKey: emailKey(email)}
	var err error
	if a.user, err = s.store.userByEmail(ctx, email); err != nil && core.KindOf(err) != core.NotFound {
		return a, err
	}
	if a.user.PendingEmail, err = s.store.pendingEmail(ctx, s.deps.DB.Reader(), a.user.ID, s.deps.Clock.Now()); err != nil {
		return a, err
	}
	if err := s.recogniseCaller(ctx, &a); err != nil {
		return a, err
	}
	return a, s.replaceSignInLimitError(ctx, a, s.deps.Limits.Check(ctx, a.failureLimits()...))
}

// recogniseCaller sets deviceNonce and isKnown of an attempt.
func (s *Service) recogniseCaller(ctx context.Context, a *attempt) (err error) {
	now := s.deps.Clock.Now()
	if a.deviceNonce, a.isKnown = s.placeRecogniser.nonceOfAccount(a.from.DeviceCookie, a.user.ID, now); a.isKnown {
		return nil
	}
	a.isKnown, err = s.store.isKnownNetwork(ctx, a.user.ID, s.placeRecogniser.networkHash(a.user.ID, a.from.Network), now)
	return err
}

// countFailure counts the attempt as a failure. It runs before the password is
// compared, so that parallel guesses cannot exceed a limit.
func (s *Service) countFailure(ctx context.Context, a *attempt) (err error) {
	a.takenEvent, err = s.deps.Limits.Take(ctx, a.failureLimits()...)
	return s.replaceSignInLimitError(ctx, *a, err)
}

// replaceSignInLimitError replaces the error of a full limit with errTooManyAttempts and records the
// refusal. It returns other errors unchanged.
func (s *Service) replaceSignInLimitError(ctx context.Context, a attempt, err error) error {
	fullErr, is := errors.AsType[*limits.FullError](err)
	if !is {
		return err
	}
	s.deps.Events.RecordRepeated(ctx, eventSignInRefused, a.from.Network.String(), "/auth/login")
	if !strings.HasPrefix(fullErr.Limit.Key, networkLimitKey+" ") {
		s.auditRefusal(ctx, a)
	}
	return errTooManyAttempts.WithRetryAfter(fullErr.Wait)
}

// auditRefusal writes to the audit log that an account has reached a limit of wrong passwords. An
// account gets at most one such event a minute. For an unknown address auditRefusal counts the
// refusal but writes no event. So the response time does not reveal whether an account exists.
// auditRefusal ignores errors, because the log has the refusal as well. Rule accounts-audit.
func (s *Service) auditRefusal(ctx context.Context, a attempt) {
	limit := limits.Limit{Key: "audit-refusal " + a.emailKey, N: 1, Period: time.Minute}
	if s.deps.Limits.Check(ctx, limit) != nil {
		return
	}
	_ = s.deps.DB.Write(ctx, func(tx storage.Querier) error {
		if _, err := s.deps.Limits.TakeInTx(ctx, tx, limit); err != nil || a.isUnknownUser() {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, audit.Event{Name: audit.SignInRefused, ActorID: audit.VisitorActor, SubjectID: a.user.ID})
	})
}

// failureLimits returns the limits of the attempt. Known devices and networks have limits of their
// own, which attempts from elsewhere do not fill. So an attacker elsewhere cannot lock the owner
// out (rule limits-owner-signs-in).
func (a attempt) failureLimits() []limits.Limit {
	const quarter = 15 * time.Minute
	if a.deviceNonce != "" {
		return []limits.Limit{{Key: "sign-in-device " + a.user.ID + " " + a.deviceNonce, N: failuresPer15Minutes, Period: quarter}}
	}
	list := limits.ByNetwork("sign-in "+a.emailKey, a.from.Network, failuresPer15Minutes, quarter)
	if a.isKnown {
		return list
	}
	list = append(list, limits.Limit{Key: "sign-in-account " + a.emailKey, N: failuresPerHour, Period: time.Hour})
	return append(list, limits.ByNetwork(networkLimitKey, a.from.Network, failuresPerNetwork, time.Hour)...)
}

// refuseFailedAttempt records a failed attempt and returns errWrongPassword or errUnknownUser.
// errUnknownUser reveals that no account has the address. If a limit of revealing answers is full,
// refuseFailedAttempt returns errWrongPassword instead. Rule accounts-login-refusals.
func (s *Service) refuseFailedAttempt(ctx context.Context, a attempt) error {
	s.deps.Events.RecordEvent(ctx, eventSignInFailed, a.from.Network.String(), a.emailKey)
	if !a.isUnknownUser() {
		return errWrongPassword
	}
	_, err := s.deps.Limits.Take(ctx, append(revealingAnswerLimits(a.from.Network), totalRevealingAnswerLimit)...)
	if _, full := limits.WaitOfFullError(err); full {
		return errWrongPassword
	}
	if err != nil {
		return err
	}
	return errUnknownUser
}

// totalRevealingAnswerLimit limits sign-ins whose answers reveal that an address has no
// account, for all networks together.
var totalRevealingAnswerLimit = limits.Limit{Key: "reveal-all", N: totalRevealingAnswersPerHour, Period: time.Hour}

// revealingAnswerLimits returns the limits of answers that reveal whether an address has
// an account. Sign-in and registration share them.
func revealingAnswerLimits(n core.Network) []limits.Limit {
	return limits.ByNetwork("reveal", n, revealingAnswersPerHour, time.Hour)
}

// uncountAttempt removes an attempt from the limits that counted it as a failure in advance. It is
// called if the password was right or the server failed. It also runs after ctx has ended. It
// ignores errors, because the count ends with its time window.
func (s *Service) uncountAttempt(ctx context.Context, t limits.TakenEvent) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = s.deps.Limits.GiveBack(ctx, t)
}
