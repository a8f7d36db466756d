package catalogue

import (
	"context"
	"testing"
	"time"

	"colloquy/internal/core"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// newSuccessor returns another person with the character_id of p.
func newSuccessor(p core.Persona) core.Persona {
	successor := newPersona(p.CharacterID, "Zenobia", "Rulers")
	successor.ID, successor.Slug, successor.FormerSlugs = "other"+p.ID[5:], "zenobia", []string{p.Slug}
	return successor
}

// insertSQLByCharacterUse are SQL statements. Each inserts a row that makes
// characterIDsUsedByAnyone report character 1.
var insertSQLByCharacterUse = map[string]string{
	"a conversation": `INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ('u_1', 'u', 1, 1, 1)`,
	"a like":         `INSERT INTO character_likes (user_id, character_id, created_at) VALUES ('u', 1, 1)`,
	"a follow":       `INSERT INTO character_follows (user_id, character_id, created_at) VALUES ('u', 1, 1)`,
	"a comment":      `INSERT INTO comments (id, character_id, user_id, body, created_at) VALUES ('c', 1, 'u', 'Good.', 1)`,
	"a purchase": `INSERT INTO purchases (id, user_id, plan_id, plan_name, cycle, description, days, character_id, amount, currency, provider, status, payment_status, created_at, updated_at)
		VALUES ('p', 'u', 1, 'One', 'once', 'One', 30, 1, 100, 'USD', 'sandbox', 'active', 'paid', 1, 1)`,
	"a memory": `INSERT INTO memories (id, user_id, character_id, kind, text, words, message_id, pinned, everywhere, edited, created_at)
		VALUES ('m', 'u', 1, 'fact', 'Has bees.', 'bees', '', FALSE, FALSE, FALSE, 1)`,
	"the only place of a collection": `INSERT INTO collection_lists (id, user_id, name, characters, created_at, updated_at) VALUES ('l', 'u', 'Mine', '[1]', 1, 1)`,
	"the last place of a collection": `INSERT INTO collection_lists (id, user_id, name, characters, created_at, updated_at) VALUES ('l', 'u', 'Mine', '[21,1]', 1, 1)`,
}

// rule seed-person-replaced
func TestAPersonInUseStays(t *testing.T) {
	for use, statement := range insertSQLByCharacterUse {
		t.Run(use, func(t *testing.T) {
			eachEngine(t, func(t *testing.T, b *harness) {
				oldPersona := newPersona(1, "Ada", "Scientists")
				b.loadPersonas(oldPersona)
				b.execSQL(statement)
				for range 2 {
					if counts := b.loadPersonas(newSuccessor(oldPersona)); counts != (LoadCounts{KeptCount: 1}) {
						t.Errorf("loaded %+v", counts)
					}
					for _, ref := range []string{oldPersona.Slug, "1", oldPersona.ID} {
						if c, err := b.Find(t.Context(), ref); err != nil || c.ID != oldPersona.ID || c.Name != "Ada" || c.Persona.Name != "Ada" {
							t.Errorf("%s is %+v, %v", ref, c, err)
						}
					}
				}
				if c, err := b.Find(t.Context(), "zenobia"); core.KindOf(err) != core.NotFound {
					t.Errorf("the other is there too: %+v, %v", c, err)
				}
			})
		})
	}
}

// rules seed-person-replaced, catalogue-former-slugs
func TestAnUnusedPersonIsReplacedByItsSuccessor(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		oldPersona, otherPersonas := newPersona(1, "Ada", "Scientists"), []core.Persona{newPersona(11, "Bo", "Artists"), newPersona(21, "Chidi", "Artists")}
		b.loadPersonas(append(otherPersonas, oldPersona)...)
		b.execSQL(`INSERT INTO conversations (id, user_id, character_id, created_at, updated_at) VALUES ('u_11', 'u', 11, 1, 1)`)
		b.execSQL(`INSERT INTO collection_lists (id, user_id, name, characters, created_at, updated_at) VALUES ('l', 'u', 'Mine', '[21,11]', 1, 1)`)
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 1`)
		successor := newSuccessor(oldPersona)
		if counts := b.loadPersonas(append(otherPersonas, successor)...); counts != (LoadCounts{UpdatedCount: 1}) {
			t.Errorf("loaded %+v", counts)
		}
		for _, ref := range []string{oldPersona.Slug, successor.Slug, successor.ID, "1"} {
			if c, err := b.FindShown(t.Context(), ref); err != nil || c.ID != successor.ID || c.Slug != "zenobia" || c.Persona.Name != "Zenobia" {
				t.Errorf("%s is %+v, %v", ref, c, err)
			}
		}
		if _, err := b.Find(t.Context(), oldPersona.ID); core.KindOf(err) != core.NotFound {
			t.Errorf("the id of the old person is found: %v", err)
		}
		if counts := b.loadPersonas(append(otherPersonas, successor)...); counts != (LoadCounts{}) {
			t.Errorf("the same again: %+v", counts)
		}
		b.execSQL(insertSQLByCharacterUse["a conversation"])
		successor.Bio = "I have kept bees for a year."
		if counts := b.loadPersonas(append(otherPersonas, successor)...); counts != (LoadCounts{UpdatedCount: 1}) {
			t.Errorf("a change of the new person in use: %+v", counts)
		}
	})
}

// rule content-edits-stay
func TestAnEditedPersonStays(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		oldPersona := newPersona(1, "Ada", "Scientists")
		b.loadPersonas(oldPersona)
		b.execSQL(`UPDATE characters SET edited_at = 5`)
		if counts := b.loadPersonas(newSuccessor(oldPersona)); counts != (LoadCounts{KeptCount: 1}) {
			t.Errorf("loaded %+v", counts)
		}
	})
}

// TestUseThatBeginsDuringTheLoadKeepsThePerson checks that a load waits for an open transaction
// in which somebody begins to use the person.
// rule seed-person-replaced
func TestUseThatBeginsDuringTheLoadKeepsThePerson(t *testing.T) {
	for use, statement := range insertSQLByCharacterUse {
		t.Run(use, func(t *testing.T) {
			eachEngine(t, func(t *testing.T, b *harness) {
				oldPersona := newPersona(1, "Ada", "Scientists")
				b.loadPersonas(oldPersona)
				if counts := b.loadDuringTransaction(statement, newSuccessor(oldPersona)); counts != (LoadCounts{KeptCount: 1}) {
					t.Errorf("loaded %+v", counts)
				}
			})
		})
	}
}

// loadDuringTransaction begins a load of p while a transaction that has executed a statement is open.
// It fails the test if the load does not wait for the transaction.
func (b *harness) loadDuringTransaction(statement string, p core.Persona) LoadCounts {
	b.t.Helper()
	loadedCounts := make(chan LoadCounts, 1)
	err := b.deps.DB.Write(b.t.Context(), func(tx storage.Querier) error {
		if _, err := tx.ExecContext(b.t.Context(), statement); err != nil {
			return err
		}
		go func() {
			counts, err := b.LoadPersonas(context.WithoutCancel(b.t.Context()), []core.Persona{p})
			if err != nil {
				b.t.Error(err)
			}
			loadedCounts <- counts
		}()
		select {
		case counts := <-loadedCounts:
			b.t.Errorf("the load did not wait: %+v", counts)
			loadedCounts <- counts
		case <-time.After(300 * time.Millisecond):
		}
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return <-loadedCounts
}

// TestAPersonIsKnownByItsID checks that IsSamePerson is false for the id of a person whom a
// load has replaced.
// rule seed-person-replaced
func TestAPersonIsKnownByItsID(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *storage.DB) {
		b, oldPersona := newHarness(t, db), newPersona(1, "Ada", "Scientists")
		b.loadPersonas(oldPersona)
		b.loadPersonas(newSuccessor(oldPersona))
		err := db.Write(t.Context(), func(tx storage.Querier) error {
			for id, want := range map[string]bool{oldPersona.ID: false, newSuccessor(oldPersona).ID: true, "": false} {
				if same, err := b.IsSamePerson(t.Context(), tx, 1, id); same != want || err != nil {
					t.Errorf("%q: %v, %v", id, same, err)
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
}
