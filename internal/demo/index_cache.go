package demo

import (
	"encoding/json"
	"hash/maphash"
	"sync"

	"colloquy/internal/core"
)

// maxIndexes is the number of cached indexes. An index takes about 60 KB, and the indexes
// of the whole catalogue fit.
const maxIndexes = 512

type indexEntry struct {
	index       *index
	fingerprint uint64
}

// indexCache caches the index of each persona. It is safe for concurrent use.
type indexCache struct {
	limit int
	seed  maphash.Seed

	mu               sync.Mutex
	entriesByPersona map[string]indexEntry // by persona id
}

func newIndexCache(limit int) *indexCache {
	return &indexCache{limit: limit, seed: maphash.MakeSeed(), entriesByPersona: make(map[string]indexEntry)}
}

// get returns the index of p. A cached index fits if it was made from the pointer p. A store may
// read a persona again for each request. So a cached index also fits if it was made from a copy of
// p with equal content.
func (c *indexCache) get(p *core.Persona) *index {
	c.mu.Lock()
	e, ok := c.entriesByPersona[p.ID]
	c.mu.Unlock()
	if ok && e.index.persona == p {
		return e.index
	}
	sum := c.fingerprint(p)
	if ok && e.fingerprint == sum {
		return e.index
	}
	e = indexEntry{newIndex(p), sum}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.evict(p.ID)
	c.entriesByPersona[p.ID] = e
	return e.index
}

// evict removes an arbitrary index if the cache is full and has none for id.
func (c *indexCache) evict(id string) {
	if _, ok := c.entriesByPersona[id]; ok || len(c.entriesByPersona) < c.limit {
		return
	}
	for other := range c.entriesByPersona {
		delete(c.entriesByPersona, other)
		return
	}
}

// fingerprint returns a hash of all fields of the persona.
func (c *indexCache) fingerprint(p *core.Persona) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	_ = json.NewEncoder(&h).Encode(p) // encoding cannot fail, because a persona is plain data
	return h.Sum64()
}
