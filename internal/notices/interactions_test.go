package notices

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
)

const (
	boReplyMessage = "Bo replied to your comment on Keeper of Bees."
	boLikeMessage  = "Bo likes your comment on Keeper of Bees."
	cyLikeMessage  = "Cy likes your comment on Keeper of Bees."
)

// rule notifications-replies-and-likes
func TestAuthorsAreNotifiedOfRepliesAndLikes(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.writeReplyNotice(newCommentAct(bo, "one"))
		b.writeLikeNotice(newCommentAct(bo, "two"))
		b.wantUnreadMessages(ada.UserID, boReplyMessage, boLikeMessage)
		want := storedNotice{
			userID: ada.UserID, kind: replyType, actorID: bo.UserID, actorName: "Bo", objectID: "one", characterID: 1,
			title: "New reply", message: boReplyMessage, actionURL: "/character/profile/bee-keeper", actionText: "View",
		}
		if got := b.unreadRowsOf(ada.UserID)[0]; got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
		if got := b.unreadRowsOf(ada.UserID)[1]; got.kind != likeType || got.title != "Your comment was liked" {
			t.Errorf("got %+v", got)
		}
	})
}

// rule notifications-not-own-acts
func TestNobodyIsNotifiedOfTheirOwnActs(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.writeReplyNotice(newCommentAct(ada, "one"))
		b.writeLikeNotice(newCommentAct(ada, "one"))
		b.wantUnreadMessages(ada.UserID)
		authorlessAct := newCommentAct(bo, "two")
		authorlessAct.AuthorID = ""
		b.writeLikeNotice(authorlessAct)
		if n := b.selectNumber(`SELECT count(*) FROM notifications`); n != 0 {
			t.Errorf("%d notices to nobody", n)
		}
	})
}

// There is at most one notice a day about the same actor and object. A reply replaces a like,
// but a like does not replace a reply.
// rule notifications-once-a-day
func TestRepeatedActsAreOneNotice(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		firstCommentAct := newCommentAct(bo, "one")
		for range 6 {
			b.writeLikeNotice(firstCommentAct)
		}
		b.wantUnreadMessages(ada.UserID, boLikeMessage)
		b.exec(`UPDATE notifications SET is_read = TRUE`)
		b.writeReplyNotice(firstCommentAct)
		b.wantUnreadMessages(ada.UserID, boReplyMessage)
		b.writeReplyNotice(firstCommentAct)
		b.writeLikeNotice(firstCommentAct)
		b.wantUnreadMessages(ada.UserID, boReplyMessage)
		b.clock.Advance(23 * time.Hour)
		b.writeReplyNotice(firstCommentAct)
		b.wantUnreadMessages(ada.UserID, boReplyMessage)
		b.clock.Advance(2 * time.Hour)
		b.writeLikeNotice(firstCommentAct)
		b.writeLikeNotice(newCommentAct(cy, "one"))
		b.wantUnreadMessages(ada.UserID, boReplyMessage, boLikeMessage, cyLikeMessage)
		b.clock.Advance(25 * time.Hour)
		b.writeLikeNotice(firstCommentAct) // replaces the like of yesterday
		b.wantUnreadMessages(ada.UserID, boReplyMessage, cyLikeMessage, boLikeMessage)
		b.wantOneLatestLikePerComment()
	})
}

// rules settings-notices, settings-public-profile
func TestNoticesOfActsObeyTheSettings(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.setSettings(bo.UserID, "public_profile = FALSE")
		b.writeReplyNotice(newCommentAct(bo, "one"))
		b.writeLikeNotice(newCommentAct(bo, "two"))
		b.writeLikeNotice(newCommentAct(cy, "two"))
		b.writeLikeNotice(newCommentAct(bo, "three"))
		b.wantUnreadMessages(ada.UserID, "A member replied to your comment on Keeper of Bees.", "A member likes your comment on Keeper of Bees.", cyLikeMessage,
			"A member likes your comment on Keeper of Bees.")
		if got := fmt.Sprintf("%q", b.firstPage(ada, FilterAll).noticeTexts()[:2]); got != `["A member likes your comment on Keeper of Bees." "Cy and 1 other like your comment on Keeper of Bees."]` {
			t.Errorf("the list is %s", got)
		}
		b.setSettings(ada.UserID, "interactions = FALSE")
		b.writeLikeNotice(newCommentAct(cy, "four"))
		if n := len(b.unreadRowsOf(ada.UserID)); n != 4 {
			t.Errorf("%d notices", n)
		}
	})
}

// newActors returns n actors, which have no rows in the table users.
func (b *harness) newActors(n int) []core.Actor {
	list := make([]core.Actor, n)
	for i := range list {
		list[i] = core.Actor{UserID: fmt.Sprintf("fan-%03d", i), Name: fmt.Sprint("Fan ", i)}
	}
	return list
}

// Concurrent likes of a comment become one notice. No like is lost, and exactly one like is the
// latest. Meanwhile accounts are deleted and notices are marked as read.
// rule notifications-likes-grouped
func TestLikesAtOnceAreOneNotice(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		const many = 100
		ctx := t.Context()
		var wg sync.WaitGroup
		for i, fan := range b.newActors(many) {
			wg.Go(func() {
				for _, c := range []string{"one", fmt.Sprint("two", i%3)} {
					b.write(func(tx storage.Querier) error { return b.NotifyLike(ctx, tx, newCommentAct(fan, c)) })
				}
				if i%4 == 0 {
					b.write(func(tx storage.Querier) error { return b.Forget(ctx, tx, fan.UserID) })
				}
				if i%10 == 0 {
					if err := b.MarkAllRead(ctx, ada, ""); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		p := b.firstPage(ada, FilterAll)
		if len(p.Notices) != 4 || p.Total != 4 {
			t.Errorf("%q of %d", p.noticeTexts(), p.Total)
		}
		if n := b.selectNumber(`SELECT count(*) FROM notifications WHERE object_id = 'one'`); n != many*3/4 {
			t.Errorf("%d likes are left", n)
		}
	})
}
