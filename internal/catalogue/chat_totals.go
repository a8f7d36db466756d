package catalogue

import (
	"context"
	"sync"
	"time"

	"colloquy/internal/core"
)

// totalsTTL is how long ChatTotals uses a count of all conversations. Rule favorites-filters.
const totalsTTL = 10 * time.Second

// chatTotalsCache caches the counts of conversations of all characters.
type chatTotalsCache struct {
	mu        sync.Mutex
	counts    map[int]int   // by character_id; never changed, only replaced
	expiresAt time.Duration // of core.Elapsed
}

// ChatTotals returns the number of conversations by character_id, without zeros. The counts may be
// ten seconds old. The caller must not change the map. Lists are filtered by these counts, because
// counting the conversations of each candidate takes too long.
func (s *Service) ChatTotals(ctx context.Context) (map[int]int, error) {
	now := core.Elapsed(s.deps.Clock)
	if counts := s.chatTotals.lookup(now); counts != nil {
		return counts, nil
	}
	counts, err := s.store.countAllChats(ctx)
	if err != nil {
		return nil, err
	}
	s.chatTotals.set(counts, now)
	return counts, nil
}

// lookup returns the cached counts, or nil. The first caller after their expiry gets nil
// and recounts; the others get the old counts meanwhile.
func (c *chatTotalsCache) lookup(now time.Duration) map[int]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now < c.expiresAt {
		return c.counts
	}
	c.expiresAt = now + totalsTTL
	return nil
}

func (c *chatTotalsCache) set(counts map[int]int, now time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts, c.expiresAt = counts, now+totalsTTL
}
