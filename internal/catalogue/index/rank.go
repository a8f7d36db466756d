package index

import (
	"slices"
	"strings"
)

// Costs of a match between a word of the query and a character. The comments say what is true of
// the query's word. If several costs apply, the lowest counts. Rule catalogue-search-forgives.
const (
	costName        = 0  // the word is a word of the name
	costPrefix      = 1  // the word starts a word of the name
	costForeign     = 2  // the word is another language's form of a word of the name
	costOther       = 4  // the word is a word of category, designation or tags
	costSound       = 4  // the word sounds like a word of the name
	costTypo        = 5  // the word is one typo away from a word of the name
	costInside      = 6  // the word is inside a word of the name
	costRelated     = 6  // the word is related to a tag, such as king to monarchy
	costLoosePrefix = 7  // the word starts a word of category, designation or tags, or has one typo and starts a word of the name
	costTwoTypos    = 9  // the word is two typos away from a word of the name
	costMissing     = 16 // the word matches nowhere
)

// Ranks of a match; lower is better. A name that starts with the whole query has the best rank
// (rule catalogue-search-rank). The sum of the costs of the words ranks the other matches.
const (
	rankNamePrefix = 0
	firstSumRank   = 1 // the rank of a match is firstSumRank plus the sum of the costs
	noMatch        = 255
)

// ranks returns the rank of each character, by position. The argument "query" is folded. If no word
// of the query matches a character, the character gets noMatch. For other characters, each word of
// the query that does not match adds costMissing.
func (x *Index) ranks(query string) []uint8 {
	words := significantWords(query)
	sums, wordCosts := make([]uint16, len(x.entries)), make([]uint8, len(x.entries))
	for _, word := range words {
		x.setWordCosts(word, wordCosts)
		for i, cost := range wordCosts {
			sums[i] += uint16(cost)
		}
	}
	ranks := wordCosts
	for i, sum := range sums {
		if ranks[i] = noMatch; sum < uint16(costMissing*len(words)) {
			ranks[i] = uint8(min(firstSumRank+sum, noMatch-1))
		}
	}
	x.visitNames(query, func(position int) { ranks[position] = rankNamePrefix })
	return ranks
}

// wordMatcher collects the costs of one word of a query.
type wordMatcher struct {
	costs    []uint8 // by position
	hasMatch bool    // the word matches somewhere
}

// newWordMatcher returns a wordMatcher that stores its results in costs. It first sets all of them
// to costMissing.
func newWordMatcher(costs []uint8) *wordMatcher {
	for i := range costs {
		costs[i] = costMissing
	}
	return &wordMatcher{costs: costs}
}

// lowerCostsOfWordAt applies a match with the word of l at wordIndex. The cost of each character
// that has this word becomes cost, unless it is lower already.
func (m *wordMatcher) lowerCostsOfWordAt(l *lexicon, wordIndex int, cost uint8) {
	m.hasMatch = true
	for _, position := range l.positions(wordIndex) {
		m.costs[position] = min(m.costs[position], cost)
	}
}

// lowerCostsOfWord is lowerCostsOfWordAt for a word given as text. It does nothing if l does not have the
// word.
func (m *wordMatcher) lowerCostsOfWord(l *lexicon, word string, cost uint8) {
	if i := l.find(word); i >= 0 {
		m.lowerCostsOfWordAt(l, i, cost)
	}
}

// setWordCosts computes for each character of the catalogue the cost of a word. It writes the cost
// of the character at a position to costs[position].
func (x *Index) setWordCosts(word string, costs []uint8) {
	m := newWordMatcher(costs)
	x.matchName(word, m)
	m.lowerCostsOfWord(&x.nonNameWords, word, costOther)
	x.nonNameWords.visitPrefix(word, func(i int) { m.lowerCostsOfWordAt(&x.nonNameWords, i, costLoosePrefix) })
	for _, tag := range relatedTags(word) {
		m.lowerCostsOfWord(&x.nonNameWords, tag, costRelated)
	}
	x.matchMisspelt(word, m)
}

// matchName applies the costs of a word to the characters whose name contains it without
// typos.
func (x *Index) matchName(word string, m *wordMatcher) {
	m.lowerCostsOfWord(&x.names, word, costName)
	x.names.visitPrefix(word, func(i int) { m.lowerCostsOfWordAt(&x.names, i, costPrefix) })
	m.lowerCostsOfWord(&x.names, englishByForeignName[word], costForeign)
	x.names.visitSubstring(word, func(i int) { m.lowerCostsOfWordAt(&x.names, i, costInside) })
}

// matchMisspelt applies the costs of a word to characters whose name sounds like it or is one or
// two typos away. Call it last, because two typos count only if nothing else matches.
func (x *Index) matchMisspelt(word string, m *wordMatcher) {
	key := soundKey(word)
	letters := []rune(key)
	if len(letters) >= lettersForTypo {
		m.lowerCostsOfWord(&x.soundKeys, key, costSound)
		x.soundKeys.visitOneTypo(letters, func(i int, cost uint8) { m.lowerCostsOfWordAt(&x.soundKeys, i, cost) })
	}
	if !m.hasMatch && len(letters) >= lettersForTwoTypos {
		x.soundKeys.visitTwoTypos(letters, func(i int) { m.lowerCostsOfWordAt(&x.soundKeys, i, costTwoTypos) })
	}
}

// maxQueryWords is how many words of a query are used; further words are ignored.
const maxQueryWords = 12

// significantWords returns the distinct words of a query without stop words. If there
// are only stop words, it returns them.
func significantWords(query string) []string {
	queryWords := strings.Fields(query)
	words := sortDistinct(queryWords[:min(len(queryWords), maxQueryWords)])
	wordsWithoutStopWords := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(stopWords, w) })
	if len(wordsWithoutStopWords) == 0 {
		return words
	}
	return wordsWithoutStopWords
}

// sortDistinct sorts words in place and returns them without repetitions.
func sortDistinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}
