package collections

import (
	"context"
	"database/sql"
	"sync/atomic"
	"testing"
	"time"

	"colloquy/internal/storage"
)

// countingReader is a reader that counts the queries in n.
type countingReader struct {
	reader
	n *atomic.Int64
}

func (r countingReader) Reader() storage.Querier { return countingQuerier{r.reader.Reader(), r.n} }

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

// TestQueryCountOfEachListIsConstant: the queries of this package and its calls of other
// packages, which make a constant number each, do not grow with what a user has. Rules
// favorites-page, collections-mine, collections-overview.
func TestQueryCountOfEachListIsConstant(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		small := b.newList(1)
		var large List
		for range 20 {
			large = b.newList(1, 2, 3, 4, 5)
		}
		token, err := b.Share(ctx, ada, large.ID)
		if err != nil {
			t.Fatal(err)
		}
		token = token[len("http://localhost/collections/"):]
		n := &atomic.Int64{}
		b.store.db = countingReader{b.store.db, n}
		fresh := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
		for _, marks := range []int{0, 1, catalogueSize} {
			b.asked.marks = nil
			for i := range marks {
				b.asked.marks = append(b.asked.marks, Mark{CharacterID: i + 1, At: fresh, Likes: i, Followers: i})
			}
			for what, call := range map[string]struct {
				queries, calls int64
				run            func() error
			}{
				"favourites": {0, 3, func() error { _, err := b.Favorites(ctx, ada, FavoriteQuery{Page: 1, Limit: 6}); return err }},
				"favourites with filters": {0, 4, func() error {
					_, err := b.Favorites(ctx, ada, FavoriteQuery{Page: 2, Limit: 100, Search: "name", Sort: SortPopular, MinLikes: 1, MinChats: 1})
					return err
				}},
				"followed":      {0, 3, func() error { _, err := b.Followed(ctx, ada, "", 100, ""); return err }},
				"lists":         {1, 2, func() error { _, err := b.Lists(ctx, ada, "1"); return err }},
				"no lists":      {1, 2, func() error { _, err := b.Lists(ctx, bo, ""); return err }},
				"a small list":  {1, 1, func() error { _, err := b.List(ctx, ada, small.ID); return err }},
				"a large list":  {1, 1, func() error { _, err := b.List(ctx, ada, large.ID); return err }},
				"a shared list": {1, 2, func() error { _, _, err := b.Shared(ctx, bo, token); return err }},
			} {
				n.Store(0)
				b.asked.calls.Store(0)
				if err := call.run(); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				if n.Load() != call.queries || b.asked.calls.Load() != call.calls {
					t.Errorf("%s with %d marks: %d queries and %d calls, want %d and %d", what, marks, n.Load(), b.asked.calls.Load(), call.queries, call.calls)
				}
			}
		}
	})
}
