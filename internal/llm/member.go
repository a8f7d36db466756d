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

// A member rests after a failure: a Balance prefers members that do not rest. The rest lasts
// restAfterFailure or the failure's Retry-After, whichever is longer, but at most maxRest. A member
// that fails quickly has the fewest running calls. Without a rest, the member would get most
// requests.
const (
	restAfterFailure = time.Second
	maxRest          = 30 * time.Second
)

// member is a Member with its state. The mutex of the Balance guards it.
type member struct {
	Member
	guardedProvider guardedProvider
	bit             memberSet // of this member alone
	runningCalls    int       // taken slots
	restUntil       time.Time
	isProbing       bool // a goroutine probes the half-open breaker
	// choiceRank decides between equally loaded members: a Balance chooses the member with the
	// smallest choiceRank. Each call adds 1/Weight to choiceRank, so the shares follow the weights
	// even if calls do not overlap.
	choiceRank float64
}

// memberSet is a set of the members of a Balance.
type memberSet uint64

func (m *member) isFull() bool { return m.Slots > 0 && m.runningCalls >= m.Slots }

func (m *member) breakerState() gobreaker.State { return m.guardedProvider.breaker.gate.State() }

// isPreferredTo reports whether a request should go to m rather than to o.
func (m *member) isPreferredTo(o *member, now time.Time) bool {
	if rests := now.Before(m.restUntil); rests != now.Before(o.restUntil) {
		return !rests
	}
	if mine, others := m.runningCalls*o.Weight, o.runningCalls*m.Weight; mine != others {
		return mine < others
	}
	return m.choiceRank < o.choiceRank
}

// chooseMember returns the member for a request, or nil if none has a free slot. canAnyAnswer is
// true if a member can answer now or after a wait for a slot. The caller holds the mutex.
//
// A member with a half-open breaker needs a probe. If other members can answer, chooseMember starts
// the probe in the background. Otherwise it returns the half-open member, and the request waits for
// the probe.
func (b *Balance) chooseMember(class Class, tried memberSet) (bestMember *member, canAnyAnswer bool) {
	now := time.Now()
	var halfOpenMember *member
	for _, m := range b.members {
		if !m.Accepts.Has(class) || tried&m.bit != 0 {
			continue
		}
		switch m.breakerState() {
		case gobreaker.StateOpen:
			continue
		case gobreaker.StateHalfOpen:
			halfOpenMember = m
			continue
		}
		canAnyAnswer = true
		if !m.isFull() && (bestMember == nil || m.isPreferredTo(bestMember, now)) {
			bestMember = m
		}
	}
	if halfOpenMember == nil {
		return bestMember, canAnyAnswer
	}
	if canAnyAnswer || halfOpenMember.isFull() {
		b.probe(halfOpenMember)
		return bestMember, true
	}
	return halfOpenMember, true
}

// takeSlot takes a slot of a member. The caller holds the mutex.
func (b *Balance) takeSlot(m *member) {
	m.runningCalls++
	b.largestChosenRank = max(b.largestChosenRank, m.choiceRank)
	m.choiceRank = b.largestChosenRank + 1/float64(m.Weight) // not m.choiceRank + 1/Weight: a member that was idle must not catch up
}

// releaseSlot frees a slot of m and gives free slots to waiting requests. held is how long the call
// had the slot. If hasAnswered is false, because of a failure or a panic, meanSlotHoldTime does not
// change.
func (b *Balance) releaseSlot(m *member, held time.Duration, hasAnswered bool, failure *Error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	m.runningCalls--
	if hasAnswered {
		b.meanSlotHoldTime += (held - b.meanSlotHoldTime) / slotHoldTimeSmoothingDivisor
	} else if failure != nil && !isProviderBlameless(failure) {
		m.restUntil = time.Now().Add(min(max(restAfterFailure, failure.RetryAfter), maxRest))
	}
	b.serveWaiters(m)
}

// probe starts a goroutine that probes a member with a half-open breaker. So no user waits for a
// server that may still be down. The caller holds the mutex.
func (b *Balance) probe(m *member) {
	if m.isProbing {
		return
	}
	m.isProbing = true
	ctx := context.Background()
	obs.Go(ctx, b.opts.Logger, "model probe", func() {
		defer func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			m.isProbing = false
			b.serveWaiters(m)
		}()
		_ = m.guardedProvider.breaker.probe(ctx) // the error is not needed: the breaker itself records the outcome of the probe
	})
}

// hasUntriedMember reports whether a member that was not tried can be asked.
func (b *Balance) hasUntriedMember(class Class, tried memberSet) bool {
	return slices.ContainsFunc(b.members, func(m *member) bool {
		return m.Accepts.Has(class) && tried&m.bit == 0 && m.breakerState() != gobreaker.StateOpen
	})
}
