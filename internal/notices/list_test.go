package notices

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// notify writes a notice without a group to a user.
func (b *harness) notify(userID, kind, object string, characterID int) {
	b.t.Helper()
	b.clock.Advance(time.Second)
	b.write(func(tx storage.Querier) error {
		_, err := b.Notify(b.t.Context(), tx, Notice{
			UserID: userID, Kind: kind, ObjectID: object, CharacterID: characterID, Title: "T", Message: object, ActionURL: "/user", ActionText: "View",
		})
		return err
	})
}

// wantList checks the messages of the first page with a filter, and both counts.
func (b *harness) wantList(actor core.Actor, filter Filter, total, unread int, messages ...string) {
	b.t.Helper()
	p := b.firstPage(actor, filter)
	if got := p.noticeTexts(); !slices.Equal(got, messages) || p.Total != total || p.UnreadCount != unread {
		b.t.Errorf("%s of %s: %q of %d, %d unread; want %q of %d, %d", filter, actor.Name, got, p.Total, p.UnreadCount, messages, total, unread)
	}
}

// noticeIDOf returns the id of a listed notice.
func (b *harness) noticeIDOf(actor core.Actor, message string) string {
	b.t.Helper()
	for _, n := range b.firstPage(actor, FilterAll).Notices {
		if n.Message == message {
			return n.ID
		}
	}
	b.t.Fatalf("no notice %q", message)
	return ""
}

// The list has the actor's own notices only, latest first. Types without an icon are listed as
// "other".
// rule notifications-list
func TestListIsLatestFirst(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.wantList(ada, FilterAll, 0, 0)
		b.notify(ada.UserID, "purchase", "o1", 0)
		b.notify(bo.UserID, "purchase", "o2", 0)
		b.notify(ada.UserID, "reminder", "o3", 0)
		b.wantList(ada, FilterAll, 2, 2, "o3", "o1")
		p := b.firstPage(ada, FilterAll)
		want := ShownNotice{ID: p.Notices[0].ID, Type: "reminder", Title: "T", Message: "o3", ActionURL: "/user", ActionText: "View", CreatedAt: b.clock.Now()}
		if got := p.Notices[0]; got != want || p.Notices[1].Type != "other" {
			t.Errorf("got %+v, want %+v; the other is %s", got, want, p.Notices[1].Type)
		}
	})
}

// rules notifications-list, notifications-read
func TestListFiltersByReadState(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for i := range 4 {
			b.notify(ada.UserID, "purchase", fmt.Sprint(i), 0)
		}
		for _, m := range []string{"1", "3"} {
			if err := b.MarkRead(t.Context(), ada, b.noticeIDOf(ada, m)); err != nil {
				t.Fatal(err)
			}
		}
		b.wantList(ada, FilterAll, 4, 2, "3", "2", "1", "0")
		b.wantList(ada, FilterUnread, 4, 2, "2", "0")
		b.wantList(ada, FilterRead, 4, 2, "3", "1")
	})
}

// The pages of a list have each notice once, although further notices arrive meanwhile and
// some notices have the same time.
// rule notifications-list
func TestPagesHaveEachNoticeOnce(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		var want []string
		for i := range 25 {
			b.notify(ada.UserID, "purchase", fmt.Sprint(i), 0)
			want = append([]string{fmt.Sprint(i)}, want...)
		}
		b.exec(`UPDATE notifications SET created_at = 5 WHERE CAST(object_id AS BIGINT) < 12`)
		var got []string
		for cursor, first := "", true; first || cursor != ""; first = false {
			p, err := b.List(t.Context(), ada, FilterAll, 10, cursor)
			if err != nil || len(p.Notices) == 0 || len(p.Notices) > 10 {
				t.Fatal(p, err)
			}
			got, cursor = append(got, p.noticeTexts()...), p.NextCursor
			b.notify(ada.UserID, "purchase", fmt.Sprint("later ", len(got)), 0)
		}
		if !slices.Equal(got[:13], want[:13]) || len(got) != 25 {
			t.Errorf("got %q", got)
		}
		slices.Sort(got)
		if len(slices.Compact(got)) != 25 {
			t.Errorf("repeated: %q", got)
		}
		for _, limit := range []int{-1, 0, 1} {
			if p, err := b.List(t.Context(), ada, FilterAll, limit, ""); err != nil || len(p.Notices) != 1 {
				t.Errorf("limit %d: %d notices, %v", limit, len(p.Notices), err)
			}
		}
		if _, err := b.List(t.Context(), ada, FilterAll, 10, "nonsense"); !errors.Is(err, errBadCursor) {
			t.Errorf("a bad cursor: %v", err)
		}
	})
}

