package catalogue

import (
	"slices"
	"testing"
)

func TestAddressesArePagedWithoutHiddenCharacters(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(newPersona(1, "Ann", "Singers"), newPersona(2, "Bea", "Singers"), newPersona(3, "Cid", "Singers"), newPersona(4, "Dan", "Singers"), newPersona(5, "Eve", "Singers"))
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 2`)
		b.execSQL(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 4`)
		if n, err := b.CountShownCharacters(t.Context()); n != 3 || err != nil {
			t.Errorf("%d may be shown, %v", n, err)
		}
		var slugs []string
		for offset := 0; offset < 6; offset += 2 {
			page, err := b.ProfileAddresses(t.Context(), offset, 2)
			if err != nil || len(page) > 2 {
				t.Errorf("the page is %v, %v", page, err)
			}
			for _, a := range page {
				slugs = append(slugs, a.Slug)
				if a.UpdatedAt.IsZero() {
					t.Errorf("%s never changed", a.Slug)
				}
			}
		}
		want := []string{newPersona(1, "Ann", "").Slug, newPersona(3, "Cid", "").Slug, newPersona(5, "Eve", "").Slug}
		if !slices.Equal(slugs, want) {
			t.Errorf("the addresses are %v, want %v", slugs, want)
		}
	})
}
