package catalogue

import (
	"slices"
	"testing"

	"colloquy/internal/core"
)

var twoCategories = []core.Category{
	{ID: "singers", Name: "Singers", Icon: "music", Description: "They sing."},
	{ID: "rulers", Name: "Rulers", Icon: "crown", Description: "They rule."},
}

func (b *harness) loadCategories(list ...core.Category) {
	b.t.Helper()
	if err := b.LoadCategories(b.t.Context(), list); err != nil {
		b.t.Fatal(err)
	}
}

func (b *harness) getCategories() []Category {
	b.t.Helper()
	list, err := b.Categories(b.t.Context())
	if err != nil {
		b.t.Fatal(err)
	}
	return list
}

func TestCategoriesCountShownCharacters(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.loadPersonas(newPersona(1, "Ann", "Singers"), newPersona(2, "Bea", "Singers"), newPersona(3, "Cid", "Singers"), newPersona(4, "Dee", "Nowhere"))
		b.execSQL(`UPDATE characters SET is_active = FALSE WHERE character_id = 1`)
		list := b.getCategories()
		if len(list) != 2 || list[0].Name != "Singers" || list[1].Name != "Rulers" {
			t.Fatalf("categories: %+v", list)
		}
		singers, rulers := list[0], list[1]
		if singers.CharacterCount != 2 || !slices.Equal(singers.CharacterIDs, []int{2, 3}) || singers.ImageURL != "/portraits/slug-2-card.webp" {
			t.Errorf("singers: %+v", singers)
		}
		if rulers.CharacterCount != 0 || len(rulers.CharacterIDs) != 0 || rulers.ImageURL != "" {
			t.Errorf("rulers: %+v", rulers)
		}
	})
}

func TestACategoryNamesItsFirstTwelve(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		var people []core.Persona
		for n := 1; n <= maxCategoryIDs+3; n++ {
			people = append(people, newPersona(n, "Person", "Singers"))
		}
		b.loadPersonas(people...)
		if c := b.getCategories()[0]; c.CharacterCount != maxCategoryIDs+3 || len(c.CharacterIDs) != maxCategoryIDs || c.CharacterIDs[0] != 1 {
			t.Errorf("%+v", c)
		}
	})
}

func TestLoadingCategoriesKeepsEdits(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		oldCategories := b.getCategories()
		b.loadCategories(twoCategories...)
		if after := b.getCategories(); !after[0].UpdatedAt.Equal(oldCategories[0].UpdatedAt) {
			t.Error("loading the same seed again touched a row")
		}
		b.execSQL(`UPDATE categories SET description = 'Edited.', edited_at = 1 WHERE id = 'singers'`)
		b.loadCategories(
			core.Category{ID: "rulers", Name: "Rulers", Icon: "crown", Description: "They ruled."},
			core.Category{ID: "singers", Name: "Singers", Icon: "mic", Description: "They sang."},
		)
		list := b.getCategories()
		textByID := map[string]string{list[0].ID: list[0].Description, list[1].ID: list[1].Description}
		if textByID["singers"] != "Edited." || textByID["rulers"] != "They ruled." {
			t.Errorf("after loading: %v", textByID)
		}
	})
}

func TestLoadChangesTheOrderOfCategories(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.loadCategories(twoCategories[1], twoCategories[0])
		if list := b.getCategories(); list[0].ID != "rulers" || list[1].ID != "singers" {
			t.Errorf("%+v", list)
		}
	})
}

func TestHiddenCategoriesAreNotListed(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadCategories(twoCategories...)
		b.execSQL(`UPDATE categories SET is_active = FALSE WHERE id = 'rulers'`)
		if list := b.getCategories(); len(list) != 1 || list[0].ID != "singers" {
			t.Errorf("%+v", list)
		}
	})
}

func TestShownCharactersLeaveOutHiddenOnes(t *testing.T) {
	eachEngine(t, func(t *testing.T, b *harness) {
		b.loadPersonas(manyPersonas(5)...)
		b.execSQL(`UPDATE characters SET is_deleted = TRUE WHERE character_id = 2`)
		list, grants, err := b.ShownCharactersWithGrants(t.Context(), "", []int{1, 2, 3, 99})
		if err != nil || len(list) != 2 || len(grants) != 2 || !grants[3].IsLocked {
			t.Errorf("%v, %v, %v", list, grants, err)
		}
	})
}
