package demo

import (
	"hash/maphash"
	"strings"
	"sync"

	"colloquy/internal/core"
)

// maxIndexes bounds the memory of the cache: about 60 KB an index, and room
// for the whole catalogue.
const maxIndexes = 512

type indexEntry struct {
	index *index
	print uint64
}

// indexes remembers the index of each persona.
type indexes struct {
	limit int
	seed  maphash.Seed

	mu sync.Mutex
	by map[string]indexEntry // by persona id
}

func newIndexes(limit int) *indexes {
	return &indexes{limit: limit, seed: maphash.MakeSeed(), by: make(map[string]indexEntry)}
}

// of returns p's index. The same pointer is a hit at once; another pointer
// with the same id is compared by content, because a store may read a persona
// anew for each request.
func (c *indexes) of(p *core.Persona) *index {
	c.mu.Lock()
	e, ok := c.by[p.ID]
	c.mu.Unlock()
	if ok && e.index.persona == p {
		return e.index
	}
	print := c.print(p)
	if ok && e.print == print {
		return e.index
	}
	e = indexEntry{newIndex(p), print}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.makeRoom(p.ID)
	c.by[p.ID] = e
	return e.index
}

func (c *indexes) makeRoom(id string) {
	if _, ok := c.by[id]; ok || len(c.by) < c.limit {
		return
	}
	for other := range c.by {
		delete(c.by, other)
		return
	}
}

// print is a fingerprint of all that an index is built from.
func (c *indexes) print(p *core.Persona) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	add := func(parts ...string) {
		for _, s := range parts {
			h.WriteString(s)
			h.WriteByte(0)
		}
	}
	add(p.Name, p.Bio, p.Greeting, p.Horizon.Place, p.Facts.Born, p.Facts.Died, p.Voice.Bye)
	maphash.WriteComparable(&h, p.Horizon.Year)
	for _, t := range p.Topics {
		add(t.Key, t.Ask, strings.Join(t.Words, "\n"))
		add(t.Texts...)
	}
	for _, s := range p.Sayings {
		add(s.Text, s.Status, s.Source)
	}
	add(p.Voice.Openers...)
	add(p.Voice.Unknown...)
	return h.Sum64()
}
