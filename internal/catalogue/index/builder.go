package index

import (
	"math"
	"slices"
	"strings"
)

// Character has the fields of a character that the index uses.
type Character struct {
	ID          int // character_id
	Category    string
	FirstLetter string // the first letter that characters are grouped by
	SearchKey   string // result of SearchKey
	Tags        []string
	Description string
	IsFree      bool
}

// Builder collects the characters of an Index, in any order.
type Builder struct {
	featuredIDs []int
	entries     []entry

	categories, letters, tags, names, soundKeys, nonNameWords, prose *lexiconBuilder // Build makes a field of Index from each builder: Index.tags from tags, and so on
}

// NewBuilder returns a Builder. featured are the IDs of the characters that come
// first in every list, in their order; at most 255.
func NewBuilder(featured []int) *Builder {
	lexicon := newLexiconBuilder
	return &Builder{
		featuredIDs: featured, categories: lexicon(), letters: lexicon(), tags: lexicon(),
		names: lexicon(), soundKeys: lexicon(), nonNameWords: lexicon(), prose: lexicon(),
	}
}

// Add adds a character. It copies the strings that it stores: a part of a larger string would keep
// the whole string in memory.
func (b *Builder) Add(c Character) {
	key := parseSearchKey(c.SearchKey)
	featuredIndex := slices.Index(b.featuredIDs, c.ID)
	if featuredIndex < 0 {
		featuredIndex = len(b.featuredIDs)
	}
	b.entries = append(b.entries, entry{id: c.ID, name: strings.Clone(key.name), featuredIndex: uint8(featuredIndex), isFree: c.IsFree})
	b.categories.add(c.Category)
	b.letters.add(c.FirstLetter)
	b.tags.add(c.Tags...)
	b.names.add(key.nameWords...)
	b.soundKeys.add(soundKeys(key.nameWords)...)
	b.nonNameWords.add(key.nonNameWords...)
	b.prose.add(descriptionWords(c.Description)...)
}

// Build returns the index of the added characters. categories are the names of
// categories in the order of their groups; groups of other categories come last.
func (b *Builder) Build(categories []string) *Index {
	order := make([]int32, len(b.entries)) // order[position] is the index in b.entries
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(p, q int32) int { return b.entries[p].sortKey(0).Compare(b.entries[q].sortKey(0)) })
	x := &Index{
		featuredCount: len(b.featuredIDs), entries: make([]entry, len(order)), allCharacterPositions: make([]int32, len(order)),
		categories: b.categories.build(order), letters: b.letters.build(order), tags: b.tags.build(order),
		names: b.names.build(order), soundKeys: b.soundKeys.build(order), nonNameWords: b.nonNameWords.build(order), prose: b.prose.build(order),
	}
	for position, added := range order {
		x.entries[position], x.allCharacterPositions[position] = b.entries[added], int32(position)
	}
	x.sortPositionsByID()
	x.setCategoryAndLetter()
	x.setTagAndProseWeights()
	x.setCategories(categories)
	return x
}

// setCategoryAndLetter sets category and letter of the entries.
func (x *Index) setCategoryAndLetter() {
	for i := range x.categories.size() {
		for _, position := range x.categories.positions(i) {
			x.entries[position].category = int32(i)
		}
	}
	for i := range x.letters.size() {
		for _, position := range x.letters.positions(i) {
			x.entries[position].letter = int32(i)
		}
	}
}

// setTagAndProseWeights sets tagWeight and proseWeight of the entries.
func (x *Index) setTagAndProseWeights() {
	for i := range x.tags.size() {
		w := x.wordWeight(&x.tags, i)
		for _, position := range x.tags.positions(i) {
			x.entries[position].tagWeight += w
		}
	}
	for i := range x.prose.size() {
		if !isProseWord(x.prose.word(i)) {
			continue
		}
		w := x.wordWeight(&x.prose, i)
		for _, position := range x.prose.positions(i) {
			x.entries[position].proseWeight += w
		}
	}
}

// wordWeight returns the inverse document frequency of a word: high for rare words, and 0
// for a word that every character has. Rule profile-similar-score.
func (x *Index) wordWeight(l *lexicon, word int) float32 {
	return float32(math.Log(float64(len(x.entries)) / float64(len(l.positions(word)))))
}

// setCategories sets categoryOrder and categoryByName.
func (x *Index) setCategories(names []string) {
	x.categoryOrder = make([]int, x.categories.size())
	x.categoryByName = make(map[string]int, x.categories.size())
	for i := range x.categoryOrder {
		name := x.categories.word(i)
		x.categoryByName[Fold(name)] = i
		if x.categoryOrder[i] = slices.Index(names, name); x.categoryOrder[i] < 0 {
			x.categoryOrder[i] = len(names)
		}
	}
}
