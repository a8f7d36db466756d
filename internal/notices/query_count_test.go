package notices

import (
	"context"
	"database/sql"
	"fmt"
	"sync/atomic"
	"testing"

	"colloquy/internal/storage"
)

// countingReader is a database that counts the queries in n.
type countingReader struct {
	database
	n *atomic.Int64
}

func (r countingReader) Reader() storage.Querier { return countingQuerier{r.database.Reader(), r.n} }

type countingQuerier struct {
	storage.Querier
	n *atomic.Int64
}

func (q countingQuerier) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	q.n.Add(1)
	return q.Querier.QueryContext(ctx, query, args...)
}

// TestQueryCountIsConstant: a list makes two queries, whatever the user has, and a check
// of the streams two at most for up to 500 readers, one if nothing has changed.
// rules notifications-list, notifications-stream
func TestQueryCountIsConstant(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		n := &atomic.Int64{}
		b.store.db = countingReader{b.store.db, n}
		want := func(what string, queries int64, run func()) {
			t.Helper()
			n.Store(0)
			if run(); n.Load() != queries {
				t.Errorf("%s: %d queries, want %d", what, n.Load(), queries)
			}
		}
		for _, rows := range []int{0, 1, 150} {
			for i := range rows {
				b.tell(ada.UserID, "purchase", fmt.Sprint(i), 1+i%3)
			}
			for _, show := range []Filter{All, Unread, Read} {
				want(fmt.Sprint(show, " of ", rows), 2, func() {
					if _, err := b.List(t.Context(), ada, show, maxPage, ""); err != nil {
						t.Error(err)
					}
				})
			}
		}
		h := newHub(b.store, nil)
		want("a check without readers", 0, func() { h.check(t.Context(), h.users()) })
		for i := range readersPerQuery {
			h.add(fmt.Sprint("user-", i))
		}
		want("new readers", 2, func() { h.check(t.Context(), h.takeChanged()) })
		want("nothing has changed", 1, func() { h.check(t.Context(), h.users()) })
	})
}
