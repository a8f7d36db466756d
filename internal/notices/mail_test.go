package notices

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// rules notifications-mail, notifications-unsubscribe
func TestMailOfALike(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.like(act(bo, "one"))
		b.wantMails() // no mail is sent until it is chosen
		b.settings(ada.UserID, "mail_interactions = TRUE")
		b.like(act(bo, "two"))
		sent := b.wantMails("user-ada: Your comment was liked")
		if len(sent) == 0 {
			return
		}
		m := sent[0]
		link := b.Unsubscribe(ada.UserID, Interactions)
		for _, want := range []string{boLikes, baseURL + "/character/profile/bee-keeper", link.Page, "Stop these mails", "you chose mail about likes and replies"} {
			if !strings.Contains(m.Text, want) || !strings.Contains(m.HTML, strings.ReplaceAll(want, "&", "&amp;")) {
				t.Errorf("the mail lacks %q:\n%s", want, m.Text)
			}
		}
		if m.Unsubscribe != link.OneClick || !strings.HasPrefix(link.OneClick, baseURL+"/api/unsubscribe/") || !strings.HasPrefix(link.Page, baseURL+"/#unsubscribe=") {
			t.Errorf("the links are %+v, the header %q", link, m.Unsubscribe)
		}
	})
}

// The switches of notices and of mail are independent.
// rule notifications-mail
func TestMailWithoutNotices(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.settings(ada.UserID, "interactions = FALSE, mail_interactions = TRUE")
		b.reply(act(bo, "one"))
		b.wantRows(ada.UserID)
		b.wantMails("user-ada: New reply")
	})
}

// rule notifications-mail
func TestNoMailToUnconfirmedAddresses(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.exec(`UPDATE users SET email_verified_at = NULL`)
		for _, user := range []string{ada.UserID, bo.UserID} {
			b.settings(user, "mail_interactions = TRUE, mail_newsletter = TRUE, mail_updates = TRUE")
		}
		b.like(act(bo, "one"))
		b.announceArticles(onTexts)
		b.time.Advance(time.Second)
		if wanted := b.tellAll(Notice{UserID: ada.UserID, Kind: "reminder", Group: CharacterUpdates, ObjectID: "o", Title: "T", Message: "M", ActionURL: "/user", ActionText: "View"}); wanted != 0 {
			t.Error("a caller is told to send mail")
		}
		b.wantMails()
		b.exec(`UPDATE users SET email_verified_at = 1, email = 'nobody' WHERE id = $1`, ada.UserID)
		b.like(act(bo, "two"))
		b.wantMails()
		b.wantRows(ada.UserID, boLikes, "“On texts”: A look back", "M", boLikes)
	})
}

// A storm of likes is one mail a comment and day, and at most twenty a day.
// rule notifications-mail-limits
func TestMailsOfActsAreLimited(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.settings(ada.UserID, "mail_interactions = TRUE")
		for _, fan := range b.actors(30) {
			b.like(act(fan, "one"))
		}
		b.wantMails("user-ada: Your comment was liked")
		b.time.Advance(23 * time.Hour)
		b.like(act(bo, "one"))
		b.wantMails()
		b.time.Advance(2 * time.Hour)
		b.like(act(cy, "one"))
		b.wantMails("user-ada: Your comment was liked")
		b.time.Advance(72 * time.Hour)
		for i := range actMailsPerDay + 5 {
			b.like(act(bo, fmt.Sprint("comment ", i)))
		}
		b.runJobs()
		if n := len(b.mails.sent); n != actMailsPerDay {
			t.Errorf("%d mails in a day", n)
		}
		if n := len(b.rowsOf(ada.UserID)); n != 31+actMailsPerDay+5+1 {
			t.Errorf("%d notices", n)
		}
	})
}

// A broadcast is mailed once to each user who has chosen mail of the group under which the
// user gets it.
// rules notifications-mail, notifications-post, notifications-newsletter
func TestMailOfBroadcasts(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.announceAll(old...)
		b.follow(ada, 1)
		b.follow(bo, 1)
		b.settings(ada.UserID, "mail_updates = TRUE, mail_newsletter = TRUE")
		b.settings(bo.UserID, "character_updates = FALSE, newsletter = FALSE, mail_newsletter = TRUE")
		payload := b.startArticle(1)
		sent := b.wantMails("user-ada: New article", "user-bo: New article")
		if err := b.runBroadcast(t.Context(), payload); err != nil {
			t.Fatal(err)
		}
		b.announceArticles(onBees)
		for _, m := range append(sent, b.wantMails("user-ada: New article", "user-bo: New article")...) {
			g := Newsletter
			if strings.Contains(m.Text, "On bees” is about") && m.To == "user-ada@post.example" {
				g = CharacterUpdates
			}
			if want := b.Unsubscribe(strings.TrimSuffix(m.To, "@post.example"), g).OneClick; m.Unsubscribe != want {
				t.Errorf("the mail to %s stops %s, want %s", m.To, m.Unsubscribe, want)
			}
		}
		b.announceAll(b.character(4, "botanist", "Botanist", "Scientists", true))
		b.wantMails("user-ada: New character")
	})
}
