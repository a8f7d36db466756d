package index

import (
	"slices"
	"sort"
	"strings"

	"colloquy/internal/core/plain"
)

// Query selects characters. Empty fields select all; facets match exactly.
type Query struct {
	Search      string // free text; the part after 100 characters is ignored
	Category    string
	FirstLetter string
	Tag         string
}

// maxSearchLength is how many characters of a search text are used. It bounds the cost of
// one search.
const maxSearchLength = 100

// Hits are the characters that match a query, the best match first.
type Hits struct {
	index     *Index
	positions []int32          // may be shared with the index
	starts    [noMatch + 1]int // the hits of rank r are positions[starts[r]:starts[r+1]]
}

// Search returns the characters that match a query. A search text that is the
// name of a category selects this category. Rule catalogue-search-forgives.
func (x *Index) Search(q Query) *Hits {
	selectedPositions := x.positionsMatchingFacets(q)
	search := Fold(plain.FirstCharacters(q.Search, maxSearchLength))
	switch {
	case search != "":
		if n, is := x.categoryByName[search]; is {
			selectedPositions = x.intersect(selectedPositions, x.categories.positions(n))
		}
		return x.sortByRank(selectedPositions, x.ranks(search))
	case strings.TrimSpace(q.Search) != "": // Search has text, but no letter or digit: nothing matches
		return &Hits{index: x}
	}
	out := &Hits{index: x, positions: selectedPositions}
	for r := 1; r <= noMatch; r++ {
		out.starts[r] = len(selectedPositions)
	}
	return out
}

// positionsMatchingFacets returns the positions of the characters that have the category, letter
// and tag of a query, ascending.
func (x *Index) positionsMatchingFacets(q Query) []int32 {
	out := x.allCharacterPositions
	for _, f := range []struct {
		facet *lexicon
		value string
	}{{&x.categories, q.Category}, {&x.letters, q.FirstLetter}, {&x.tags, q.Tag}} {
		if f.value == "" {
			continue
		}
		i := f.facet.find(f.value)
		if i < 0 {
			return nil
		}
		out = x.intersect(out, f.facet.positions(i))
	}
	return out
}

// intersect returns the positions that are in both ascending lists.
func (x *Index) intersect(a, b []int32) []int32 {
	if len(a) == len(x.allCharacterPositions) {
		return b
	}
	var out []int32
	for _, position := range a {
		at, found := slices.BinarySearch(b, position)
		if b = b[at:]; found {
			out = append(out, position)
		}
	}
	return out
}

// sortByRank sorts positions by their ranks with a counting sort. It drops those with
// the rank noMatch.
func (x *Index) sortByRank(positions []int32, ranks []uint8) *Hits {
	var counts [noMatch + 1]int
	for _, position := range positions {
		counts[ranks[position]]++
	}
	out := &Hits{index: x}
	for r := range noMatch {
		out.starts[r+1] = out.starts[r] + counts[r]
	}
	out.positions = make([]int32, out.starts[noMatch])
	nextIndexByRank := out.starts
	for _, position := range positions {
		if r := ranks[position]; r < noMatch {
			out.positions[nextIndexByRank[r]] = position
			nextIndexByRank[r]++
		}
	}
	return out
}

// Total returns how many characters match.
func (h *Hits) Total() int { return len(h.positions) }

// ID returns the ID of hit i.
func (h *Hits) ID(i int) int { return h.index.entries[h.positions[i]].id }

// IDs returns the IDs of the hits with the indexes first to last-1.
func (h *Hits) IDs(first, last int) []int { return h.index.idsAt(h.positions[first:last]) }

// SortKey returns the sort key of hit i.
func (h *Hits) SortKey(i int) SortKey { return h.index.entries[h.positions[i]].sortKey(h.rankOf(i)) }

// rankOf returns the rank of hit i.
func (h *Hits) rankOf(i int) int {
	return sort.Search(noMatch, func(r int) bool { return h.starts[r+1] > i })
}

// RanksDiffer reports whether some hits match better than others.
func (h *Hits) RanksDiffer() bool {
	return len(h.positions) > 1 && h.rankOf(0) < h.rankOf(len(h.positions)-1)
}

// FirstAfter returns the index of the first hit after a key, or 0 if the key is nil.
func (h *Hits) FirstAfter(key *SortKey) int {
	if key == nil || key.Rank < 0 {
		return 0
	}
	if key.Rank >= noMatch {
		return len(h.positions)
	}
	firstIndex := h.starts[key.Rank]
	sameRankPositions := h.positions[firstIndex:h.starts[key.Rank+1]]
	return firstIndex + sort.Search(len(sameRankPositions), func(i int) bool {
		return h.index.entries[sameRankPositions[i]].sortKey(key.Rank).Compare(*key) > 0
	})
}
