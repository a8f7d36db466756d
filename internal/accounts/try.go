package accounts

import (
	"context"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/limits"
)

// Limits of wrong passwords and of answers that tell whether an address is
// known. Those of networks are the ones of an IPv4 address or a /64; wider
// prefixes may do more (limits.ByNetwork).
const (
	failuresPerQuarter = 5   // per account and network or known device, in 15 minutes
	failuresPerHour    = 50  // per account, from all networks without an earlier success together
	failuresByNetwork  = 100 // per network without an earlier success, of all accounts, in an hour
	revealsPerHour     = 20  // answers that tell whether an address is known, per network
	revealsAll         = 1000
)

// try is one attempt to sign in. From its count on it is a failure, until it has
// succeeded.
type try struct {
	from    Caller
	account string // the key of the address
	user    User   // empty if the address is unknown
	device  string // the nonce of a device that the account signed in from, empty for none
	known   bool   // the account signed in from the device or network before
	ticket  limits.Ticket
}

func (t try) isUnknown() bool { return t.user.ID == "" }

// stored is the hash to compare with: a dummy's for an unknown address.
func (t try) stored(h *hasher) string {
	if t.isUnknown() {
		return h.dummy
	}
	return t.user.PasswordHash
}

func (t try) place() place { return place{widest(t.from.Network), t.known} }

// widest is the prefix whose calls share one line of the queue.
func widest(n core.Network) string {
	tiers := n.Tiers()
	return tiers[len(tiers)-1]
}

// try finds out who wants to sign in from where. An attempt that may not be made
// is core.Limited, and costs a few reads.
func (s *Service) try(ctx context.Context, from Caller, email string) (try, error) {
	t := try{from: from, account: emailKey(email)}
	var err error
	if t.user, err = s.store.userByEmail(ctx, email); err != nil && core.KindOf(err) != core.NotFound {
		return t, err
	}
	if t.device, t.known = s.recogniser.device(from.Device, t.user.ID, s.Clock.Now()); !t.known {
		if t.known, err = s.store.knows(ctx, t.user.ID, s.recogniser.networkHash(t.user.ID, from.Network), s.Clock.Now()); err != nil {
			return t, err
		}
	}
	return t, s.refused(ctx, t, s.Limits.Check(ctx, t.limits()...))
}

// count counts the attempt as a failure, before its password is compared.
func (s *Service) count(ctx context.Context, t *try) (err error) {
	t.ticket, err = s.Limits.Take(ctx, t.limits()...)
	return s.refused(ctx, *t, err)
}

// refused is the answer to an attempt under a limit that is full.
func (s *Service) refused(ctx context.Context, t try, err error) error {
	if wait, full := limits.Full(err); full {
		s.Events.Repeated(ctx, eventSignInRefused, t.from.Network.String(), "/auth/login")
		return errTooMany.After(wait)
	}
	return err
}

// limits are those that hold for the attempt. What happens elsewhere does not
// count against a known device or network.
func (t try) limits() []limits.Limit {
	const quarter = 15 * time.Minute
	if t.device != "" {
		return []limits.Limit{{Key: "sign-in-device " + t.user.ID + " " + t.device, N: failuresPerQuarter, Per: quarter}}
	}
	list := limits.ByNetwork("sign-in "+t.account, t.from.Network, failuresPerQuarter, quarter)
	if t.known {
		return list
	}
	list = append(list, limits.Limit{Key: "sign-in-account " + t.account, N: failuresPerHour, Per: time.Hour})
	return append(list, limits.ByNetwork("sign-in-network", t.from.Network, failuresByNetwork, time.Hour)...)
}

// failed leaves the attempt counted and chooses the text: once a network has
// learned of many unknown addresses, it learns of no more.
func (s *Service) failed(ctx context.Context, t try) error {
	s.Events.Event(ctx, eventSignInFailed, t.from.Network.String(), t.account)
	if !t.isUnknown() {
		return errWrongPassword
	}
	list := append(reveals(t.from.Network), revealAll)
	_, err := s.Limits.Take(ctx, list...)
	if _, full := limits.Full(err); full {
		return errWrongPassword
	}
	if err != nil {
		return err
	}
	return errUnknownUser
}

var revealAll = limits.Limit{Key: "reveal-all", N: revealsAll, Per: time.Hour}

// reveals are the limits of answers that tell a network whether an address is
// known, whichever call gives them.
func reveals(n core.Network) []limits.Limit {
	return limits.ByNetwork("reveal", n, revealsPerHour, time.Hour)
}

// giveBack takes a count back after a failure of ours, also for a caller who
// has left. Should that fail too, the count passes with its window.
func (s *Service) giveBack(ctx context.Context, t limits.Ticket) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = s.Limits.Give(ctx, t) // nothing is left to do about it
}
