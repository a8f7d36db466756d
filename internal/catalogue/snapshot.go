package catalogue

import (
	"slices"

	"colloquy/internal/catalogue/index"
)

// snapshot is one version of the catalogue in memory. It is immutable.
type snapshot struct {
	catalogueVersion     int64
	index                *index.Index
	categories           []Category // the active categories, in their order
	preloadedPictureURLs []string   // result of Service.PreloadedPictureURLs
	hiddenNames          []hiddenName
}

// newSnapshot returns a snapshot and leaves its field hiddenNames empty. It computes
// CharacterCount, CharacterIDs and ImageURL of the categories, because the table categories has no
// such columns. slugs has the slugs of the characters in x, by character_id.
func newSnapshot(version int64, x *index.Index, categories []Category, slugs map[int]string) *snapshot {
	for i := range categories {
		c := &categories[i]
		ids := x.IDsInCategory(c.Name)
		if len(ids) == 0 {
			continue
		}
		c.CharacterCount, c.ImageURL = len(ids), portraitURL(slugs[ids[0]], "card")
		c.CharacterIDs = slices.Clone(ids[:min(len(ids), maxCategoryIDs)])
	}
	out := &snapshot{catalogueVersion: version, index: x, categories: categories}
	allHits := x.Search(index.Query{})
	if groups := allHits.Groups(index.ByCategory, preloadedPictureCount); len(groups) > 0 {
		for _, hit := range groups[0].BestHits {
			out.preloadedPictureURLs = append(out.preloadedPictureURLs, portraitURL(slugs[allHits.ID(hit)], "card"))
		}
	}
	return out
}
