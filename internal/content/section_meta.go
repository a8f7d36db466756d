package content

import (
	"encoding/json"
	"maps"
	"slices"
	"time"
)

// SectionMeta is the meta_data of a section in responses. A list is nil if the stored
// meta_data does not have it.
type SectionMeta[C, K any] struct {
	_          struct{}         `additionalProperties:"true"`
	Characters []C              `json:"characters,omitempty" nullable:"false"`
	Items      []SectionItem[C] `json:"items,omitempty" nullable:"false" doc:"Tiles that open a character, or questions"`
	Categories []K              `json:"categories,omitempty" nullable:"false"`

	storedFields map[string]any
}

// SectionItem is one item of a section: a tile that opens its Character, or a
// question, which has no Character.
type SectionItem[C any] struct {
	_         struct{}   `additionalProperties:"true"`
	Character *C         `json:"character,omitempty"`
	ID        string     `json:"id,omitempty"`
	Slug      string     `json:"slug,omitempty"`
	IsFree    bool       `json:"is_free,omitempty"`
	IsLocked  bool       `json:"is_locked,omitempty"`
	ExpiryAt  *time.Time `json:"expiry_at,omitempty" nullable:"true"`

	storedFields map[string]any
}

// MarshalJSON writes the stored meta_data. It replaces the stored characters, items and
// categories by Characters, Items and Categories.
func (m SectionMeta[C, K]) MarshalJSON() ([]byte, error) {
	out := nonNilMap(maps.Clone(m.storedFields))
	if m.Characters != nil {
		out["characters"] = m.Characters
	}
	if m.Items != nil {
		out["items"] = m.Items
	}
	if m.Categories != nil {
		out["categories"] = m.Categories
	}
	return json.Marshal(out)
}

// MarshalJSON writes the stored item, with the fields of its character added.
func (i SectionItem[C]) MarshalJSON() ([]byte, error) {
	out := nonNilMap(maps.Clone(i.storedFields))
	if i.Character != nil {
		out["character"], out["id"], out["slug"], out["is_free"], out["is_locked"], out["expiry_at"] = i.Character, i.ID, i.Slug, i.IsFree, i.IsLocked, i.ExpiryAt
	}
	return json.Marshal(out)
}

func nonNilMap(values map[string]any) map[string]any {
	if values == nil {
		return map[string]any{}
	}
	return values
}

func newSectionMeta[C, K any](stored map[string]any, stamps map[int]CharacterStamp[C], categories []Category[K]) SectionMeta[C, K] {
	m := SectionMeta[C, K]{storedFields: stored}
	if _, ok := stored["characters"]; ok {
		m.Characters = shownCharacters(intsOf(stored["characters"]), stamps)
	}
	if _, ok := stored["items"]; ok {
		m.Items = shownItems(objectsOf(stored["items"]), stamps)
	}
	if ids, ok := stored["categories"].([]any); ok {
		m.Categories = shownCategories(ids, categories)
	}
	return m
}

func shownCharacters[C any](ids []int, stamps map[int]CharacterStamp[C]) []C {
	charactersJSON := []C{}
	for _, id := range ids {
		if stamp, ok := stamps[id]; ok {
			charactersJSON = append(charactersJSON, stamp.CharacterJSON)
		}
	}
	return charactersJSON
}

// shownItems adds the characters to tiles, and leaves out tiles of hidden characters. A tile
// without a name or picture gets that of its character. Items without a character, such as
// questions, stay as they are. Rule access-hidden-characters.
func shownItems[C any](items []map[string]any, stamps map[int]CharacterStamp[C]) []SectionItem[C] {
	visibleItems := []SectionItem[C]{}
	for _, item := range items {
		id, ok := intOf(item["character_id"])
		if !ok {
			visibleItems = append(visibleItems, SectionItem[C]{storedFields: item})
			continue
		}
		stamp, ok := stamps[id]
		if !ok {
			continue
		}
		if item["name"] == nil {
			item["name"] = stamp.Name
		}
		if item["assert"] == nil {
			item["assert"] = map[string]any{"type": "image", "file": stamp.Picture}
		}
		visibleItems = append(visibleItems, SectionItem[C]{
			Character: &stamp.CharacterJSON, ID: stamp.ID, Slug: stamp.Slug, IsFree: stamp.IsFree, IsLocked: stamp.IsLocked, ExpiryAt: stamp.ExpiryAt, storedFields: item,
		})
	}
	return visibleItems
}

// shownCategories returns the categories with the given ids, in the order of the ids.
// Without ids it returns all categories.
func shownCategories[K any](ids []any, categories []Category[K]) []K {
	categoriesJSON := []K{}
	for _, c := range categories {
		if len(ids) == 0 {
			categoriesJSON = append(categoriesJSON, c.CategoryJSON)
		}
	}
	for _, id := range ids {
		if at := slices.IndexFunc(categories, func(c Category[K]) bool { return c.ID == id }); at >= 0 {
			categoriesJSON = append(categoriesJSON, categories[at].CategoryJSON)
		}
	}
	return categoriesJSON
}
