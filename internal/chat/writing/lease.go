package writing

import (
	"sync"
	"time"

	"colloquy/internal/chat/message"
)

const (
	// leaseDuration is how long a reply counts as running after the last renewal of its
	// lease. Rule replies-interrupted.
	leaseDuration = 10 * time.Second
	// leaseRenewalAge is the age at which a lease is renewed.
	leaseRenewalAge = 3 * time.Second
	// sweepInterval is the time between two searches for replies without a writer.
	sweepInterval = 5 * time.Second
)

// leaseTracker tracks the replies of other processes. A lease has expired if this process saw no
// renewal for leaseDuration on its own monotonic clock. So a wrong wall clock of any process does
// not end a reply.
type leaseTracker struct {
	mu           sync.Mutex
	sightingByID map[string]leaseSighting // by message id
}

type leaseSighting struct {
	lease time.Time     // the last value of LeaseUntil
	at    time.Duration // when this process first saw this value of LeaseUntil, as a time of core.Elapsed
}

func newLeaseTracker() leaseTracker { return leaseTracker{sightingByID: map[string]leaseSighting{}} }

// hasExpired records the lease of a reply and reports whether it has expired. now is a time of
// core.Elapsed.
func (l *leaseTracker) hasExpired(m message.Message, now time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, found := l.sightingByID[m.ID]
	if !found || !s.lease.Equal(m.LeaseUntil) {
		l.sightingByID[m.ID] = leaseSighting{m.LeaseUntil, now}
		return false
	}
	return now-s.at >= leaseDuration
}

// forgetExcept forgets all replies except the given ones.
func (l *leaseTracker) forgetExcept(running []message.Message) {
	ids := make(map[string]bool, len(running))
	for _, m := range running {
		ids[m.ID] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.sightingByID {
		if !ids[id] {
			delete(l.sightingByID, id)
		}
	}
}
