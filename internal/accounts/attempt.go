package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
)

// Limits of wrong passwords and of answers that reveal whether an address has an
// account. A network is an IPv4 address or an IPv6 /64; wider prefixes have
// higher limits (limits.ByNetwork).
const (
	failuresPerQuarter = 5   // per account and network, or known device, in 15 minutes
	failuresPerHour    = 50  // per account, from all unknown networks together
	failuresByNetwork  = 100 // per unknown network, for all accounts, in an hour
	revealsPerHour     = 20  // per network
	revealsPerHourAll  = 1000
)

// attempt is one attempt to sign in. It counts as a failure from countFailure
// until it succeeds.
type attempt struct {
	from    Caller
	account string // email key
	user    User   // zero if the address is unknown
	device  string // nonce of a device that the account signed in from, or empty
	isKnown bool   // the account signed in from the device or network before
	ticket  limits.Ticket
}

func (a attempt) isUnknownUser() bool { return a.user.ID == "" }

// hashToCompare returns the user's hash, or the dummy for an unknown address.
func (a attempt) hashToCompare(h *hasher) string {
	if a.isUnknownUser() {
		return h.dummy
	}
	return a.user.PasswordHash
}

func (a attempt) lineKey() lineKey { return lineKey{widestTier(a.from.Network), a.isKnown} }

// widestTier returns the prefix whose calls wait in one line of the hash queue.
func widestTier(n core.Network) string {
	tiers := n.Tiers()
	return tiers[len(tiers)-1]
}

// newAttempt looks up the user and whether the device or network is known. It
// returns core.Limited if a limit of the attempt is full. It only reads.
func (s *Service) newAttempt(ctx context.Context, from Caller, email string) (attempt, error) {
	a := attempt{from: from, account: emailKey(email)}
	var err error
	if a.user, err = s.store.userByEmail(ctx, email); err != nil && core.KindOf(err) != core.NotFound {
		return a, err
	}
	if a.device, a.isKnown = s.recogniser.device(from.Device, a.user.ID, s.deps.Clock.Now()); !a.isKnown {
		if a.isKnown, err = s.store.isKnownNetwork(ctx, a.user.ID, s.recogniser.networkHash(a.user.ID, from.Network), s.deps.Clock.Now()); err != nil {
			return a, err
		}
	}
	return a, s.limitError(ctx, a, s.deps.Limits.Check(ctx, a.limits()...))
}

// countFailure counts the attempt as a failure. It runs before the password is
// compared, so that parallel guesses cannot exceed a limit.
func (s *Service) countFailure(ctx context.Context, a *attempt) (err error) {
	a.ticket, err = s.deps.Limits.Take(ctx, a.limits()...)
	return s.limitError(ctx, *a, err)
}

// limitError records the error of a full limit and replaces it with errTooMany.
// It returns other errors unchanged.
func (s *Service) limitError(ctx context.Context, a attempt, err error) error {
	if wait, full := limits.Full(err); full {
		s.deps.Events.Repeated(ctx, eventSignInRefused, a.from.Network.String(), "/auth/login")
		return errTooMany.After(wait)
	}
	return err
}

// limits returns the limits of the attempt. A known device has a limit of its
// own, and a known network has no limit that other networks can fill, so that
// an attack from elsewhere cannot lock the owner out.
func (a attempt) limits() []limits.Limit {
	const quarter = 15 * time.Minute
	if a.device != "" {
		return []limits.Limit{{Key: "sign-in-device " + a.user.ID + " " + a.device, N: failuresPerQuarter, Per: quarter}}
	}
	list := limits.ByNetwork("sign-in "+a.account, a.from.Network, failuresPerQuarter, quarter)
	if a.isKnown {
		return list
	}
	list = append(list, limits.Limit{Key: "sign-in-account " + a.account, N: failuresPerHour, Per: time.Hour})
	return append(list, limits.ByNetwork("sign-in-network", a.from.Network, failuresByNetwork, time.Hour)...)
}

// failureError returns the error of a wrong password or an unknown address. The
// attempt stays counted. A network whose reveal limit is full gets the error of
// a wrong password for both.
func (s *Service) failureError(ctx context.Context, a attempt) error {
	s.deps.Events.Event(ctx, eventSignInFailed, a.from.Network.String(), a.account)
	if !a.isUnknownUser() {
		return errWrongPassword
	}
	_, err := s.deps.Limits.Take(ctx, append(revealLimits(a.from.Network), revealLimitAll)...)
	if _, full := limits.Full(err); full {
		return errWrongPassword
	}
	if err != nil {
		return err
	}
	return errUnknownUser
}

var revealLimitAll = limits.Limit{Key: "reveal-all", N: revealsPerHourAll, Per: time.Hour}

// revealLimits returns the limits of answers that reveal to a network whether an
// address has an account. Sign-in and registration share them.
func revealLimits(n core.Network) []limits.Limit {
	return limits.ByNetwork("reveal", n, revealsPerHour, time.Hour)
}

// giveBack takes the count back after an error of the server, even if ctx has
// ended. If that fails too, the count expires with its window.
func (s *Service) giveBack(ctx context.Context, t limits.Ticket) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = s.deps.Limits.Give(ctx, t)
}
