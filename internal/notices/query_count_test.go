package notices

import (
	"fmt"
	"testing"

	"colloquy/internal/storage/dbtest"
)

// TestQueryCountDoesNotGrowWithNotices: a list makes two queries, however many notices the user has. A check of
// the streams for up to 500 users makes two queries, or one if nothing has changed.
// rules notifications-list, notifications-stream
func TestQueryCountDoesNotGrowWithNotices(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		counter := dbtest.CountQueries(b.store.db.Reader())
		b.store.db = counter
		want := func(what string, queries int, run func()) {
			t.Helper()
			counter.TakeCount()
			run()
			if n := counter.TakeCount(); n != queries {
				t.Errorf("%s: %d queries, want %d", what, n, queries)
			}
		}
		for _, rows := range []int{0, 1, 150} {
			for i := range rows {
				b.notify(ada.UserID, "purchase", fmt.Sprint(i), 1+i%3)
			}
			for _, show := range []Filter{FilterAll, FilterUnread, FilterRead} {
				want(fmt.Sprint(show, " of ", rows), 2, func() {
					if _, err := b.List(t.Context(), ada, show, maxPageSize, ""); err != nil {
						t.Error(err)
					}
				})
			}
		}
		h := newHub(b.store, nil)
		want("a check without readers", 0, func() { h.checkUsersForChanges(t.Context(), h.usersWithReaders()) })
		for i := range readersPerQuery {
			h.addReader(fmt.Sprint("user-", i))
		}
		want("new readers", 2, func() { h.checkUsersForChanges(t.Context(), h.takeChangedUsers()) })
		want("nothing has changed", 1, func() { h.checkUsersForChanges(t.Context(), h.usersWithReaders()) })
	})
}
