package notices

import (
	"fmt"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// announceAll announces characters and runs the jobs.
func (b *harness) announceAll(list ...core.Persona) {
	b.t.Helper()
	if err := b.AnnounceCharacters(b.t.Context(), list); err != nil {
		b.t.Fatal(err)
	}
	b.runJobs()
}

// firstCharacters are the characters of a new harness.
var firstCharacters = []core.Persona{{CharacterID: 1}, {CharacterID: 2}, {CharacterID: 3}}

// rule notifications-new-character
func TestFollowersAreNotifiedOfNewCharacters(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.announceAll(firstCharacters...)
		b.followCharacter(ada, 1)
		b.followCharacter(bo, 1)
		b.followCharacter(bo, 2)
		b.announceAll(firstCharacters...)
		b.wantUnreadMessages(ada.UserID)

		otherScientist := b.insertCharacter(4, "botanist", "Botanist", "Scientists", true)
		for range 2 {
			b.announceAll(append(firstCharacters, otherScientist)...)
			b.wantUnreadMessages(ada.UserID, "Botanist has joined Scientists.")
			b.wantUnreadMessages(bo.UserID, "Botanist has joined Scientists.")
			b.wantUnreadMessages(cy.UserID)
		}
		if n := b.unreadRowsOf(ada.UserID)[0]; n.actionURL != "/character/profile/botanist" || n.kind != "feature" || n.actorID != "" || n.characterID != 4 {
			t.Errorf("got %+v", n)
		}
	})
}

// New characters of a category share one notice, which leaves out hidden characters.
// rule notifications-new-character
func TestManyNewCharactersAreOneNotice(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.followCharacter(ada, 1)
		b.followCharacter(bo, 2)
		b.exec(`UPDATE characters SET category = 'Arts & Letters' WHERE slug = 'baker'`)
		list := []core.Persona{{CharacterID: 99}} // not in the catalogue
		for i, category := range []string{"Scientists", "Arts & Letters", "Rulers", "Arts & Letters", "Arts & Letters"} {
			list = append(list, b.insertCharacter(10+i, fmt.Sprint("new-", i), fmt.Sprint("New ", i), category, i != 4))
		}
		b.announceAll(list...)
		b.wantUnreadMessages(ada.UserID, "New 0 has joined Scientists.")
		b.wantUnreadMessages(bo.UserID, "New 1 and 1 more have joined Arts & Letters.")
		if n := b.unreadRowsOf(bo.UserID)[0]; n.actionURL != "/characters?categories=Arts+%26+Letters" || n.title != "New characters" {
			t.Errorf("got %+v", n)
		}
	})
}

func TestNoBroadcastWithoutFollowers(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.announceAll(firstCharacters...)
		if n := b.selectNumber(`SELECT count(*) FROM notice_broadcasts`); n != 0 {
			t.Errorf("%d broadcasts", n)
		}
		if n := b.selectNumber(`SELECT count(*) FROM announced_characters`); n != 3 {
			t.Errorf("%d characters are remembered, want 3", n)
		}
	})
}

// A user who has switched character updates off gets no notice, others do.
// rule settings-notices
func TestSwitchedOffCharacterUpdatesStayAway(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		for _, actor := range []core.Actor{ada, bo, cy} {
			b.followCharacter(actor, 1)
		}
		b.setSettings(ada.UserID, "character_updates = FALSE")
		b.setSettings(bo.UserID, "interactions = FALSE, newsletter = FALSE")
		b.announceAll(b.insertCharacter(4, "botanist", "Botanist", "Scientists", true))
		b.wantUnreadMessages(ada.UserID)
		b.wantUnreadMessages(bo.UserID, "Botanist has joined Scientists.")
		b.wantUnreadMessages(cy.UserID, "Botanist has joined Scientists.")
	})
}

// SQLite reads the followers in index order, without sorting.
func TestFollowersAreReadWithoutSorting(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	plan := queryPlan(t, db, followersQuery, "", 10, "Artists")
	if strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "SCAN") {
		t.Errorf("the plan is\n%s", plan)
	}
}

// queryPlan returns the query plan of SQLite for a query, one step a line.
func queryPlan(t *testing.T, db *storage.DB, query string, args ...any) string {
	t.Helper()
	plan, err := storage.QueryAll(t.Context(), db.Reader(), func(r storage.Row) (string, error) {
		var a, b, c any
		var step string
		return step, r.Scan(&a, &b, &c, &step)
	}, `EXPLAIN QUERY PLAN `+query, args...)
	if err != nil || len(plan) == 0 {
		t.Fatal(plan, err)
	}
	return strings.Join(plan, "\n")
}
