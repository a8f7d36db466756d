package notices

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// rules notifications-mail, notifications-unsubscribe
func TestLikeIsMailedIfChosen(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.writeLikeNotice(newCommentAct(bo, "one"))
		b.wantMails() // no mail is sent until the user chooses mail
		b.setSettings(ada.UserID, "mail_interactions = TRUE")
		b.writeLikeNotice(newCommentAct(bo, "two"))
		sentMails := b.wantMails("user-ada: Your comment was liked")
		if len(sentMails) == 0 {
			return
		}
		m := sentMails[0]
		link := b.LinksToUnsubscribe(ada.UserID, Interactions)
		for _, want := range []string{boLikeMessage, baseURL + "/character/profile/bee-keeper", link.Page, "Stop these mails", "you chose mail about likes and replies"} {
			if !strings.Contains(m.Text, want) || !strings.Contains(m.HTML, strings.ReplaceAll(want, "&", "&amp;")) {
				t.Errorf("the mail lacks %q:\n%s", want, m.Text)
			}
		}
		if m.OneClickUnsubscribeURL != link.OneClick || !strings.HasPrefix(link.OneClick, baseURL+"/api/unsubscribe/") || !strings.HasPrefix(link.Page, baseURL+"/#unsubscribe=") {
			t.Errorf("the links are %+v, the header %q", link, m.OneClickUnsubscribeURL)
		}
	})
}

// The switches of notices and of mail are independent.
// rule notifications-mail
func TestMailIsSentWithNoticesOff(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.setSettings(ada.UserID, "interactions = FALSE, mail_interactions = TRUE")
		b.writeReplyNotice(newCommentAct(bo, "one"))
		b.wantUnreadMessages(ada.UserID)
		b.wantMails("user-ada: New reply")
	})
}

// rule notifications-mail
func TestNoMailToUnconfirmedAddresses(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.exec(`UPDATE users SET email_verified_at = NULL`)
		for _, user := range []string{ada.UserID, bo.UserID} {
			b.setSettings(user, "mail_interactions = TRUE, mail_newsletter = TRUE, mail_updates = TRUE")
		}
		b.writeLikeNotice(newCommentAct(bo, "one"))
		b.announceArticles(articleOnTexts)
		b.clock.Advance(time.Second)
		if wanted := b.notifyAll(Notice{UserID: ada.UserID, Kind: "reminder", Group: CharacterUpdates, ObjectID: "o", Title: "T", Message: "M", ActionURL: "/user", ActionText: "View"}); wanted != 0 {
			t.Error("a caller is told to send mail")
		}
		b.wantMails()
		b.exec(`UPDATE users SET email_verified_at = 1, email = 'nobody' WHERE id = $1`, ada.UserID)
		b.writeLikeNotice(newCommentAct(bo, "two"))
		b.wantMails()
		b.wantUnreadMessages(ada.UserID, boLikeMessage, "“On texts”: A look back", "M", boLikeMessage)
	})
}

// Many likes cause one mail a day for each comment, and at most twenty mails a day.
// rule notifications-mail-limits
func TestMailsOfActsAreLimited(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.setSettings(ada.UserID, "mail_interactions = TRUE")
		for _, fan := range b.newActors(30) {
			b.writeLikeNotice(newCommentAct(fan, "one"))
		}
		b.wantMails("user-ada: Your comment was liked")
		b.clock.Advance(23 * time.Hour)
		b.writeLikeNotice(newCommentAct(bo, "one"))
		b.wantMails()
		b.clock.Advance(2 * time.Hour)
		b.writeLikeNotice(newCommentAct(cy, "one"))
		b.wantMails("user-ada: Your comment was liked")
		b.clock.Advance(72 * time.Hour)
		for i := range actMailsPerDay + 5 {
			b.writeLikeNotice(newCommentAct(bo, fmt.Sprint("comment ", i)))
		}
		b.runJobs()
		if n := len(b.mails.sentMails); n != actMailsPerDay {
			t.Errorf("%d mails in a day", n)
		}
		if n := len(b.unreadRowsOf(ada.UserID)); n != 31+actMailsPerDay+5+1 {
			t.Errorf("%d notices", n)
		}
	})
}

// A like that is not mailed because the user's daily limit is reached does not start the 24-hour
// pause of its comment.
// rule notifications-mail-limits
func TestUnmailedLikeStartsNoMailPause(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.setSettings(ada.UserID, "mail_interactions = TRUE")
		for i := range actMailsPerDay {
			b.writeLikeNotice(newCommentAct(bo, fmt.Sprint("comment ", i)))
		}
		b.clock.Advance(time.Hour)
		for _, comment := range unmailedComments {
			b.writeLikeNotice(newCommentAct(bo, comment))
		}
		b.runJobs()
		b.mails.sentMails = nil
		b.clock.Advance(23*time.Hour + 30*time.Minute) // 24.5 hours after the mails, but only 23.5 hours after the unmailed likes
		var want []string
		for _, comment := range unmailedComments {
			b.writeLikeNotice(newCommentAct(cy, comment))
			want = append(want, "user-ada: Your comment was liked")
		}
		b.wantMails(want...)
	})
}

// unmailedComments has several comments, because a hash of the comment's id decides which limit is
// checked first: that of the comment or that of the day. With one comment the test could pass by
// chance.
var unmailedComments = []string{"one", "two", "three", "four"}

// A user gets the mail of a broadcast once, if the user has chosen mail for the group of the
// broadcast.
// rules notifications-mail, notifications-post, notifications-newsletter
func TestBroadcastIsMailedOncePerUser(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.announceAll(firstCharacters...)
		b.followCharacter(ada, 1)
		b.followCharacter(bo, 1)
		b.setSettings(ada.UserID, "mail_updates = TRUE, mail_newsletter = TRUE")
		b.setSettings(bo.UserID, "character_updates = FALSE, newsletter = FALSE, mail_newsletter = TRUE")
		payload := b.startArticleBroadcast(1)
		sentMails := b.wantMails("user-ada: New article", "user-bo: New article")
		if err := b.runBroadcast(t.Context(), payload); err != nil {
			t.Fatal(err)
		}
		b.announceArticles(articleOnBees)
		for _, m := range append(sentMails, b.wantMails("user-ada: New article", "user-bo: New article")...) {
			g := Newsletter
			if strings.Contains(m.Text, "On bees” is about") && m.To == "user-ada@post.example" {
				g = CharacterUpdates
			}
			if want := b.LinksToUnsubscribe(strings.TrimSuffix(m.To, "@post.example"), g).OneClick; m.OneClickUnsubscribeURL != want {
				t.Errorf("the mail to %s stops %s, want %s", m.To, m.OneClickUnsubscribeURL, want)
			}
		}
		b.announceAll(b.insertCharacter(4, "botanist", "Botanist", "Scientists", true))
		b.wantMails("user-ada: New character")
	})
}
