package social

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

// noticesOf returns the notices of a user, oldest first.
func (b *harness) noticesOf(userID string) []notice {
	b.t.Helper()
	list, err := storage.All(b.t.Context(), b.deps.DB.Reader(), func(r storage.Row) (notice, error) {
		var n notice
		return n, r.Scan(&n.userID, &n.kind, &n.actorID, &n.objectID, &n.title, &n.message, &n.actionURL, &n.actionText)
	}, `SELECT user_id, type, actor_id, object_id, title, message, action_url, action_text FROM notifications
		WHERE user_id = $1 AND NOT is_read ORDER BY created_at, id`, userID)
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func (b *harness) wantNotices(userID string, messages ...string) {
	b.t.Helper()
	var got []string
	for _, n := range b.noticesOf(userID) {
		got = append(got, n.message)
		if !strings.HasPrefix(n.actionURL, "/") || strings.HasPrefix(n.actionURL, "//") || n.title == "" || n.actionText != "View" {
			b.t.Errorf("a notice leads to %q: %+v", n.actionURL, n)
		}
	}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", messages) {
		b.t.Errorf("%s has the notices %q, want %q", userID, got, messages)
	}
}

const (
	boReplied = "Bo replied to your comment on Keeper of Bees."
	boLikes   = "Bo likes your comment on Keeper of Bees."
)

func (b *harness) likeComment(actor core.Actor, id string, want *bool) {
	b.t.Helper()
	b.time.Advance(time.Second)
	if _, err := b.LikeComment(b.t.Context(), actor, id, want); err != nil {
		b.t.Fatal(err)
	}
}

// rule notifications-replies-and-likes
func TestAuthorsAreNotifiedOfRepliesAndLikes(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		one, two := b.post(ada, keeper, "One", ""), b.post(ada, keeper, "Two", "")
		reply := b.post(bo, keeper, "Indeed", one.ID)
		b.likeComment(bo, two.ID, nil)
		b.likeComment(cy, reply.ID, truePtr())
		b.wantNotices(ada.UserID, boReplied, boLikes)
		b.wantNotices(bo.UserID, "Cy likes your comment on Keeper of Bees.")
		want := notice{ada.UserID, replyKind, bo.UserID, one.ID, "New reply", boReplied, "/character/profile/bee-keeper", "View"}
		if got := b.noticesOf(ada.UserID)[0]; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if got := b.noticesOf(ada.UserID)[1]; got.kind != likeKind || got.title != "Your comment was liked" {
			t.Errorf("got %+v", got)
		}
	})
}

// rule notifications-not-own-acts
func TestNobodyIsNotifiedOfTheirOwnActs(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.post(ada, keeper, "A talk with myself", "")
		r := b.post(ada, keeper, "Indeed", c.ID)
		b.likeComment(ada, c.ID, nil)
		b.likeComment(ada, r.ID, nil)
		b.wantNotices(ada.UserID)
	})
}

// There is at most one notice a day about the same actor and object. A reply replaces a
// like, but not the reverse.
// rule notifications-once-a-day
func TestRepeatedActsAreOneNotice(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.post(ada, keeper, "A comment", "")
		for range 6 {
			b.likeComment(bo, c.ID, nil)
		}
		b.likeComment(bo, c.ID, truePtr())
		b.wantNotices(ada.UserID, boLikes)
		b.exec(`UPDATE notifications SET is_read = TRUE`)
		b.post(bo, keeper, "First", c.ID)
		b.wantNotices(ada.UserID, boReplied)
		b.post(bo, keeper, "Second", c.ID)
		b.likeComment(bo, c.ID, falsePtr())
		b.likeComment(bo, c.ID, truePtr())
		b.wantNotices(ada.UserID, boReplied)
		b.time.Advance(23 * time.Hour)
		b.post(bo, keeper, "Third", c.ID)
		b.wantNotices(ada.UserID, boReplied)
		b.time.Advance(2 * time.Hour)
		b.likeComment(bo, c.ID, falsePtr())
		b.likeComment(bo, c.ID, truePtr())
		b.likeComment(cy, c.ID, truePtr())
		b.wantNotices(ada.UserID, boReplied, boLikes, "Cy likes your comment on Keeper of Bees.")
	})
}

func TestRefusedActsNotifyNobody(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		c := b.post(ada, keeper, "A comment", "")
		b.post(bo, baker, "Indeed", "")
		b.time.Advance(time.Minute)
		_, err := b.Post(t.Context(), bo, keeper, Draft{"Indeed", c.ID})
		wantError(t, err, errRepeated)
		b.wantNotices(ada.UserID)
	})
}
