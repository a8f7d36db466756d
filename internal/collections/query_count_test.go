package collections

import (
	"testing"
	"time"

	"colloquy/internal/storage/dbtest"
)

// TestQueryCountOfEachListIsConstant: queries of this package and calls to other packages are
// counted. Their numbers do not depend on the user's number of likes, follows and collections.
// Rules favorites-page, collections-mine, collections-overview.
func TestQueryCountOfEachListIsConstant(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		ctx := t.Context()
		smallList := b.newList(1)
		var largeList Collection
		for range 20 {
			largeList = b.newList(1, 2, 3, 4, 5)
		}
		token, err := b.Share(ctx, ada, largeList.ID)
		if err != nil {
			t.Fatal(err)
		}
		token = token[len("http://localhost/collections/"):]
		db := dbtest.CountQueries(b.store.db.Reader())
		b.store.db = db
		likedAt := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
		for _, marks := range []int{0, 1, catalogueSize} {
			b.rooms.marks = nil
			for i := range marks {
				b.rooms.marks = append(b.rooms.marks, Mark{CharacterID: i + 1, At: likedAt, LikeCount: i, FollowerCount: i})
			}
			for what, call := range map[string]struct {
				queries int
				calls   int64
				run     func() error
			}{
				"favourites": {0, 3, func() error { _, err := b.Favorites(ctx, ada, FavoriteQuery{Page: 1, Limit: 6}); return err }},
				"favourites with filters": {0, 4, func() error {
					_, err := b.Favorites(ctx, ada, FavoriteQuery{Page: 2, Limit: 100, Search: "name", Sort: SortPopular, MinLikes: 1, MinChats: 1})
					return err
				}},
				"followed":      {0, 3, func() error { _, err := b.Followed(ctx, ada, "", 100, ""); return err }},
				"lists":         {1, 2, func() error { _, err := b.Collections(ctx, ada, "1"); return err }},
				"no lists":      {1, 2, func() error { _, err := b.Collections(ctx, bo, ""); return err }},
				"a small list":  {1, 1, func() error { _, err := b.Collection(ctx, ada, smallList.ID); return err }},
				"a large list":  {1, 1, func() error { _, err := b.Collection(ctx, ada, largeList.ID); return err }},
				"a shared list": {1, 2, func() error { _, _, err := b.SharedCollection(ctx, bo, token); return err }},
			} {
				db.TakeCount()
				b.rooms.callCountExceptFind.Store(0)
				if err := call.run(); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				if queries := db.TakeCount(); queries != call.queries || b.rooms.callCountExceptFind.Load() != call.calls {
					t.Errorf("%s with %d marks: %d queries and %d calls, want %d and %d", what, marks, queries, b.rooms.callCountExceptFind.Load(), call.queries, call.calls)
				}
			}
		}
	})
}
