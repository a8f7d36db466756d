package writing

import (
	"sync"
	"time"

	"colloquy/internal/chat/message"
)

const (
	// leaseFor is how long a reply counts as being written after its last renewal.
	leaseFor = 10 * time.Second
	// renewAfter keeps a lease well ahead of its end.
	renewAfter = 3 * time.Second
	sweepEvery = 5 * time.Second
)

// leases watches replies that other processes write. A lease has run out when
// this process saw no renewal for leaseFor, as its own monotonic clock measures
// it: a clock that is set wrong, here or there, ends no reply.
type leases struct {
	mu   sync.Mutex
	seen map[string]sighting // by message id
}

type sighting struct {
	lease time.Time     // the value seen
	at    time.Duration // when it was new, by core.Elapsed
}

func newLeases() leases { return leases{seen: map[string]sighting{}} }

// ranOut notes a lease and reports whether it has run out.
func (l *leases) ranOut(m message.Message, now time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, found := l.seen[m.ID]
	if !found || !s.lease.Equal(m.LeaseUntil) {
		l.seen[m.ID] = sighting{m.LeaseUntil, now}
		return false
	}
	return now-s.at >= leaseFor
}

// keep forgets all but the replies given.
func (l *leases) keep(running []message.Message) {
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
