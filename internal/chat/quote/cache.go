package quote

import (
	"slices"
	"sync"

	"colloquy/internal/core"
)

// maxMatchers limits a Cache. A matcher takes a few kilobytes, and those of the whole
// catalogue fit.
const maxMatchers = 512

// Cache keeps one Matcher for each persona. It is safe for concurrent use. The zero value
// is an empty cache.
type Cache struct {
	mu      sync.Mutex
	entries map[string]cached // by persona id
}

type cached struct {
	sayings []core.Saying
	matcher *Matcher
}

// Matcher returns the matcher of p. A changed list of sayings gives a new one.
func (c *Cache) Matcher(p *core.Persona) *Matcher {
	c.mu.Lock()
	e, ok := c.entries[p.ID]
	c.mu.Unlock()
	if ok && slices.Equal(e.sayings, p.Sayings) {
		return e.matcher
	}
	e = cached{slices.Clone(p.Sayings), NewMatcher(p.Sayings)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = map[string]cached{}
	}
	c.evict(p.ID)
	c.entries[p.ID] = e
	return e.matcher
}

func (c *Cache) evict(id string) {
	if _, ok := c.entries[id]; ok || len(c.entries) < maxMatchers {
		return
	}
	for other := range c.entries {
		delete(c.entries, other)
		return
	}
}
