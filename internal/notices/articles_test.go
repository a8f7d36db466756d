package notices

import (
	"testing"
	"time"
)

func (b *harness) announceArticles(list ...Article) {
	b.t.Helper()
	b.clock.Advance(time.Second)
	if err := b.AnnounceArticles(b.t.Context(), list); err != nil {
		b.t.Fatal(err)
	}
	b.runJobs()
}

var (
	articleOnBees  = Article{ID: 7, Slug: "on-bees", Title: "On bees", Subtitle: "What they say", CharacterSlugs: []string{keeperSlug, bakerSlug, ghostSlug, "nobody"}}
	articleOnTexts = Article{ID: 8, Slug: "on-texts", Title: "On texts", Subtitle: "A look back"}
)

// The followers of a character in an article get a character update, and other users a newsletter.
// Each user gets one notice. The notice does not name hidden characters.
// rules notifications-post, notifications-newsletter
func TestArticlesAreAnnounced(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.followCharacter(ada, 1)
		b.followCharacter(ada, 2)
		b.followCharacter(cy, 3)
		b.announceArticles(articleOnBees)
		b.announceArticles(articleOnBees, articleOnTexts)
		const bees, texts = "“On bees” is about Baker and Keeper of Bees.", "“On texts”: A look back"
		for _, user := range []string{ada.UserID, bo.UserID, cy.UserID} {
			b.wantUnreadMessages(user, bees, texts)
		}
		kindsByUser := map[string]string{ada.UserID: featureType, bo.UserID: otherType, cy.UserID: otherType}
		for user, kind := range kindsByUser {
			if n := b.unreadRowsOf(user)[0]; n.kind != kind || n.actionURL != "/blog/on-bees" || n.actionText != "Read" || n.title != "New article" {
				t.Errorf("%s gets %+v", user, n)
			}
		}
	})
}

// A follower who has switched character updates off gets the article as a newsletter notice,
// unless the newsletter is switched off too.
// rules notifications-post, notifications-newsletter, settings-notices
func TestArticlesObeyNoticeSettings(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for _, follower := range []string{ada.UserID, bo.UserID} {
			b.exec(`INSERT INTO character_follows (user_id, character_id, created_at) VALUES ($1, 1, 0)`, follower)
		}
		b.setSettings(ada.UserID, "character_updates = FALSE")
		b.setSettings(bo.UserID, "character_updates = FALSE, newsletter = FALSE")
		b.setSettings(cy.UserID, "newsletter = FALSE")
		b.announceArticles(articleOnBees)
		if list := b.unreadRowsOf(ada.UserID); len(list) != 1 || list[0].kind != otherType {
			t.Errorf("got %+v", list)
		}
		b.wantUnreadMessages(bo.UserID)
		b.wantUnreadMessages(cy.UserID)
	})
}

// A fresh installation, which has no users, announces no articles. Users who register later get no
// notices of the articles of the fresh installation.
// rule notifications-newsletter
func TestFreshInstallationAnnouncesNoArticles(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.exec(`DELETE FROM users`)
		b.announceArticles(articleOnBees)
		b.insertUser(ada.UserID)
		b.announceArticles(articleOnBees)
		b.wantUnreadMessages(ada.UserID)
		if n := b.selectNumber(`SELECT count(*) FROM announced_articles`); n != 1 {
			t.Errorf("%d articles are remembered", n)
		}
	})
}
