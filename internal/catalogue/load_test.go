package catalogue

import (
	"slices"
	"testing"
	"time"

	"colloquy/internal/core"
)

func TestLoadCountsAddedAndUpdatedPersonas(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		list := manyPersonas(5)
		if done := b.loadPersonas(list...); done != (LoadCounts{AddedCount: 5}) {
			t.Errorf("first load: %+v", done)
		}
		oldCharacter, err := b.Find(t.Context(), "1")
		if err != nil {
			t.Fatal(err)
		}
		if done := b.loadPersonas(list...); done != (LoadCounts{}) {
			t.Errorf("the same again: %+v", done)
		}
		list[0].Name, list[0].Tags, list[0].Greeting = "Zenobia", []string{"desert"}, "Who comes?"
		if done := b.loadPersonas(list...); done != (LoadCounts{UpdatedCount: 1}) {
			t.Errorf("with one changed: %+v", done)
		}
		newCharacter, err := b.Find(t.Context(), "1")
		if err != nil {
			t.Fatal(err)
		}
		if newCharacter.Name != "Zenobia" || newCharacter.Tags[0] != "desert" || newCharacter.Persona.Greeting != "Who comes?" {
			t.Errorf("updated to %+v", newCharacter)
		}
		if !newCharacter.CreatedAt.Equal(oldCharacter.CreatedAt) || !newCharacter.UpdatedAt.After(oldCharacter.UpdatedAt) {
			t.Errorf("made %v, changed %v; before %v, %v", newCharacter.CreatedAt, newCharacter.UpdatedAt, oldCharacter.CreatedAt, oldCharacter.UpdatedAt)
		}
		if got := namesOf(b.getList(Query{Search: "zenobia"})); !slices.Equal(got, []string{"Zenobia"}) {
			t.Errorf("the new name is found as %v", got)
		}
	})
}

// rule content-edits-stay
func TestLoadDoesNotOverwriteEditedPersonas(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		list := manyPersonas(2)
		b.loadPersonas(list...)
		b.execSQL(`UPDATE characters SET designation = 'Edited', edited_at = 5 WHERE character_id = 1`)
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 2`)
		list[0].Designation, list[1].Designation = "From the seed", "From the seed"
		if done := b.loadPersonas(list...); done != (LoadCounts{UpdatedCount: 1, KeptCount: 1}) {
			t.Errorf("loaded %+v", done)
		}
		editedCharacter, err := b.Find(t.Context(), "1")
		if err != nil || editedCharacter.Designation != "Edited" {
			t.Errorf("the edited one became %q (%v)", editedCharacter.Designation, err)
		}
		hiddenCharacter, err := b.Find(t.Context(), "2")
		if err != nil || hiddenCharacter.Designation != "From the seed" || hiddenCharacter.IsActive {
			t.Errorf("the hidden one became %q, active %v (%v)", hiddenCharacter.Designation, hiddenCharacter.IsActive, err)
		}
	})
}

func TestLoadIsAllOrNothing(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		list := manyPersonas(3)
		list[2].Slug = list[0].Slug
		if _, err := b.LoadPersonas(t.Context(), list); err == nil {
			t.Fatal("a slug was given twice")
		}
		if got := b.getList(Query{}); got.Total != 0 {
			t.Errorf("%d characters of a broken seed are there", got.Total)
		}
	})
}

func TestLoadOfTheWholeSeedIsQuick(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		list := manyPersonas(287)
		start := time.Now()
		b.loadPersonas(list...)
		if elapsed := time.Since(start); elapsed > 2*time.Second {
			t.Errorf("loading 287 personas took %v, want under 2 s", elapsed)
		}
	})
}

// rule api-character-reference
func TestFindByIDSlugAndNumber(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(newPersona(20, "Ada", "Scientists"), newPersona(21, "Bo", "Artists"))
		b.execSQL(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 21`)
		for _, ref := range []string{"20", "slug-20", "code000020"} {
			if c, err := b.Find(t.Context(), ref); err != nil || c.CharacterID != 20 || c.Persona == nil || c.Persona.Bio == "" {
				t.Errorf("%q found %+v, %v", ref, c, err)
			}
		}
		if c, err := b.Find(t.Context(), "slug-21"); err != nil || !c.IsHidden() {
			t.Errorf("a hidden one: %+v, %v", c, err)
		}
		if _, err := b.FindShown(t.Context(), "slug-21"); core.KindOf(err) != core.NotFound {
			t.Errorf("a hidden one is shown: %v", err)
		}
		for _, ref := range strangeTexts {
			if c, err := b.Find(t.Context(), ref); core.KindOf(err) != core.NotFound || err == nil {
				t.Errorf("%.40q found %+v, %v", ref, c, err)
			}
		}
	})
}

func TestFindReturnsEditedPersonas(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(newPersona(20, "Ada", "Scientists"))
		otherService := New(b.deps) // another process on the same database
		for _, bio := range []string{"One life.", "Another life."} {
			b.execSQL(`UPDATE characters SET persona = $1`, `{"name":"Ada","bio":"`+bio+`"}`)
			for _, s := range []*Service{b.Service, otherService} {
				if c, err := s.Find(t.Context(), "20"); err != nil || c.Persona.Bio != bio {
					t.Errorf("the bio is %q, want %q, %v", c.Persona.Bio, bio, err)
				}
			}
		}
	})
}

func TestFindManyLeavesOutUnknownIDs(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(287)...)
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 3`)
		ids := []int{3, 1, 1, -1, 0, 1 << 62, 287, 288}
		got, err := b.FindMany(t.Context(), ids)
		if err != nil || len(got) != 3 || got[3].Persona == nil || !got[3].IsHidden() || got[287].CharacterID != 287 {
			t.Errorf("got %d: %v, %v", len(got), got, err)
		}
		allIDs := make([]int, 1000)
		for i := range allIDs {
			allIDs[i] = i
		}
		if got, err = b.FindMany(t.Context(), allIDs); err != nil || len(got) != 287 {
			t.Errorf("of a thousand ids %d were found, %v", len(got), err)
		}
		if got, err = b.FindMany(t.Context(), nil); err != nil || len(got) != 0 {
			t.Errorf("none asked, %d found, %v", len(got), err)
		}
	})
}