// rule notifications-likes-grouped
func TestLikesOfACommentAreOneNotice(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		fans := b.newActors(12)
		for i, fan := range fans {
			b.writeLikeNotice(newCommentAct(fan, "one"))
			if i == 1 {
				b.wantList(ada, FilterAll, 1, 1, "Fan 1 and 1 other like your comment on Keeper of Bees.")
			}
		}
		b.writeLikeNotice(newCommentAct(bo, "two"))
		b.writeReplyNotice(newCommentAct(cy, "one"))
		const replied, all = "Cy replied to your comment on Keeper of Bees.", "Fan 11 and 11 others like your comment on Keeper of Bees."
		b.wantList(ada, FilterAll, 3, 3, replied, boLikeMessage, all)

		if err := b.MarkRead(t.Context(), ada, b.noticeIDOf(ada, all)); err != nil {
			t.Fatal(err)
		}
		if n := b.selectNumber(`SELECT count(*) FROM notifications WHERE is_read`); n != 12 {
			t.Errorf("%d likes are read", n)
		}
		b.wantList(ada, FilterRead, 3, 2, all)
		b.writeLikeNotice(newCommentAct(cy, "one")) // writes no notice, because Ada has a notice about Cy's reply
		b.writeLikeNotice(newCommentAct(bo, "one"))
		b.wantList(ada, FilterUnread, 3, 3, "Bo and 12 others like your comment on Keeper of Bees.", replied, boLikeMessage)

		if err := b.Delete(t.Context(), ada, b.noticeIDOf(ada, "Bo and 12 others like your comment on Keeper of Bees.")); err != nil {
			t.Fatal(err)
		}
		b.wantList(ada, FilterAll, 2, 2, replied, boLikeMessage)
		if n := b.selectNumber(`SELECT count(*) FROM notifications`); n != 2 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// If the person of the latest like replies, the notice about the reply replaces the notice about
// the like. The other likes are still shown then, and also after an account was deleted.
// rules notifications-likes-grouped, accounts-delete-rest
func TestLikesOfOthersOutliveAReply(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		fans := b.newActors(3)
		for _, fan := range fans {
			b.writeLikeNotice(newCommentAct(fan, "one"))
		}
		b.writeLikeNotice(newCommentAct(bo, "one"))
		b.writeReplyNotice(newCommentAct(bo, "one"))
		b.wantList(ada, FilterAll, 2, 2, boReplyMessage, "Fan 2 and 2 others like your comment on Keeper of Bees.")
		forget := func(id string) {
			b.write(func(tx storage.Querier) error { return b.Forget(t.Context(), tx, id) })
		}
		forget(fans[0].UserID)
		b.wantList(ada, FilterAll, 2, 2, boReplyMessage, "Fan 2 and 1 other like your comment on Keeper of Bees.")
		forget(fans[2].UserID)
		forget(bo.UserID)
		b.wantList(ada, FilterAll, 1, 1, "Fan 1 likes your comment on Keeper of Bees.")
		forget(ada.UserID)
		if n := b.selectNumber(`SELECT count(*) FROM notifications`) + b.selectNumber(`SELECT count(*) FROM notice_versions WHERE user_id <> $1`, bo.UserID); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// Notices about a character are neither shown nor counted while the character is hidden.
// rule notifications-hidden-characters
func TestHiddenCharactersAreLeftOut(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.notify(ada.UserID, "feature", "of the keeper", 1)
		b.notify(ada.UserID, "feature", "of the baker", 2)
		b.notify(ada.UserID, "feature", "of the ghost", 3)
		b.notify(ada.UserID, "purchase", "of none", 0)
		b.wantList(ada, FilterAll, 3, 3, "of none", "of the baker", "of the keeper")
		b.exec(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 1`)
		b.wantList(ada, FilterUnread, 2, 2, "of none", "of the baker")
		b.exec(`UPDATE characters SET is_deleted = FALSE, is_active = TRUE`)
		b.wantList(ada, FilterAll, 4, 4, "of none", "of the ghost", "of the baker", "of the keeper")
	})
}

// When a character is hidden or shown again, the stream sends the new unread count, which equals
// that of the list. No notice changes then.
// rules notifications-hidden-characters, notifications-stream
func TestHidingACharacterChangesTheStreamedCount(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for i, name := range []string{"of none", "of the keeper", "of the baker", "of the ghost"} {
			b.notify(ada.UserID, "feature", name, i)
		}
		b.runHub()
		s := newFakeEventSink()
		end := b.startStream(ada, s)
		s.wantUnread(t, 3)
		for _, step := range []struct {
			change string
			unread int
		}{
			{`UPDATE characters SET is_deleted = TRUE WHERE character_id = 1`, 2},
			{`UPDATE characters SET is_active = FALSE`, 1},
			{`UPDATE characters SET is_deleted = FALSE, is_active = TRUE`, 4},
		} {
			b.exec(step.change)
			s.wantUnread(t, step.unread)
			if p := b.firstPage(ada, FilterAll); p.UnreadCount != step.unread || p.Total != step.unread {
				t.Errorf("the list has %d of %d unread, want %d", p.UnreadCount, p.Total, step.unread)
			}
		}
		_ = end()
	})
}

// Each list reads its rows in the order of an index, without sorting. The counts read only an
// index.
func TestListsAreReadFromIndexes(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	for filter, index := range map[Filter]string{FilterAll: "notifications_recent", FilterUnread: "notifications_read", FilterRead: "notifications_read"} {
		plan := queryPlan(t, db, listQuery(filter), "u", newestPosition.At, newestPosition.ID, 10)
		if !strings.Contains(plan, index+" (user_id=?") || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN") {
			t.Errorf("%s has the plan\n%s", filter, plan)
		}
	}
	if plan := queryPlan(t, db, fingerprintsQuery("$1"), "u"); !strings.Contains(plan, "INDEX characters_hidden") {
		t.Errorf("the stamps do not use characters_hidden:\n%s", plan)
	}
	plan := queryPlan(t, db, countsQuery("$1"), "u")
	for _, want := range []string{"COVERING INDEX notifications_counts (user_id=?)", "COVERING INDEX notifications_counts (user_id=? AND character_id=?)", "INDEX characters_hidden"} {
		if !strings.Contains(plan, want) {
			t.Errorf("the count does not use %s:\n%s", want, plan)
		}
	}
}
