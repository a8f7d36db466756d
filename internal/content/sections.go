package content

import (
	"context"
	"maps"
	"slices"
)

// Sections returns the parts of the home page in their order, inactive ones
// too, with what they name filled in for a user or visitor. It takes the same
// number of queries however many characters they name.
func (s *Service) Sections(ctx context.Context, userID string) ([]Section, error) {
	list, err := s.store.sections(ctx)
	if err != nil {
		return nil, err
	}
	return list, s.fill(ctx, userID, list)
}

// SectionByKey returns one section, such as footer_categories.
func (s *Service) SectionByKey(ctx context.Context, userID, key string) (Section, error) {
	return s.one(ctx, userID, func(c Section) bool { return c.Key == key })
}

// SectionByID returns one section.
func (s *Service) SectionByID(ctx context.Context, userID string, id int) (Section, error) {
	return s.one(ctx, userID, func(c Section) bool { return c.ID == id })
}

func (s *Service) one(ctx context.Context, userID string, is func(Section) bool) (Section, error) {
	list, err := s.store.sections(ctx)
	if err != nil {
		return Section{}, err
	}
	at := slices.IndexFunc(list, is)
	if at < 0 {
		return Section{}, errNoSection
	}
	err = s.fill(ctx, userID, list[at:at+1])
	return list[at], err
}

// fill puts characters and categories where the sections hold their ids.
func (s *Service) fill(ctx context.Context, userID string, list []Section) error {
	wanted := map[int]bool{}
	for _, section := range list {
		for _, id := range numbers(section.Meta["characters"]) {
			wanted[id] = true
		}
		for _, item := range objects(section.Meta["items"]) {
			if id, ok := number(item["character_id"]); ok {
				wanted[id] = true
			}
		}
	}
	cards, err := s.Characters.Cards(ctx, userID, slices.Sorted(maps.Keys(wanted)))
	if err != nil {
		return err
	}
	categories, err := s.Characters.Categories(ctx)
	if err != nil {
		return err
	}
	for _, section := range list {
		fillCharacters(section.Meta, cards)
		fillItems(section.Meta, cards)
		fillCategories(section.Meta, categories)
	}
	return nil
}

func fillCharacters(meta map[string]any, cards map[int]Card) {
	if _, ok := meta["characters"]; !ok {
		return
	}
	shown := []any{}
	for _, id := range numbers(meta["characters"]) {
		if card, ok := cards[id]; ok {
			shown = append(shown, card.JSON)
		}
	}
	meta["characters"] = shown
}

// fillItems completes tiles that open a character. Items without a character,
// such as questions, stay as they are.
func fillItems(meta map[string]any, cards map[int]Card) {
	if _, ok := meta["items"]; !ok {
		return
	}
	shown := []any{}
	for _, item := range objects(meta["items"]) {
		id, ok := number(item["character_id"])
		if !ok {
			shown = append(shown, item)
			continue
		}
		card, ok := cards[id]
		if !ok {
			continue
		}
		item["id"], item["slug"], item["is_free"], item["is_locked"] = card.ID, card.Slug, card.IsFree, card.IsLocked
		item["character"] = card.JSON
		if item["name"] == nil {
			item["name"] = card.Name
		}
		if item["assert"] == nil {
			item["assert"] = map[string]any{"type": "image", "file": card.Picture}
		}
		shown = append(shown, item)
	}
	meta["items"] = shown
}

// fillCategories puts in the named categories, in the section's order; all of
// them where the section names none.
func fillCategories(meta map[string]any, categories []Category) {
	named, ok := meta["categories"].([]any)
	if !ok {
		return
	}
	shown := []any{}
	for _, c := range categories {
		if len(named) == 0 {
			shown = append(shown, c.JSON)
		}
	}
	for _, id := range named {
		if at := slices.IndexFunc(categories, func(c Category) bool { return c.ID == id }); at >= 0 {
			shown = append(shown, categories[at].JSON)
		}
	}
	meta["categories"] = shown
}

// number reads a whole number as JSON decodes it.
func number(v any) (int, bool) {
	f, ok := v.(float64)
	return int(f), ok
}

func numbers(v any) []int {
	list, _ := v.([]any)
	out := make([]int, 0, len(list))
	for _, one := range list {
		if n, ok := number(one); ok {
			out = append(out, n)
		}
	}
	return out
}

func objects(v any) []map[string]any {
	list, _ := v.([]any)
	out := make([]map[string]any, 0, len(list))
	for _, one := range list {
		if o, ok := one.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}
