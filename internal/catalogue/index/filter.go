package index

import (
	"slices"
	"sort"
	"strings"

	"colloquy/internal/core/plain"
)

// FilterMatch is a character that a Filter has found. It has the fields by which lists outside
// the catalogue are sorted and filtered.
type FilterMatch struct {
	Name   string // folded, for sorting
	IsFree bool
}

// Filter selects the characters of a list that is kept elsewhere, such as the favourites
// of a user. It is immutable.
type Filter struct {
	index   *Index
	matches []bool // by position; nil if all match
}

// Filter returns a Filter for a search text. Each word of the text must match the name of a
// character, or start a word of its description. In names it accepts the typos that Search accepts.
// It ignores stop words, and text beyond maxSearchLength or maxQueryWords. An empty text matches
// all characters; a text without letters and digits matches none. Rule favorites-search.
func (x *Index) Filter(search string) Filter {
	if strings.TrimSpace(search) == "" {
		return Filter{index: x}
	}
	out := Filter{x, make([]bool, len(x.entries))}
	words := significantWords(Fold(plain.FirstCharacters(search, maxSearchLength)))
	wordCosts := make([]uint8, len(x.entries))
	for n, word := range words {
		x.setFilterWordCosts(word, wordCosts)
		for position, cost := range wordCosts {
			out.matches[position] = cost < costMissing && (n == 0 || out.matches[position])
		}
	}
	return out
}

// Find returns the match for a character. It returns false if the character does not match or
// is not in the index.
func (f Filter) Find(id int) (FilterMatch, bool) {
	x := f.index
	i, found := sort.Find(len(x.positionsSortedByID), func(i int) int { return id - x.entries[x.positionsSortedByID[i]].id })
	if !found {
		return FilterMatch{}, false
	}
	position := x.positionsSortedByID[i]
	if f.matches != nil && !f.matches[position] {
		return FilterMatch{}, false
	}
	e := &x.entries[position]
	return FilterMatch{e.name, e.isFree}, true
}

// setFilterWordCosts writes to costs[position] how well a word matches the name and the description of
// each character. Two typos count only if the word has no better match.
func (x *Index) setFilterWordCosts(word string, costs []uint8) {
	m := newWordMatcher(costs)
	x.matchName(word, m)
	x.prose.visitPrefix(word, func(i int) { m.lowerCostsOfWordAt(&x.prose, i, costOther) })
	x.matchMisspelt(word, m)
}

// sortPositionsByID sets positionsSortedByID.
func (x *Index) sortPositionsByID() {
	x.positionsSortedByID = slices.Clone(x.allCharacterPositions)
	slices.SortFunc(x.positionsSortedByID, func(p, q int32) int { return x.entries[p].id - x.entries[q].id })
}
