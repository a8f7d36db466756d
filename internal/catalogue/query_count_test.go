package catalogue

import (
	"context"
	"database/sql"
	"sync/atomic"
	"testing"

	"colloquy/internal/storage"
)

// countingReader is a reader that counts the queries in n.
type countingReader struct {
	*storage.DB
	n *atomic.Int64
}

func (r countingReader) Reader() storage.Querier { return countingQuerier{r.DB.Reader(), r.n} }

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

// countingAccess counts how often a call asks who may chat.
type countingAccess struct {
	Access
	n *atomic.Int64
}

func (a countingAccess) Grants(ctx context.Context, userID string, list []Character) (map[int]Grant, error) {
	a.n.Add(1)
	return a.Access.Grants(ctx, userID, list)
}

// Each call reads the version of the catalogue and the rows that are not cached. The
// number of queries does not depend on the number of characters, and who may chat is asked
// once for all of them. Rule access-one-query.
func TestQueryCountOfEachCallIsConstant(t *testing.T) {
	calls := map[string]int64{
		"/characters": 2, "/characters?limit=3": 2, "/characters?search=ortgea": 2, "/characters?tag=bees&letter=A&category=Artists": 2,
		"/characters/groups": 2, "/characters/groups?by=name": 2, "/characters/groups?search=maria&limit=20": 2,
		"/characters/id/7": 1, "/categories": 1, "/tags": 1,
		"/profile/7": 2, "/profile/7/similar": 4, "/profile/7/similar?limit=24": 4,
	}
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.load(manyPersonas(500)...)
		n, asked := &atomic.Int64{}, &atomic.Int64{}
		b.deps.Access = countingAccess{b.deps.Access, asked}
		b.store.db = countingReader{b.deps.DB, n}
		b.newestSnapshot()
		h := b.handler()
		for path, want := range calls {
			clear(b.cardCache.rows)
			for round, want := range []int64{want, want} { // the second call finds cached rows
				n.Store(0)
				asked.Store(0)
				if status, body := b.get(h, path); status != 200 {
					t.Fatalf("%s answers %d %s", path, status, body)
				}
				if got := n.Load(); got > want || round == 0 && got < want {
					t.Errorf("%s makes %d queries, want %d", path, got, want)
				}
				if got := asked.Load(); got != 1 && path != "/categories" && path != "/tags" {
					t.Errorf("%s asks %d times who may chat", path, got)
				}
			}
		}
	})
}
