package notices

import (
	"errors"
	"fmt"
	"testing"

	"colloquy/internal/core"
)

// rules notifications-read, notifications-delete, access-foreign-is-missing
func TestNoticesOfOthersAreMissing(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.notify(ada.UserID, "purchase", "o1", 0)
		b.writeLikeNotice(newCommentAct(bo, "one"))
		for _, m := range []string{"o1", boLikeMessage} {
			id := b.noticeIDOf(ada, m)
			for _, call := range []struct {
				actor core.Actor
				id    string
			}{{bo, id}, {ada, id + "x"}, {ada, ""}} {
				if err := b.MarkRead(t.Context(), call.actor, call.id); !errors.Is(err, errNoNotice) {
					t.Errorf("%s marks %q: %v", call.actor.Name, call.id, err)
				}
				if err := b.Delete(t.Context(), call.actor, call.id); !errors.Is(err, errNoNotice) {
					t.Errorf("%s deletes %q: %v", call.actor.Name, call.id, err)
				}
			}
		}
		b.wantList(ada, FilterUnread, 2, 2, boLikeMessage, "o1")
		if n := b.selectNumber(`SELECT count(*) FROM notice_versions WHERE user_id = $1`, bo.UserID); n != 0 {
			t.Error("a refused call changes a version")
		}
	})
}

// rules notifications-read, notifications-delete
func TestRepeatedMarksChangeNothing(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.notify(ada.UserID, "purchase", "o1", 0)
		b.notify(ada.UserID, "purchase", "o2", 0)
		id := b.noticeIDOf(ada, "o1")
		for range 2 {
			if err := b.MarkRead(t.Context(), ada, id); err != nil {
				t.Error(err)
			}
		}
		b.wantList(ada, FilterAll, 2, 1, "o2", "o1")
		if err := b.Delete(t.Context(), ada, id); err != nil {
			t.Error(err)
		}
		if err := b.Delete(t.Context(), ada, id); !errors.Is(err, errNoNotice) {
			t.Errorf("a second deletion: %v", err)
		}
		b.wantList(ada, FilterAll, 1, 1, "o2")
	})
}

// Notices that arrive after the list was read stay unread, also a further like of a comment in
// the list.
// rule notifications-all-read
func TestMarkAllReadLeavesWhatArrivedLater(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for i := range 3 {
			b.notify(ada.UserID, "purchase", fmt.Sprint(i), 0)
		}
		b.notify(bo.UserID, "purchase", "of Bo", 0)
		b.writeLikeNotice(newCommentAct(cy, "one"))
		pageBefore := b.firstPage(ada, FilterAll)
		b.notify(ada.UserID, "purchase", "later", 0)
		b.writeLikeNotice(newCommentAct(bo, "one"))
		if err := b.MarkAllRead(t.Context(), ada, pageBefore.NewestCursor); err != nil {
			t.Fatal(err)
		}
		b.wantList(ada, FilterUnread, 5, 2, "Bo and 1 other like your comment on Keeper of Bees.", "later")
		if err := b.MarkAllRead(t.Context(), ada, ""); err != nil {
			t.Fatal(err)
		}
		b.wantList(ada, FilterUnread, 5, 0)
		b.wantList(bo, FilterUnread, 1, 1, "of Bo")
		if err := b.MarkAllRead(t.Context(), ada, "nonsense"); !errors.Is(err, errBadCursor) {
			t.Errorf("a bad position: %v", err)
		}
	})
}
