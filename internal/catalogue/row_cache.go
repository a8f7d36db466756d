package catalogue

import (
	"context"
	"sync"
)

const (
	maxCachedShownRows = 2048 // cached rows of about 1.5 kB
	maxCachedPersonas  = 1024 // cached rows of about 20 kB
)

// rowCache caches rows of characters, by character_id, for one version of the
// catalogue. It is safe for concurrent use.
type rowCache struct {
	limit int // rows; beyond it the cache is cleared

	mu               sync.RWMutex
	catalogueVersion int64
	rows             map[int]Character
}

func newRowCache(limit int) *rowCache { return &rowCache{limit: limit, rows: map[int]Character{}} }

// lookup adds the cached rows of a version to found, and returns the IDs of the
// others.
func (c *rowCache) lookup(version int64, ids []int, found map[int]Character) (missingIDs []int) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.catalogueVersion != version {
		return ids
	}
	for _, id := range ids {
		if row, ok := c.rows[id]; ok {
			found[id] = row
		} else {
			missingIDs = append(missingIDs, id)
		}
	}
	return missingIDs
}

// add caches rows. version is the version of the catalogue that was read before the rows. If
// the cache already has a newer version, add ignores the rows.
func (c *rowCache) add(version int64, rows ...Character) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version < c.catalogueVersion {
		return
	}
	if version > c.catalogueVersion || len(c.rows)+len(rows) > c.limit {
		clear(c.rows)
	}
	c.catalogueVersion = version
	for _, row := range rows {
		c.rows[row.CharacterID] = row
	}
}

// shownCharacters returns the characters with the given IDs, in the same order, with at most one query. It
// leaves out characters that were hidden after the snapshot was built.
func (s *Service) shownCharacters(ctx context.Context, v catalogueView, ids []int) ([]Character, error) {
	characterByID := make(map[int]Character, len(ids))
	rows, err := s.store.shownCharacters(ctx, s.shownRowCache.lookup(v.databaseCatalogueVersion, ids, characterByID))
	if err != nil {
		return nil, err
	}
	s.shownRowCache.add(v.databaseCatalogueVersion, rows...)
	for _, row := range rows {
		characterByID[row.CharacterID] = row
	}
	out := make([]Character, 0, len(characterByID))
	for _, id := range ids {
		if c, shown := characterByID[id]; shown {
			out = append(out, c)
		}
	}
	return out, nil
}
