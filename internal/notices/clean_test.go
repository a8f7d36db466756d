package notices

import (
	"fmt"
	"testing"
	"time"

	"colloquy/internal/storage"
)

// rule notifications-kept
func TestOldNoticesAreDeleted(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		fans := b.newActors(3)
		b.writeLikeNotice(newCommentAct(fans[0], "one"))
		b.notify(ada.UserID, "purchase", "old", 0)
		b.clock.Advance(200 * 24 * time.Hour)
		b.writeLikeNotice(newCommentAct(fans[1], "one"))
		b.notify(ada.UserID, "purchase", "young", 0)
		b.clock.Advance(164 * 24 * time.Hour)
		for _, c := range []struct {
			wait time.Duration
			want []string
		}{
			{0, []string{"young", "Fan 1 and 1 other like your comment on Keeper of Bees.", "old"}},
			{2 * 24 * time.Hour, []string{"young", "Fan 1 likes your comment on Keeper of Bees."}},
			{200 * 24 * time.Hour, nil},
		} {
			b.clock.Advance(c.wait)
			if err := b.cleanNotices(t.Context()); err != nil {
				t.Fatal(err)
			}
			b.wantList(ada, FilterAll, len(c.want), len(c.want), c.want...)
		}
	})
}

// rule notifications-kept
func TestManyNoticesAreCutToTheLatest(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		const extra = deletedNoticesPerTx + 3
		b.write(func(tx storage.Querier) error {
			for i := range maxNotices + extra {
				n := storedNotice{id: fmt.Sprintf("n-%05d", i), userID: ada.UserID, kind: "purchase", objectID: fmt.Sprint(i), createdAt: b.clock.Now().Add(time.Duration(i) * time.Millisecond)}
				if err := b.store.insertNotice(t.Context(), tx, n); err != nil {
					return err
				}
			}
			return nil
		})
		b.notify(bo.UserID, "purchase", "of Bo", 0)
		if err := b.cleanNotices(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := b.selectNumber(`SELECT count(*) FROM notifications WHERE user_id = $1 AND id >= $2`, ada.UserID, fmt.Sprintf("n-%05d", extra)); n != maxNotices || b.selectNumber(`SELECT count(*) FROM notifications`) != n+1 {
			t.Errorf("%d notices are left", n)
		}
	})
}
