package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"sync/atomic"
	"testing"

	"colloquy/internal/storage"
)

// countingReader counts the queries.
type countingReader struct {
	*storage.DB
	n *atomic.Int64
}

func (r countingReader) Read() storage.Querier { return countingQuerier{r.DB.Read(), r.n} }

type countingQuerier struct {
	storage.Querier
	n *atomic.Int64
}

func (q countingQuerier) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	q.n.Add(1)
	return q.Querier.QueryContext(ctx, query, args...)
}

func (q countingQuerier) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	q.n.Add(1)
	return q.Querier.QueryRowContext(ctx, query, args...)
}

type brokenQuerier struct{ storage.Querier }

func (brokenQuerier) QueryContext(context.Context, string, ...any) (*sql.Rows, error) {
	return nil, errBroken
}

// TestQueriesOfEachCall: the version, then the rows that the index does not
// keep; never more for more characters.
func TestQueriesOfEachCall(t *testing.T) {
	calls := map[string]int64{
		"/characters": 2, "/characters?limit=3": 2, "/characters?search=ortgea": 2, "/characters?tag=bees&letter=A&category=Artists": 2,
		"/characters/groups": 2, "/characters/groups?by=name": 2, "/characters/groups?search=maria&limit=20": 2,
		"/characters/id/7": 1, "/categories": 1, "/tags": 1,
		"/profile/7": 2, "/profile/7/similar": 4, "/profile/7/similar?limit=24": 4,
	}
	each(t, func(t *testing.T, b *bed) {
		b.loadCategories(twoCategories...)
		b.load(crowd(500)...)
		n := &atomic.Int64{}
		b.store.db = countingReader{b.DB, n}
		b.newest()
		h := b.handler()
		for path, want := range calls {
			clear(b.indexes.newest.Load().cards.byID)
			for round, want := range []int64{want, want} { // the second finds rows that are kept
				n.Store(0)
				if status, body := b.get(h, path); status != 200 {
					t.Fatalf("%s answers %d %s", path, status, body)
				}
				if got := n.Load(); got > want || round == 0 && got < want {
					t.Errorf("%s makes %d queries, want %d", path, got, want)
				}
			}
		}
	})
}

// TestAllocationsOfASearch: they follow the query, not the size of the catalogue.
func TestAllocationsOfASearch(t *testing.T) {
	m := newIndexMaker()
	for i, p := range crowd(20_000) {
		m.add(indexed{id: i + 1000, folded: makeKey(p) + fmt.Sprintf(" w%d", i), category: p.Category, letter: p.Letter, tags: p.Tags, description: p.Description})
	}
	x := m.make(1, nil)
	for _, search := range []string{"", "a", "maria", "maria olsen", "ortgea", "nobody", "keeper of bees"} {
		allocations := testing.AllocsPerRun(5, func() { x.hits(Query{Search: search}) })
		if allocations > 40 {
			t.Errorf("a search for %q takes %v allocations", search, allocations)
		}
	}
	to := Character{CharacterID: 1000, Category: "Artists", Tags: []string{"bees", "old"}, Description: "I keep bees."}
	if allocations := testing.AllocsPerRun(5, func() { x.nearest(to, 6) }); allocations > 80 {
		t.Errorf("similar ones take %v allocations", allocations)
	}
}
