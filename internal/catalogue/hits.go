package catalogue

import (
	"slices"
	"sort"
	"strings"
)

// hits are the positions that fit a query, the best first: those of rank r
// stand from starts[r] to before starts[r+1].
type hits struct {
	all    []int32
	starts [noMatch + 1]int
}

// rank is the rank of the hit at i.
func (h hits) rank(i int) int {
	return sort.Search(noMatch, func(r int) bool { return h.starts[r+1] > i })
}

// hits finds what fits a query. Whoever types the name of a category means the
// category. The positions may belong to the index.
func (x *index) hits(q Query) hits {
	within := x.within(q)
	search := fold(firstOf(q.Search, maxSearch))
	switch {
	case search != "":
		if n, is := x.called[search]; is {
			within = x.both(within, x.category.positions(n))
		}
		return sorted(within, x.rank(search))
	case strings.TrimSpace(q.Search) != "":
		return hits{} // nothing of the search text is a letter or digit
	}
	out := hits{all: within}
	for r := 1; r <= noMatch; r++ {
		out.starts[r] = len(within)
	}
	return out
}

// firstOf cuts a text after n characters.
func firstOf(text string, n int) string {
	for i := range text {
		if n--; n < 0 {
			return text[:i]
		}
	}
	return text
}

// within are the positions that have the facets of a query.
func (x *index) within(q Query) []int32 {
	out := x.everyone
	for _, f := range []struct {
		facet *lexicon
		value string
	}{{&x.category, q.Category}, {&x.letter, q.Letter}, {&x.tag, tagName(q.Tag)}} {
		if f.value == "" {
			continue
		}
		i := f.facet.find(f.value)
		if i < 0 {
			return nil
		}
		out = x.both(out, f.facet.positions(i))
	}
	return out
}

// both are the positions in two ascending lists.
func (x *index) both(a, b []int32) []int32 {
	if len(a) == len(x.everyone) {
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

// sorted puts the positions that have a rank in its order.
func sorted(positions []int32, ranks []uint8) hits {
	var counts [noMatch + 1]int
	for _, position := range positions {
		counts[ranks[position]]++
	}
	var out hits
	for r := range noMatch {
		out.starts[r+1] = out.starts[r] + counts[r]
	}
	out.all = make([]int32, out.starts[noMatch])
	next := out.starts
	for _, position := range positions {
		if r := ranks[position]; r < noMatch {
			out.all[next[r]] = position
			next[r]++
		}
	}
	return out
}

// after is the number of the first hit behind a place; nil stands before all.
func (x *index) after(h hits, p *place) int {
	if p == nil || p.Rank < 0 {
		return 0
	}
	if p.Rank >= noMatch {
		return len(h.all)
	}
	first := h.starts[p.Rank]
	same := h.all[first:h.starts[p.Rank+1]]
	return first + sort.Search(len(same), func(i int) bool { return x.entries[same[i]].place(p.Rank).compare(*p) > 0 })
}

// place is where the hit at i stands, for the cursor behind it.
func (x *index) place(h hits, i int) place { return x.entries[h.all[i]].place(h.rank(i)) }

// ids are the character_ids of positions.
func (x *index) ids(positions []int32) []int {
	out := make([]int, len(positions))
	for i, position := range positions {
		out[i] = x.entries[position].id
	}
	return out
}
