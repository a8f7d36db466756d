// Package index is the search engine of the catalogue. It is an index in memory of all characters
// that are not hidden. It serves search, facets (category, letter and tag), groups, tags and
// similar characters. It uses no SQL, no HTTP and no clock.
//
// A Builder takes the characters in any order. Build returns an Index, which is immutable and safe
// for concurrent use.
package index

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// Index contains the characters in the order of lists: the featured ones, then by folded name, then
// by ID. A position is the number of a character in this order.
type Index struct {
	entries               []entry
	featuredCount         int     // number of featured IDs given to NewBuilder
	allCharacterPositions []int32 // all positions
	positionsSortedByID   []int32 // all positions, sorted by ID

	// Facets: the exact values, and the characters that have them.
	categories, letters, tags lexicon
	// Lexicons of folded words. names is made from the characters' names, and nonNameWords from their
	// categories, designations and tags. prose is made from their descriptions, without stop words.
	names, nonNameWords, prose lexicon
	soundKeys                  lexicon // sound keys (soundKey) of the words in names

	categoryByName map[string]int // index in categories, by folded name
	categoryOrder  []int          // categoryOrder[i] is the place of category i in the list that Build got
}

// entry is one character. Other parts of the index name an entry by its position in Index.entries.
type entry struct {
	id               int // character_id
	name             string
	featuredIndex    uint8 // index in the featured IDs; for other characters the number of featured IDs
	isFree           bool
	category, letter int32 // indexes in Index.categories and Index.letters

	tagWeight, proseWeight float32 // sums of the weights of its tags and description words
}

// SortKey is the sort key of lists. As JSON it is the content of a cursor.
type SortKey struct {
	Rank          int    `json:"r"`
	FeaturedIndex int    `json:"f"`
	Name          string `json:"n"` // folded
	ID            int    `json:"i"`
}

// Compare returns -1, 0 or 1 for a key before, equal to or after other. Rules
// catalogue-featured, settings-recommendations.
func (k SortKey) Compare(other SortKey) int {
	return cmp.Or(cmp.Compare(k.Rank, other.Rank), cmp.Compare(k.FeaturedIndex, other.FeaturedIndex),
		cmp.Compare(k.Name, other.Name), cmp.Compare(k.ID, other.ID))
}

func (e entry) sortKey(rank int) SortKey { return SortKey{rank, int(e.featuredIndex), e.name, e.id} }

// CharacterCount returns the number of characters in the index.
func (x *Index) CharacterCount() int { return len(x.entries) }

// IDsInCategory returns the IDs of the characters of a category, ascending.
func (x *Index) IDsInCategory(name string) []int {
	n := x.categories.find(name)
	if n < 0 {
		return nil
	}
	ids := x.idsAt(x.categories.positions(n))
	slices.Sort(ids)
	return ids
}

// Tag is a tag, and how many characters have it.
type Tag struct {
	Name           string
	CharacterCount int
}

// Tags returns the most used tags, at most limit, sorted by count and then by name.
func (x *Index) Tags(limit int) []Tag {
	out := make([]Tag, x.tags.size())
	for i := range out {
		out[i] = Tag{x.tags.word(i), len(x.tags.positions(i))}
	}
	slices.SortFunc(out, func(a, b Tag) int {
		return cmp.Or(cmp.Compare(b.CharacterCount, a.CharacterCount), cmp.Compare(a.Name, b.Name))
	})
	return out[:min(len(out), limit)]
}

// HasTag reports whether any character has the tag.
func (x *Index) HasTag(name string) bool { return x.tags.find(name) >= 0 }

// idsAt returns the IDs of the characters at positions.
func (x *Index) idsAt(positions []int32) []int {
	out := make([]int, len(positions))
	for i, position := range positions {
		out[i] = x.entries[position].id
	}
	return out
}

// visitNames calls visit with the position of each character whose name starts with prefix. It
// scans the featured characters. The others are sorted by name, so binary search finds them.
func (x *Index) visitNames(prefix string, visit func(position int)) {
	first := sort.Search(len(x.entries), func(i int) bool { return int(x.entries[i].featuredIndex) == x.featuredCount })
	for i := range first {
		if strings.HasPrefix(x.entries[i].name, prefix) {
			visit(i)
		}
	}
	restEntries := x.entries[first:]
	from := sort.Search(len(restEntries), func(i int) bool { return restEntries[i].name >= prefix })
	for i := from; i < len(restEntries) && strings.HasPrefix(restEntries[i].name, prefix); i++ {
		visit(first + i)
	}
}
