package writing

import (
	"sync"
	"time"

	"colloquy/internal/chat/message"
)

const (
	// leaseDuration is how long a reply counts as running after the last renewal of its
	// lease.
	leaseDuration = 10 * time.Second
	// leaseRenewalAge is how old a lease gets before it is renewed.
	leaseRenewalAge = 3 * time.Second
	sweepInterval   = 5 * time.Second
)

// leases tracks the replies of other processes. A lease has expired if this process
// saw no renewal for leaseDuration on its own monotonic clock. So a wrong wall clock on
// either side ends no reply.
type leases struct {
	mu   sync.Mutex
	seen map[string]sighting // by message id
}

type sighting struct {
	lease time.Time     // the last value
	at    time.Duration // when it was first seen, by core.Elapsed
}

func newLeases() leases { return leases{seen: map[string]sighting{}} }

// expired records a lease and reports whether it has expired.
func (l *leases) expired(m message.Message, now time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, found := l.seen[m.ID]
	if !found || !s.lease.Equal(m.LeaseUntil) {
		l.seen[m.ID] = sighting{m.LeaseUntil, now}
		return false
	}
	return now-s.at >= leaseDuration
}

// retain forgets all replies but the given ones.
func (l *leases) retain(running []message.Message) {
	ids := make(map[string]bool, len(running))
	for _, m := range running {
		ids[m.ID] = true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.seen {
		if !ids[id] {
			delete(l.seen, id)
		}
	}
}
