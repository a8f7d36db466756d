package catalogue

import (
	"fmt"
	"slices"
	"testing"

	"colloquy/internal/core"
)

func (b *bed) tags() []Tag {
	b.t.Helper()
	list, err := b.Tags(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func TestTagsCountWhoCanBeSeen(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		if list := b.tags(); len(list) != 0 {
			t.Errorf("an empty catalogue has the tags %v", list)
		}
		b.load(person(1, "Ann", "Singers", "sea", "wit"), person(2, "Bea", "Singers", "wit", "art", "wit"), person(3, "Cid", "Singers", "wit", "moon"))
		b.exec(`UPDATE characters SET is_active = FALSE WHERE character_id = 3`)
		if list := b.tags(); !slices.Equal(list, []Tag{{"wit", 2}, {"art", 1}, {"sea", 1}}) {
			t.Errorf("the tags are %v", list)
		}
		for name, want := range map[string]bool{"wit": true, "sea": true, "moon": false, "": false, "wi": false, "zebra": false} {
			if has, err := b.HasTag(t.Context(), name); err != nil || has != want {
				t.Errorf("%q is used: %v, %v", name, has, err)
			}
		}
	})
}

func TestTagsAreBounded(t *testing.T) {
	each(t, func(t *testing.T, b *bed) {
		var people []core.Persona
		for i := range MaxList + 20 {
			people = append(people, person(i+1, "Ann", "Singers", fmt.Sprintf("tag-%d", i)))
		}
		b.load(people...)
		if list := b.tags(); len(list) != MaxList {
			t.Errorf("%d tags are listed", len(list))
		}
	})
}
