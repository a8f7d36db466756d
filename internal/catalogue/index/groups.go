package index

import (
	"cmp"
	"slices"
)

// Grouping is the criterion of Hits.Groups.
type Grouping uint8

// The groupings. Groups by category are in the order given to Build, groups by
// letter are sorted by letter.
const (
	ByCategory Grouping = iota
	ByLetter
)

// GroupKey is the sort key of groups. As JSON it is the content of a cursor.
type GroupKey struct {
	CategoryListIndex int    `json:"o"`
	Name              string `json:"k"`
}

// Compare returns -1, 0 or 1 for a key before, equal to or after other.
func (k GroupKey) Compare(other GroupKey) int {
	return cmp.Or(cmp.Compare(k.CategoryListIndex, other.CategoryListIndex), cmp.Compare(k.Name, other.Name))
}

// Group is the hits of one category or letter.
type Group struct {
	GroupKey
	CharacterCount int
	BestHits       []int // indexes of its best hits in Hits
}

// Groups groups the hits. Each group has at most limit hits in BestHits. Groups without hits
// are left out.
func (h *Hits) Groups(by Grouping, limit int) []Group {
	x := h.index
	facet, valueOf := &x.categories, func(e *entry) int32 { return e.category }
	if by == ByLetter {
		facet, valueOf = &x.letters, func(e *entry) int32 { return e.letter }
	}
	groups := make([]Group, facet.size())
	for i, position := range h.positions {
		g := &groups[valueOf(&x.entries[position])]
		if g.CharacterCount++; g.CharacterCount <= limit {
			g.BestHits = append(g.BestHits, i)
		}
	}
	for i := range groups {
		groups[i].Name = facet.word(i)
		if by == ByCategory {
			groups[i].CategoryListIndex = x.categoryOrder[i]
		}
	}
	groups = slices.DeleteFunc(groups, func(g Group) bool { return g.CharacterCount == 0 })
	slices.SortFunc(groups, func(a, b Group) int { return a.Compare(b.GroupKey) })
	return groups
}
