package llm

import (
	"context"
	"slices"
	"time"

	"github.com/sony/gobreaker/v2"

	"colloquy/internal/obs"
)

// Member is a provider among which a Balance shares requests.
type Member struct {
	Provider
	Weight  int      // share of the requests, relative to the other members; at least 1
	Slots   int      // largest number of calls at once; 0 means no limit
	Accepts ClassSet // classes of the requests that it answers
}

// Members that failed are chosen last for restAfterFailure, or for as long as they asked for,
// up to maxRest. Otherwise a member that refuses quickly would always have the fewest calls.
const (
	restAfterFailure = time.Second
	maxRest          = 30 * time.Second
)

// member is a Member with its state. The mutex of the Balance guards it.
type member struct {
	Member
	link      link
	bit       memberSet // of this member alone
	running   int       // taken slots
	restUntil time.Time
	probing   bool // a goroutine probes the half-open breaker
	// turn is the round in which the member is chosen next among equally loaded ones: each
	// call adds 1/Weight. So the shares follow the weights also if calls follow each other.
	turn float64
}

// memberSet is a set of the members of a Balance.
type memberSet uint64

func (m *member) isFull() bool { return m.Slots > 0 && m.running >= m.Slots }

func (m *member) state() gobreaker.State { return m.link.breaker.gate.State() }

// isBefore reports whether m is chosen rather than o.
func (m *member) isBefore(o *member, now time.Time) bool {
	if rests := now.Before(m.restUntil); rests != now.Before(o.restUntil) {
		return !rests
	}
	if mine, others := m.running*o.Weight, o.running*m.Weight; mine != others {
		return mine < others
	}
	return m.turn < o.turn
}

// choose returns the member for a request, or nil if none has a free slot. busy reports that
// the request can wait for one. If nothing else is left, choose returns a member whose breaker
// is half-open: its call begins with a probe. Otherwise choose starts a probe of such a member
// in the background. The caller holds the mutex.
func (b *Balance) choose(class Class, tried memberSet) (best *member, busy bool) {
	now := time.Now()
	var halfOpen *member
	for _, m := range b.members {
		if !m.Accepts.Has(class) || tried&m.bit != 0 {
			continue
		}
		switch m.state() {
		case gobreaker.StateOpen:
			continue
		case gobreaker.StateHalfOpen:
			halfOpen = m
			continue
		}
		busy = true
		if !m.isFull() && (best == nil || m.isBefore(best, now)) {
			best = m
		}
	}
	if halfOpen == nil {
		return best, busy
	}
	if busy || halfOpen.isFull() {
		b.probe(halfOpen)
		return best, true
	}
	return halfOpen, true
}

// take takes a slot of a member. The caller holds the mutex.
func (b *Balance) take(m *member) {
	m.running++
	b.round = max(b.round, m.turn)
	m.turn = b.round + 1/float64(m.Weight) // a member that was not asked for long does not catch up
}

// release gives back a slot, which goes to the first request that waits for it. answered is
// false after a failure or a panic, whose time says nothing about the time of calls.
func (b *Balance) release(m *member, held time.Duration, answered bool, failed *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m.running--
	if answered {
		b.hold += (held - b.hold) / holdShare
	} else if failed != nil && !isHealthy(failed) {
		m.restUntil = time.Now().Add(min(max(restAfterFailure, failed.RetryAfter), maxRest))
	}
	b.dispatch(m)
}

// probe asks a member with a half-open breaker in a goroutine, so that no user waits for a
// server that may still be away. The caller holds the mutex.
func (b *Balance) probe(m *member) {
	if m.probing {
		return
	}
	m.probing = true
	ctx := context.Background()
	obs.Go(ctx, b.opts.Logger, "model probe", func() {
		defer func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			m.probing = false
			b.dispatch(m)
		}()
		_ = m.link.breaker.probe(ctx) // the breaker has the outcome
	})
}

// hasOther reports whether a member that was not tried can be asked.
func (b *Balance) hasOther(class Class, tried memberSet) bool {
	return slices.ContainsFunc(b.members, func(m *member) bool {
		return m.Accepts.Has(class) && tried&m.bit == 0 && m.state() != gobreaker.StateOpen
	})
}
