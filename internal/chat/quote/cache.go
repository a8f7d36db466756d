package quote

import (
	"slices"
	"sync"

	"colloquy/internal/core"
)

// maxMatchers is the largest number of matchers in a Cache. The matchers of the whole catalogue
// fit. A matcher takes a few kilobytes.
const maxMatchers = 512

// Cache keeps one Matcher for each persona. It is safe for concurrent use. The zero value
// is an empty cache.
type Cache struct {
	mu      sync.Mutex
	entries map[string]cachedMatcher // by persona id
}

type cachedMatcher struct {
	sayings []core.Saying
	matcher *Matcher
}

// Matcher returns the matcher of p. If the sayings of p have changed, it makes a new one.
func (c *Cache) Matcher(p *core.Persona) *Matcher {
	c.mu.Lock()
	e, ok := c.entries[p.ID]
	c.mu.Unlock()
	if ok && slices.Equal(e.sayings, p.Sayings) {
		return e.matcher
	}
	e = cachedMatcher{slices.Clone(p.Sayings), NewMatcher(p.Sayings)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = map[string]cachedMatcher{}
	}
	c.evict(p.ID)
	c.entries[p.ID] = e
	return e.matcher
}

// evict makes room for id: if the cache is full, it removes an arbitrary entry.
func (c *Cache) evict(id string) {
	if _, ok := c.entries[id]; ok || len(c.entries) < maxMatchers {
		return
	}
	for other := range c.entries {
		delete(c.entries, other)
		return
	}
}
