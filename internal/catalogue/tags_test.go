package catalogue

import (
	"fmt"
	"slices"
	"testing"

	"colloquy/internal/catalogue/index"
	"colloquy/internal/core"
)

func (b *harness) getTags() []index.Tag {
	b.t.Helper()
	list, err := b.Tags(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func TestTagsCountShownCharacters(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		if list := b.getTags(); len(list) != 0 {
			t.Errorf("an empty catalogue has the tags %v", list)
		}
		b.loadPersonas(newPersona(1, "Ann", "Singers", "sea", "wit"), newPersona(2, "Bea", "Singers", "wit", "art", "wit"), newPersona(3, "Cid", "Singers", "wit", "moon"))
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 3`)
		if list := b.getTags(); !slices.Equal(list, []index.Tag{{Name: "wit", CharacterCount: 2}, {Name: "art", CharacterCount: 1}, {Name: "sea", CharacterCount: 1}}) {
			t.Errorf("the tags are %v", list)
		}
		for typed, want := range map[string]string{"wit": "wit", " SEA ": "sea", "Wit": "wit", "moon": "", "": "", "wi": "", "zebra": ""} {
			if name, err := b.FindTag(t.Context(), typed); err != nil || name != want {
				t.Errorf("%q is %q, %v", typed, name, err)
			}
		}
	})
}

// rule catalogue-tag-page
func TestTagsIgnoreCase(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(newPersona(1, "Ann", "Singers", "Poetry", "École"), newPersona(2, "Bea", "Singers", "poetry", " École"))
		if list := b.getTags(); !slices.Equal(list, []index.Tag{{Name: "poetry", CharacterCount: 2}, {Name: "école", CharacterCount: 2}}) {
			t.Errorf("the tags are %v", list)
		}
		for _, tag := range []string{"poetry", "Poetry", "POETRY", " poetry ", "ÉCOLE"} {
			got := b.getList(Query{Tag: tag})
			if !slices.Equal(namesOf(got), []string{"Ann", "Bea"}) || !slices.Equal(got.Characters[0].Tags, []string{"poetry", "école"}) {
				t.Errorf("%q shows %+v", tag, got.Characters)
			}
		}
	})
}

func TestTagsAreBounded(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		var people []core.Persona
		for i := range MaxListItems + 20 {
			people = append(people, newPersona(i+1, "Ann", "Singers", fmt.Sprintf("tag-%d", i)))
		}
		b.loadPersonas(people...)
		if list := b.getTags(); len(list) != MaxListItems {
			t.Errorf("%d tags are listed", len(list))
		}
	})
}
