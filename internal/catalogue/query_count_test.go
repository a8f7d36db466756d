package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

type brokenQuerier struct{ storage.Querier }

func (brokenQuerier) QueryContext(context.Context, string, ...any) (*sql.Rows, error) {
	return nil, errDatabaseAway
}

// countingAccess counts the calls of Grants.
type countingAccess struct {
	Access
	n *atomic.Int64
}

func (a countingAccess) Grants(ctx context.Context, userID string, list []Character) (map[int]Grant, error) {
	a.n.Add(1)
	return a.Access.Grants(ctx, userID, list)
}

// Each call reads the version of the catalogue and the rows that are not cached. Its number of
// queries is the same for any number of characters. One call of Grants serves all characters. Rule
// access-one-query.
func TestQueryCountOfEachCallIsConstant(t *testing.T) {
	queriesByPath := map[string]int{
		"/characters": 2, "/characters?limit=3": 2, "/characters?search=ortgea": 2, "/characters?tag=bees&letter=A&category=Artists": 2,
		"/characters/groups": 2, "/characters/groups?by=name": 2, "/characters/groups?search=maria&limit=20": 2,
		"/characters/id/7": 1, "/categories": 1, "/tags": 1,
		"/profile/7": 2, "/profile/7/similar": 4, "/profile/7/similar?limit=24": 4,
	}
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.loadPersonas(manyPersonas(500)...)
		db, grantCalls := dbtest.CountQueries(b.deps.DB.Reader()), &atomic.Int64{}
		b.deps.Access = countingAccess{b.deps.Access, grantCalls}
		b.store.db = db
		b.newestSnapshot()
		h := b.handler()
		for path, want := range queriesByPath {
			clear(b.shownRowCache.rows)
			for round, want := range []int{want, want} { // the second call finds cached rows
				db.TakeCount()
				grantCalls.Store(0)
				if status, body := b.get(h, path); status != 200 {
					t.Fatalf("%s answers %d %s", path, status, body)
				}
				if got := db.TakeCount(); got > want || round == 0 && got < want {
					t.Errorf("%s makes %d queries, want %d", path, got, want)
				}
				if got := grantCalls.Load(); got != 1 && path != "/categories" && path != "/tags" {
					t.Errorf("%s asks %d times who may chat", path, got)
				}
			}
		}
	})
}

// The methods that other packages call make a constant number of queries. ChatTotals makes at most
// one query in ten seconds. Rule favorites-page.
func TestQueryCountForOtherPackagesIsConstant(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(500)...)
		db := dbtest.CountQueries(b.deps.DB.Reader())
		b.store.db = db
		b.newestSnapshot()
		ids := make([]int, 300)
		for i := range ids {
			ids[i] = i + 1
		}
		countQueries := func(fn func() error) int {
			db.TakeCount()
			if err := fn(); err != nil {
				t.Fatal(err)
			}
			return db.TakeCount()
		}
		for _, size := range []int{1, 100, 300} {
			clear(b.shownRowCache.rows)
			if got := countQueries(func() error { _, err := b.FindWithCounts(t.Context(), "fan", ids[:size]); return err }); got != 3 {
				t.Errorf("Counted makes %d queries for %d characters", got, size)
			}
		}
		if got := countQueries(func() error { _, err := b.Filter(t.Context(), "maria"); return err }); got != 1 {
			t.Errorf("Filter makes %d queries", got)
		}
		for i, want := range []int{1, 0, 1} {
			if got := countQueries(func() error { _, err := b.ChatTotals(t.Context()); return err }); got != want {
				t.Errorf("call %d of ChatTotals makes %d queries", i, got)
			}
			if i > 0 {
				b.chatTotals.expiresAt = 0
			}
		}
	})
}

// rule favorites-filters
func TestChatTotalsCountAllConversations(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		for i, character := range []int{1, 1, 2} {
			b.execSQL(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ($1, $1, $2, 1, 1)`, fmt.Sprint("u", i), character)
		}
		if got, err := b.ChatTotals(t.Context()); err != nil || !maps.Equal(got, map[int]int{1: 2, 2: 1}) {
			t.Errorf("%v, %v", got, err)
		}
	})
}
