package notices

import (
	"fmt"
	"testing"

	"colloquy/internal/storage/dbtest"
)

// TestQueryCountIsConstant: a list makes two queries, whatever the user has, and a check
// of the streams two at most for up to 500 readers, one if nothing has changed.
// rules notifications-list, notifications-stream
func TestQueryCountIsConstant(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		counting := dbtest.Count(b.store.db.Reader())
		b.store.db = counting
		want := func(what string, queries int, run func()) {
			t.Helper()
			counting.Take()
			run()
			if n := counting.Take(); n != queries {
				t.Errorf("%s: %d queries, want %d", what, n, queries)
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
