package catalogue

import (
	"context"
	"maps"
	"sync"
	"time"
)

// The cost of counting conversations grows with their number. Counts of at least
// minCachedChatCount, which are shown rounded, are cached for chatCountTTL.
const (
	minCachedChatCount = 1000
	chatCountTTL       = time.Minute
)

// chatCountCache caches counts of conversations by character_id.
type chatCountCache struct {
	mu     sync.Mutex
	counts map[int]cachedChatCount
}

type cachedChatCount struct {
	n         int
	expiresAt time.Time
}

// countChats returns the number of conversations by character_id. Characters without
// conversations are left out. Counts of at least minCachedChatCount may be chatCountTTL old.
func (s *Service) countChats(ctx context.Context, characterIDs []int) (map[int]int, error) {
	out := make(map[int]int, len(characterIDs))
	now := s.deps.Clock.Now()
	freshCounts, err := s.store.countChats(ctx, s.chatCountCache.lookup(characterIDs, now, out))
	if err != nil {
		return nil, err
	}
	s.chatCountCache.updateChatCounts(freshCounts, now)
	maps.Copy(out, freshCounts)
	return out, nil
}

// lookup adds the cached counts to found and returns the other IDs. The first caller
// after the expiry of a count recounts; the others get the old count meanwhile.
func (c *chatCountCache) lookup(characterIDs []int, now time.Time, found map[int]int) (missingIDs []int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range characterIDs {
		count, cached := c.counts[id]
		if cached && now.Before(count.expiresAt) {
			found[id] = count.n
			continue
		}
		missingIDs = append(missingIDs, id)
		if cached {
			c.counts[id] = cachedChatCount{count.n, now.Add(chatCountTTL)}
		}
	}
	return missingIDs
}

// updateChatCounts caches the counts of at least minCachedChatCount, and removes smaller counts from the
// cache.
func (c *chatCountCache) updateChatCounts(freshCounts map[int]int, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range freshCounts {
		if n >= minCachedChatCount {
			c.counts[id] = cachedChatCount{n, now.Add(chatCountTTL)}
		} else {
			delete(c.counts, id)
		}
	}
}
