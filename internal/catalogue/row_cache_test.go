package catalogue

import (
	"context"
	"database/sql"
	"strings"
	"sync/atomic"
	"testing"

	"colloquy/internal/storage"
)

func TestCachedRowsAreUpdatedAfterChanges(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(5)...)
		b.getList(Query{})
		b.execSQL(`UPDATE characters SET designation = 'Edited' WHERE character_id = 2`)
		for _, c := range b.getList(Query{}).Characters {
			if (c.Designation == "Edited") != (c.CharacterID == 2) {
				t.Errorf("%d is %q", c.CharacterID, c.Designation)
			}
		}
	})
}

func TestRowCacheIsBounded(t *testing.T) {
	c := newRowCache(maxCachedShownRows)
	for id := range 3 * maxCachedShownRows {
		c.add(1, Character{CharacterID: id})
		if len(c.rows) > maxCachedShownRows {
			t.Fatalf("%d rows are cached", len(c.rows))
		}
	}
	foundRows := map[int]Character{}
	lastID := 3*maxCachedShownRows - 1
	if missingIDs := c.lookup(1, []int{lastID, -1}, foundRows); len(missingIDs) != 1 || missingIDs[0] != -1 || foundRows[lastID].CharacterID != lastID {
		t.Errorf("missing are %v, found %v", missingIDs, foundRows)
	}
}

// A call may read the version of the catalogue before a change and add its rows later. Its older
// rows must not replace rows that another call cached after the change.
func TestRowCacheIgnoresOlderVersions(t *testing.T) {
	c := newRowCache(maxCachedShownRows)
	c.add(1, Character{CharacterID: 1}, Character{CharacterID: 2})
	c.add(2, Character{CharacterID: 2, Name: "New"})
	c.add(1, Character{CharacterID: 1})
	foundRows := map[int]Character{}
	if missing := c.lookup(2, []int{1, 2}, foundRows); len(missing) != 1 || missing[0] != 1 || foundRows[2].Name != "New" {
		t.Errorf("missing are %v, found %v", missing, foundRows)
	}
	if missing := c.lookup(1, []int{2}, map[int]Character{}); len(missing) != 1 {
		t.Error("the old version gets rows of the new one")
	}
}

func TestPersonaCachesAreBounded(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(maxCachedPersonas + 100)...)
		ids := make([]int, maxCachedPersonas+100)
		for i := range ids {
			ids[i] = i + 1
		}
		got, err := b.FindMany(t.Context(), ids)
		if err != nil || len(got) != len(ids) || len(b.parsedPersonas) > maxCachedPersonas || len(b.personaCache.rows) > maxCachedPersonas {
			t.Errorf("%d answered, %d parsed and %d rows cached, %v", len(got), len(b.parsedPersonas), len(b.personaCache.rows), err)
		}
	})
}

// personaQueryCounter is a reader that counts in n the queries that read personas.
type personaQueryCounter struct {
	*storage.DB
	n *atomic.Int64
}

func (r personaQueryCounter) Reader() storage.Querier { return countingQuerier{r.DB.Reader(), r.n} }

type countingQuerier struct {
	storage.Querier
	n *atomic.Int64
}

func (q countingQuerier) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if strings.Contains(query, "persona") {
		q.n.Add(1)
	}
	return q.Querier.QueryContext(ctx, query, args...)
}

func TestPersonasAreReadOnceForEachVersionOfTheCatalogue(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(5)...)
		n := &atomic.Int64{}
		b.store.db = personaQueryCounter{b.deps.DB, n}
		expectPersonaQueries := func(ids []int, wantSecondBio string, wantQueryCount int64) {
			t.Helper()
			n.Store(0)
			got, err := b.FindMany(t.Context(), ids)
			if err != nil || len(got) != len(ids) || got[2].Persona.Bio != wantSecondBio {
				t.Errorf("%d of %d characters, %v; the second is %+v", len(got), len(ids), err, got[2].Persona)
			}
			if n.Load() != wantQueryCount {
				t.Errorf("%d queries read personas, want %d", n.Load(), wantQueryCount)
			}
		}
		bio := newPersona(2, "", "").Bio
		expectPersonaQueries([]int{1, 2, 3}, bio, 1)
		expectPersonaQueries([]int{3, 2, 1}, bio, 0)
		expectPersonaQueries([]int{2, 4}, bio, 1)
		b.execSQL(`UPDATE characters SET persona = $1 WHERE character_id = 2`, `{"name":"Ada","bio":"Another life."}`)
		expectPersonaQueries([]int{1, 2, 3}, "Another life.", 1)
		expectPersonaQueries([]int{1, 2, 3}, "Another life.", 0)
		n.Store(0)
		if list, err := b.FindWithoutPersonas(t.Context(), []int{1, 5}); err != nil || len(list) != 2 || n.Load() != 0 {
			t.Errorf("a list of %d characters made %d queries for personas, %v", len(list), n.Load(), err)
		}
	})
}
