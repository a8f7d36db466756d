package catalogue

import (
	"context"
	"maps"
	"sync"
	"time"
)

// The cost of counting conversations grows with their number. Counts of at least
// minCachedChats, which are shown rounded, are cached for chatsTTL.
const (
	minCachedChats = 1000
	chatsTTL       = time.Minute
)

// chatCache caches counts of conversations by character_id.
type chatCache struct {
	mu     sync.Mutex
	counts map[int]cachedChatCount
}

type cachedChatCount struct {
	n         int
	expiresAt time.Time
}

// countChats returns the number of conversations by character_id. Characters without
// conversations are left out. Counts of at least minCachedChats may be chatsTTL old.
func (s *Service) countChats(ctx context.Context, characterIDs []int) (map[int]int, error) {
	out := make(map[int]int, len(characterIDs))
	now := s.deps.Clock.Now()
	freshCounts, err := s.store.countChats(ctx, s.chatCache.lookup(characterIDs, now, out))
	if err != nil {
		return nil, err
	}
	s.chatCache.addCounts(freshCounts, now)
	maps.Copy(out, freshCounts)
	return out, nil
}

// lookup adds the cached counts to found and returns the other IDs. The first caller
// after the expiry of a count recounts; the others get the old count meanwhile.
func (c *chatCache) lookup(characterIDs []int, now time.Time, found map[int]int) (missingIDs []int) {
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
			c.counts[id] = cachedChatCount{count.n, now.Add(chatsTTL)}
		}
	}
	return missingIDs
}

// addCounts caches the counts of at least minCachedChats, and removes smaller counts from the
// cache.
func (c *chatCache) addCounts(freshCounts map[int]int, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, n := range freshCounts {
		if n >= minCachedChats {
			c.counts[id] = cachedChatCount{n, now.Add(chatsTTL)}
		} else {
			delete(c.counts, id)
		}
	}
}
