package chat

import (
	"context"
	"sync"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	// leaseFor is how long a reply counts as being written after its writer's
	// last sign of life.
	leaseFor = 10 * time.Second
	// renewAfter keeps a lease well ahead of its end.
	renewAfter = 3 * time.Second
	sweepEvery = 5 * time.Second
)

// newOwner names one life of a process: the name of its data directory, which
// the next life shares, and a part that no other has.
func newOwner(node string) string { return node + "." + core.NewID(time.Now()) }

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

// ranOut notes a lease and tells whether it has run out.
func (l *leases) ranOut(m Message, now time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, known := l.seen[m.ID]
	if !known || !s.lease.Equal(m.LeaseUntil) {
		l.seen[m.ID] = sighting{m.LeaseUntil, now}
		return false
	}
	return now-s.at >= leaseFor
}

// keep forgets all but the replies given.
func (l *leases) keep(running []Message) {
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

// Recover marks the replies that a former life of this process left unfinished.
// It runs before the first request.
func (s *Service) Recover(ctx context.Context) error {
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		n, err := s.store.abandonOf(ctx, tx, s.DB.Node(), core.Millis(s.Clock.Now()))
		s.tellAbandoned(ctx, n)
		return err
	})
}

// mendLook marks a reply of this conversation whose writer is gone, so that
// whoever looks sees it can be tried again.
func (s *Service) mendLook(ctx context.Context, conversationID string) error {
	m, err := s.store.newest(ctx, s.DB.Read(), conversationID)
	if err != nil {
		return unlessNone(err)
	}
	if m.Status != Generating || !s.orphaned(m) {
		return nil
	}
	return s.abandon(ctx, []Message{m})
}

// sweep marks every reply whose writer is gone.
func (s *Service) sweep(ctx context.Context) error {
	running, err := s.store.running(ctx, s.DB.Read())
	if err != nil {
		return err
	}
	s.leases.keep(running)
	var gone []Message
	for _, m := range running {
		if s.orphaned(m) {
			gone = append(gone, m)
		}
	}
	return s.abandon(ctx, gone)
}

// orphaned tells whether nobody writes a running reply any more. Of its own
// replies a process knows; what it writes is never an orphan, whatever the
// clock says and however long the database was away.
func (s *Service) orphaned(m Message) bool {
	if m.Owner != s.owner {
		return s.leases.ranOut(m, core.Elapsed(s.Clock))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, mine := s.writing[m.ID]
	return !mine
}

// abandon marks orphans as interrupted and keeps their text. One whose lease
// was renewed meanwhile is none.
func (s *Service) abandon(ctx context.Context, orphans []Message) error {
	if len(orphans) == 0 {
		return nil
	}
	return s.DB.Write(ctx, func(tx storage.Querier) error {
		n := int64(0)
		for _, m := range orphans {
			marked, err := s.store.abandon(ctx, tx, m, core.Millis(s.Clock.Now()))
			if err != nil {
				return err
			}
			n += marked
		}
		s.tellAbandoned(ctx, n)
		return nil
	})
}

func (s *Service) tellAbandoned(ctx context.Context, n int64) {
	if n > 0 {
		s.Log.WarnContext(ctx, "replies were interrupted", "count", n)
	}
}
