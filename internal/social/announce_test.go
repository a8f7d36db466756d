package social

import (
	"fmt"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func (b *harness) insertCharacters() {
	b.t.Helper()
	for _, c := range b.characters.list {
		b.character(c)
	}
}

// character inserts a character.
func (b *harness) character(c Character) core.Persona {
	b.t.Helper()
	b.exec(`INSERT INTO characters (id, character_id, slug, name, category, letter, designation, description, tags, search_key, persona, is_free, is_active, created_at, updated_at)
		VALUES ($1, $2, $1, $3, $4, 'X', '', '', '[]', '', '{}', TRUE, $5, 0, 0)`, c.Slug, c.CharacterID, c.Name, c.Category, !c.Hidden)
	return core.Persona{CharacterID: c.CharacterID, Slug: c.Slug, Name: c.Name, Category: c.Category}
}

// announceAll announces characters and runs the jobs.
func (b *harness) announceAll(list ...core.Persona) {
	b.t.Helper()
	if err := b.AnnounceNew(b.t.Context(), list); err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.queue.RunDue(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
	if n := b.number(`SELECT count(*) FROM jobs WHERE last_error <> ''`); n != 0 {
		b.t.Errorf("%d jobs failed", n)
	}
}

func (b *harness) follow(actor core.Actor, ref string) {
	b.t.Helper()
	if _, err := b.Follow(b.t.Context(), actor, ref, truePtr()); err != nil {
		b.t.Fatal(err)
	}
}

// rule notifications-new-character
func TestFollowersAreNotifiedOfNewCharacters(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.insertCharacters()
		old := []core.Persona{{CharacterID: 1}, {CharacterID: 2}, {CharacterID: 3}}
		b.announceAll(old...)
		b.follow(ada, keeper)
		b.follow(bo, keeper)
		b.follow(bo, baker)
		b.announceAll(old...)
		b.wantNotices(ada.UserID)

		fellow := b.character(Character{CharacterID: 4, Slug: "botanist", Name: "Botanist", Category: "Scientists"})
		b.announceAll(append(old, fellow)...)
		b.wantNotices(ada.UserID, "Botanist has joined Scientists.")
		b.wantNotices(bo.UserID, "Botanist has joined Scientists.")
		b.wantNotices(cy.UserID)
		if n := b.noticesOf(ada.UserID)[0]; n.actionURL != "/character/profile/botanist" || n.kind != "feature" || n.actorID != "" {
			t.Errorf("got %+v", n)
		}
		b.announceAll(append(old, fellow)...)
		b.wantNotices(ada.UserID, "Botanist has joined Scientists.")
	})
}

// New characters of a category share one notice, without the hidden ones.
// rule notifications-new-character
func TestManyNewCharactersAreOneNotice(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.insertCharacters()
		b.follow(ada, keeper)
		b.follow(bo, baker)
		b.exec(`UPDATE characters SET category = 'Arts & Letters' WHERE slug = 'baker'`)
		var list []core.Persona
		for i, category := range []string{"Scientists", "Arts & Letters", "Rulers", "Arts & Letters", "Arts & Letters"} {
			list = append(list, b.character(Character{CharacterID: 10 + i, Slug: fmt.Sprint("new-", i), Name: fmt.Sprint("New ", i), Category: category, Hidden: i == 4}))
		}
		list = append(list, core.Persona{CharacterID: 99}) // deleted before the job runs
		b.announceAll(list...)
		b.wantNotices(ada.UserID, "New 0 has joined Scientists.")
		b.wantNotices(bo.UserID, "New 1 and 1 more have joined Arts & Letters.")
		if n := b.noticesOf(bo.UserID)[0]; n.actionURL != "/characters?categories=Arts+%26+Letters" || n.title != "New characters" {
			t.Errorf("got %+v", n)
		}
	})
}

// A second run of the job notifies only followers that the first run did not.
func TestJobContinuesWhereItStopped(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.insertCharacters()
		const many = 2*noticesPerTx + 5
		for i := range many {
			b.exec(`INSERT INTO character_follows (user_id, character_id, created_at) VALUES ($1, 1, 0)`, fmt.Sprintf("fan-%04d", i))
		}
		p := b.character(Character{CharacterID: 4, Slug: "botanist", Name: "Botanist", Category: "Scientists"})
		if err := b.AnnounceNew(t.Context(), []core.Persona{p}); err != nil {
			t.Fatal(err)
		}
		var payload string
		if err := b.deps.DB.Reader().QueryRowContext(t.Context(), `SELECT payload FROM jobs WHERE kind = $1`, newCharactersJob).Scan(&payload); err != nil {
			t.Fatal(err)
		}
		for _, gone := range []string{"none", "fan-0003", "fan-0399"} {
			if err := b.announce(t.Context(), []byte(payload)); err != nil {
				t.Fatal(err)
			}
			if n := b.number(`SELECT count(*) FROM notifications`); n != many || b.number(`SELECT count(DISTINCT user_id) FROM notifications`) != many {
				t.Errorf("%d notices for %d followers", n, many)
			}
			b.exec(`DELETE FROM notifications WHERE user_id = $1`, strings.Replace(gone, "none", "fan-0001", 1))
		}
		if err := b.announce(t.Context(), []byte("{")); err == nil {
			t.Error("a broken payload is no error")
		}
	})
}

func TestNoJobWithoutFollowers(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.insertCharacters()
		if err := b.AnnounceNew(t.Context(), []core.Persona{{CharacterID: 1}, {CharacterID: 2}}); err != nil {
			t.Fatal(err)
		}
		if n := b.number(`SELECT count(*) FROM jobs`); n != 0 {
			t.Errorf("%d jobs", n)
		}
		if n := b.number(`SELECT count(*) FROM announced_characters`); n != 2 {
			t.Errorf("%d characters are remembered, want 2", n)
		}
	})
}

// SQLite reads the followers in index order, without sorting.
func TestFollowersAreReadWithoutSorting(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	plan, err := storage.All(t.Context(), db.Reader(), func(r storage.Row) (string, error) {
		var a, b, c any
		var step string
		return step, r.Scan(&a, &b, &c, &step)
	}, `EXPLAIN QUERY PLAN `+followersQuery, "Artists", "", "batch", 10)
	if err != nil || len(plan) == 0 {
		t.Fatal(plan, err)
	}
	if text := strings.Join(plan, "\n"); strings.Contains(text, "TEMP B-TREE") || strings.Contains(text, "SCAN") {
		t.Errorf("the plan is\n%s", text)
	}
}

// A user who has switched character updates off gets no notice, others do.
// rule settings-notices
func TestSwitchedOffCharacterUpdates(t *testing.T) {
	eachHarness(t, func(t *testing.T, b *harness) {
		b.insertCharacters()
		for _, actor := range []core.Actor{ada, bo, cy} {
			b.follow(actor, keeper)
			b.exec(`INSERT INTO users (id, email, email_key, username, password_hash, created_at, updated_at) VALUES ($1, $1, $1, $1, '', 0, 0)`, actor.UserID)
		}
		b.exec(`INSERT INTO user_settings (user_id, character_updates, interactions, updated_at) VALUES ($1, FALSE, TRUE, 0), ($2, TRUE, FALSE, 0)`, ada.UserID, bo.UserID)
		b.announceAll(b.character(Character{CharacterID: 4, Slug: "botanist", Name: "Botanist", Category: "Scientists"}))
		b.wantNotices(ada.UserID)
		b.wantNotices(bo.UserID, "Botanist has joined Scientists.")
		b.wantNotices(cy.UserID, "Botanist has joined Scientists.")
	})
}
