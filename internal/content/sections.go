package content

import (
	"context"
	"maps"
	"slices"
)

// Home answers the sections of the home page and of its footer, with the
// characters and categories that they name. C and K are the shapes in which the
// API answers a character and a category elsewhere.
type Home[C, K any] struct {
	texts      *Service
	characters Characters[C, K]
}

// NewHome joins the sections of a Service with the catalogue.
func NewHome[C, K any](texts *Service, characters Characters[C, K]) *Home[C, K] {
	return &Home[C, K]{texts, characters}
}

// ShownSection is a section as visitors see it.
type ShownSection[C, K any] struct {
	Section
	Meta SectionMeta[C, K]
}

// Sections returns the sections in their order, inactive ones too, with locks for
// a user or visitor. The number of queries does not depend on how many characters
// they name.
func (h *Home[C, K]) Sections(ctx context.Context, userID string) ([]ShownSection[C, K], error) {
	list, err := h.texts.store.sections(ctx)
	if err != nil {
		return nil, err
	}
	return h.show(ctx, userID, list)
}

// SectionByKey returns one section, such as footer_categories.
func (h *Home[C, K]) SectionByKey(ctx context.Context, userID, key string) (ShownSection[C, K], error) {
	return h.find(ctx, userID, func(c Section) bool { return c.Key == key })
}

// SectionByID returns one section.
func (h *Home[C, K]) SectionByID(ctx context.Context, userID string, id int) (ShownSection[C, K], error) {
	return h.find(ctx, userID, func(c Section) bool { return c.ID == id })
}

func (h *Home[C, K]) find(ctx context.Context, userID string, matches func(Section) bool) (ShownSection[C, K], error) {
	list, err := h.texts.store.sections(ctx)
	if err != nil {
		return ShownSection[C, K]{}, err
	}
	at := slices.IndexFunc(list, matches)
	if at < 0 {
		return ShownSection[C, K]{}, errNoSection
	}
	shown, err := h.show(ctx, userID, list[at:at+1])
	if err != nil {
		return ShownSection[C, K]{}, err
	}
	return shown[0], nil
}

// show replaces the ids in the sections by characters and categories.
func (h *Home[C, K]) show(ctx context.Context, userID string, list []Section) ([]ShownSection[C, K], error) {
	cards, err := h.characters.Cards(ctx, userID, charactersIn(list))
	if err != nil {
		return nil, err
	}
	categories, err := h.characters.Categories(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]ShownSection[C, K], len(list))
	for i, section := range list {
		out[i] = ShownSection[C, K]{section, newMeta(section.Meta, cards, categories)}
	}
	return out, nil
}

// charactersIn returns the character_ids that sections name, sorted.
func charactersIn(list []Section) []int {
	found := map[int]bool{}
	for _, section := range list {
		for _, id := range numbers(section.Meta["characters"]) {
			found[id] = true
		}
		for _, item := range objects(section.Meta["items"]) {
			if id, ok := number(item["character_id"]); ok {
				found[id] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
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
