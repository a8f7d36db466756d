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

// Filter returns a Filter for a search text. A character matches if each word of the text
// matches its name, with the typos that Search accepts, or starts a word of its description.
// Stop words are ignored, and so is the text beyond maxSearchLength or maxQueryWords. An empty
// text matches all; one without letters and digits matches none. Rule favorites-search.
func (x *Index) Filter(search string) Filter {
	if strings.TrimSpace(search) == "" {
		return Filter{index: x}
	}
	out := Filter{x, make([]bool, len(x.entries))}
	words := significantWords(Fold(plain.FirstCharacters(search, maxSearchLength)))
	costs := make([]uint8, len(x.entries))
	for n, word := range words {
		x.setFilterCosts(word, costs)
		for position, cost := range costs {
			out.matches[position] = cost < costMissing && (n == 0 || out.matches[position])
		}
	}
	return out
}

// Find returns the match for a character. It returns false if the character does not match or
// is not in the index.
func (f Filter) Find(id int) (FilterMatch, bool) {
	x := f.index
	i, found := sort.Find(len(x.byID), func(i int) int { return id - x.entries[x.byID[i]].id })
	if !found {
		return FilterMatch{}, false
	}
	position := x.byID[i]
	if f.matches != nil && !f.matches[position] {
		return FilterMatch{}, false
	}
	e := &x.entries[position]
	return FilterMatch{e.name, e.isFree}, true
}

// setFilterCosts computes how well a word matches name and description of each character, and
// writes the cost to costs[position]. Two typos are accepted only if the word matches nothing
// better.
func (x *Index) setFilterCosts(word string, costs []uint8) {
	m := newMatcher(costs)
	x.matchName(word, m)
	x.prose.visitPrefix(word, func(i int) { m.applyCost(&x.prose, i, costOther) })
	x.matchMisspelt(word, m)
}

// setByID sets byID.
func (x *Index) setByID() {
	x.byID = slices.Clone(x.allPositions)
	slices.SortFunc(x.byID, func(p, q int32) int { return x.entries[p].id - x.entries[q].id })
}
