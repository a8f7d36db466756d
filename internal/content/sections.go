package content

import (
	"context"
	"maps"
	"slices"
)

// Home returns the sections of the home page and its footer, with characters and categories. C and
// K are the API's types of a character and a category.
type Home[C, K any] struct {
	service    *Service
	characters Characters[C, K]
}

// NewHome returns a Home with the sections of a Service.
func NewHome[C, K any](service *Service, characters Characters[C, K]) *Home[C, K] {
	return &Home[C, K]{service, characters}
}

// ShownSection is a section with the data of its characters and categories.
type ShownSection[C, K any] struct {
	Section
	Meta SectionMeta[C, K]
}

// Sections returns all sections in their order, also inactive ones. IsLocked and ExpiryAt of
// characters apply to the user; an empty userID means a visitor. The number of queries is constant.
func (h *Home[C, K]) Sections(ctx context.Context, userID string) ([]ShownSection[C, K], error) {
	list, err := h.storedSections(ctx)
	if err != nil {
		return nil, err
	}
	return h.resolveIDs(ctx, userID, list)
}

// storedSections returns all sections in their order, with the characters that fillByDay
// adds.
func (h *Home[C, K]) storedSections(ctx context.Context) ([]Section, error) {
	list, err := h.service.store.sections(ctx)
	if err != nil {
		return nil, err
	}
	return list, h.fillByDay(ctx, list)
}

// SectionByKey returns the section with a key, such as footer_categories.
func (h *Home[C, K]) SectionByKey(ctx context.Context, userID, key string) (ShownSection[C, K], error) {
	return h.findSection(ctx, userID, func(c Section) bool { return c.Key == key })
}

// SectionByID returns the section with an id.
func (h *Home[C, K]) SectionByID(ctx context.Context, userID string, id int) (ShownSection[C, K], error) {
	return h.findSection(ctx, userID, func(c Section) bool { return c.ID == id })
}

func (h *Home[C, K]) findSection(ctx context.Context, userID string, matches func(Section) bool) (ShownSection[C, K], error) {
	list, err := h.storedSections(ctx)
	if err != nil {
		return ShownSection[C, K]{}, err
	}
	at := slices.IndexFunc(list, matches)
	if at < 0 {
		return ShownSection[C, K]{}, errNoSection
	}
	shown, err := h.resolveIDs(ctx, userID, list[at:at+1])
	if err != nil {
		return ShownSection[C, K]{}, err
	}
	return shown[0], nil
}

// resolveIDs replaces the ids in sections with the data of characters and categories.
func (h *Home[C, K]) resolveIDs(ctx context.Context, userID string, list []Section) ([]ShownSection[C, K], error) {
	stamps, err := h.characters.Stamps(ctx, userID, characterIDsIn(list))
	if err != nil {
		return nil, err
	}
	categories, err := h.characters.Categories(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]ShownSection[C, K], len(list))
	for i, section := range list {
		out[i] = ShownSection[C, K]{section, newSectionMeta(section.Meta, stamps, categories)}
	}
	return out, nil
}

// characterIDsIn returns the character_ids in the meta_data of sections, sorted.
func characterIDsIn(list []Section) []int {
	foundIDs := map[int]bool{}
	for _, section := range list {
		for _, id := range intsOf(section.Meta["characters"]) {
			foundIDs[id] = true
		}
		for _, item := range objectsOf(section.Meta["items"]) {
			if id, ok := intOf(item["character_id"]); ok {
				foundIDs[id] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(foundIDs))
}

// intOf converts a decoded JSON number to an int.
func intOf(v any) (int, bool) {
	f, ok := v.(float64)
	return int(f), ok
}

func intsOf(v any) []int {
	list, _ := v.([]any)
	out := make([]int, 0, len(list))
	for _, value := range list {
		if n, ok := intOf(value); ok {
			out = append(out, n)
		}
	}
	return out
}

func objectsOf(v any) []map[string]any {
	list, _ := v.([]any)
	out := make([]map[string]any, 0, len(list))
	for _, value := range list {
		if o, ok := value.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}
