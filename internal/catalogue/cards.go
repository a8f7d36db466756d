package catalogue

import (
	"context"
	"sync"
)

// maxCards bounds how many rows an index keeps, at some 1.5 kB each.
const maxCards = 2048

// cards are rows that were read for an index, for as long as the catalogue is
// what the index says. nil keeps none.
type cards struct {
	mu   sync.RWMutex
	byID map[int]Character
}

// known adds to found the rows that are kept, and returns the other ids.
func (c *cards) known(ids []int, found map[int]Character) (missing []int) {
	if c == nil {
		return ids
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	for _, id := range ids {
		if row, ok := c.byID[id]; ok {
			found[id] = row
		} else {
			missing = append(missing, id)
		}
	}
	return missing
}

// keep keeps rows. When there are too many, it begins anew.
func (c *cards) keep(rows []Character) {
	if c == nil || len(rows) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.byID)+len(rows) > maxCards {
		clear(c.byID)
	}
	for _, row := range rows {
		c.byID[row.CharacterID] = row
	}
}

// cards returns the characters with these IDs in their order, in at most one query.
// It leaves out those that were hidden since the snapshot was built.
func (s *Service) cards(ctx context.Context, snap *snapshot, ids []int) ([]Character, error) {
	byID := make(map[int]Character, len(ids))
	rows, err := s.store.cards(ctx, snap.cards.known(ids, byID))
	if err != nil {
		return nil, err
	}
	snap.cards.keep(rows)
	for _, row := range rows {
		byID[row.CharacterID] = row
	}
	out := make([]Character, 0, len(byID))
	for _, id := range ids {
		if c, shown := byID[id]; shown {
			out = append(out, c)
		}
	}
	return out, nil
}
