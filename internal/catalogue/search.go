package catalogue

import (
	"slices"
	"strings"
)

// What a word of the query costs a character, by where it fits best.
const (
	costName      = 0  // is a word of the name
	costBegins    = 1  // begins a word of the name
	costForeign   = 2  // is a word of the name in another language
	costElsewhere = 4  // is a word of category, designation or tags
	costSound     = 4  // sounds like a word of the name
	costTypo      = 5  // is one typo away from a word of the name
	costInName    = 6  // stands within a word of the name
	costKin       = 6  // means a tag
	costPart      = 7  // begins a word of category, designation or tags, or with a typo one of the name
	costTypos     = 9  // is two typos away from a word of the name
	costMissing   = 16 // fits nowhere
)

// Ranks of a match, the best first. A name's beginning comes before all else
// (decisions §5); behind it the sum of what the words cost counts.
const (
	rankNameBegins = 0
	rankSum        = 1 // of words that cost nothing
	noMatch        = 255
)

// rank tells for each position how well it fits a folded query. A word that
// fits nowhere costs and does not exclude; whoever no word fits is no match.
func (x *index) rank(query string) []uint8 {
	words := tellingWords(query)
	sums, of := make([]uint16, len(x.entries)), make([]uint8, len(x.entries))
	for _, word := range words {
		x.rankWord(word, of)
		for i, cost := range of {
			sums[i] += uint16(cost)
		}
	}
	out := of
	for i, sum := range sums {
		if out[i] = noMatch; sum < uint16(costMissing*len(words)) {
			out[i] = uint8(min(rankSum+sum, noMatch-1))
		}
	}
	x.named(query, func(position int) { out[position] = rankNameBegins })
	return out
}

// rankWord tells what one word costs every position.
func (x *index) rankWord(word string, to []uint8) {
	for i := range to {
		to[i] = costMissing
	}
	found := false
	put := func(l *lexicon, i int, cost uint8) {
		found = true
		for _, position := range l.positions(i) {
			to[position] = min(to[position], cost)
		}
	}
	whole := func(l *lexicon, word string, cost uint8) {
		if i := l.find(word); i >= 0 {
			put(l, i, cost)
		}
	}
	whole(&x.name, word, costName)
	x.name.begun(word, func(i int) { put(&x.name, i, costBegins) })
	whole(&x.name, foreign[word], costForeign)
	x.name.containing(word, func(i int) { put(&x.name, i, costInName) })
	whole(&x.other, word, costElsewhere)
	x.other.begun(word, func(i int) { put(&x.other, i, costPart) })
	for _, tag := range kin(word) {
		whole(&x.other, tag, costKin)
	}
	heard := sound(word)
	letters := []rune(heard)
	if len(letters) >= minTypo {
		whole(&x.sound, heard, costSound)
		x.sound.near(letters, func(i int, cost uint8) { put(&x.sound, i, cost) })
	}
	if !found && len(letters) >= minTypos {
		x.sound.nearby(letters, func(i int) { put(&x.sound, i, costTypos) })
	}
}

// maxWords is how many words of a query are looked at.
const maxWords = 12

// tellingWords are the different words of a query that tell something; all of
// them where none does.
func tellingWords(query string) []string {
	fields := strings.Fields(query)
	words := distinct(fields[:min(len(fields), maxWords)])
	telling := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(small, w) })
	if len(telling) == 0 {
		return words
	}
	return telling
}

// distinct leaves out the words that were there before.
func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}
