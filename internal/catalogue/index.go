package catalogue

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strings"
)

// index is what search, groups, tags and similarity need of every character
// that may be shown. It is built whole and never changes: readers keep the one
// they began with.
type index struct {
	version int64
	entries []entry // in the order of lists: the featured six, then by name

	// Facets: the exact values, and who has them.
	category, letter, tag lexicon
	// Folded words of names; of categories, designations and tags; of descriptions.
	name, other, prose lexicon
	sound              lexicon // words of names as they sound

	called     map[string]int // numbers in the facet of categories, by their folded names
	everyone   []int32        // all positions
	categories []Category     // the active ones, in their order
	order      []int          // of each category of the facet, where its group stands
	opening    []string       // pictures of the first characters of the first group

	cards *cards
}

// entry is one character of the index. Its number in entries is its position.
type entry struct {
	id               int // character_id
	name             string
	featured         uint8 // its place among the featured six, or their number
	category, letter int32 // numbers in the facets
	tags, prose      float32
}

// place is where the character of an entry stands in a list.
func (e entry) place(rank int) place { return place{rank, int(e.featured), e.name, e.id} }

// indexed is what the index takes of a row.
type indexed struct {
	id                             int
	slug, category, letter, folded string
	tags                           []string
	description                    string
}

// indexMaker gathers rows in any order.
type indexMaker struct {
	entries                                          []entry
	slugs                                            []string
	category, letter, tag, name, sound, other, prose *lexiconMaker
}

func newIndexMaker() *indexMaker {
	n := newLexiconMaker
	return &indexMaker{category: n(), letter: n(), tag: n(), name: n(), sound: n(), other: n(), prose: n()}
}

func (m *indexMaker) add(row indexed) {
	key := parseKey(row.folded)
	featured := slices.Index(Featured, row.id)
	if featured < 0 {
		featured = len(Featured)
	}
	m.entries = append(m.entries, entry{id: row.id, name: strings.Clone(key.name), featured: uint8(featured)})
	m.slugs = append(m.slugs, row.slug)
	m.category.add(row.category)
	m.letter.add(row.letter)
	m.tag.add(tagNames(row.tags)...)
	m.name.add(key.words...)
	m.sound.add(sounds(key.words)...)
	m.other.add(key.other...)
	m.prose.add(proseWords(row.description)...)
}

// make builds the index of what was added. categories are the active ones in
// their order, without what follows from their characters.
func (m *indexMaker) make(version int64, categories []Category) *index {
	order := make([]int32, len(m.entries))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return m.entries[a].place(0).compare(m.entries[b].place(0)) })
	x := &index{
		version: version, categories: categories, cards: &cards{byID: map[int]Character{}},
		category: m.category.make(order), letter: m.letter.make(order), tag: m.tag.make(order),
		name: m.name.make(order), sound: m.sound.make(order), other: m.other.make(order), prose: m.prose.make(order),
	}
	x.entries, x.everyone = make([]entry, len(order)), make([]int32, len(order))
	for position, n := range order {
		x.entries[position], x.everyone[position] = m.entries[n], int32(position)
	}
	x.number()
	x.weigh()
	x.called = make(map[string]int, x.category.len())
	for i := range x.category.len() {
		x.called[fold(x.category.word(i))] = i
	}
	slug := func(position int32) string { return m.slugs[order[position]] }
	x.fillCategories(slug)
	x.fillOpening(slug)
	return x
}

// number writes the numbers of the facets into the entries.
func (x *index) number() {
	for i := range x.category.len() {
		for _, position := range x.category.positions(i) {
			x.entries[position].category = int32(i)
		}
	}
	for i := range x.letter.len() {
		for _, position := range x.letter.positions(i) {
			x.entries[position].letter = int32(i)
		}
	}
}

// weigh sums what the tags and the words of each character weigh.
func (x *index) weigh() {
	for i := range x.tag.len() {
		w := x.weight(&x.tag, i)
		for _, position := range x.tag.positions(i) {
			x.entries[position].tags += w
		}
	}
	for i := range x.prose.len() {
		w := x.weight(&x.prose, i)
		for _, position := range x.prose.positions(i) {
			x.entries[position].prose += w
		}
	}
}

// weight is how much a shared word tells: the rarer, the more. What everybody
// has tells nothing.
func (x *index) weight(l *lexicon, word int) float32 {
	return float32(math.Log(float64(len(x.entries)) / float64(len(l.positions(word)))))
}

// fillCategories tells each category how many it has, and who they are.
func (x *index) fillCategories(slug func(position int32) string) {
	x.order = make([]int, x.category.len())
	for i := range x.order {
		x.order[i] = len(x.categories) // those that are in no list of categories come last
	}
	for i := range x.categories {
		c := &x.categories[i]
		n := x.category.find(c.Name)
		if n < 0 {
			continue
		}
		x.order[n] = i
		positions := slices.Clone(x.category.positions(n))
		c.Count = len(positions)
		slices.SortFunc(positions, func(a, b int32) int { return cmp.Compare(x.entries[a].id, x.entries[b].id) })
		c.ImageURL = portrait(slug(positions[0]), "card")
		for _, position := range positions[:min(len(positions), firstOfCategory)] {
			c.CharacterIDs = append(c.CharacterIDs, x.entries[position].id)
		}
	}
}

// fillOpening keeps the pictures with which the groups by category begin.
func (x *index) fillOpening(slug func(position int32) string) {
	everyone := x.hits(Query{})
	groups := x.gather(everyone, ByCategory, firstOfOpening)
	if len(groups) == 0 {
		return
	}
	for _, i := range groups[0].first {
		x.opening = append(x.opening, portrait(slug(everyone.all[i]), "card"))
	}
}

// named returns the positions of the characters whose name begins with part.
func (x *index) named(part string, visit func(position int)) {
	first := sort.Search(len(x.entries), func(i int) bool { return int(x.entries[i].featured) == len(Featured) })
	for i := range first {
		if strings.HasPrefix(x.entries[i].name, part) {
			visit(i)
		}
	}
	rest := x.entries[first:]
	from := sort.Search(len(rest), func(i int) bool { return rest[i].name >= part })
	for i := from; i < len(rest) && strings.HasPrefix(rest[i].name, part); i++ {
		visit(first + i)
	}
}
