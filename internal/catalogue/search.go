package catalogue

import (
	"slices"
	"strings"
)

// Ranks of a match, the best first. A name's beginning comes before all else
// (decisions §5).
const (
	rankNameBegins = iota
	rankWordBegins // a later word of the name
	rankInName
	rankElsewhere // category, designation, tags
	rankTypo
	noMatch
)

// rank tells for each position how well it fits a folded query. Every word of
// the query must fit somewhere; the worst of them decides, but for a name that
// begins with it all.
func (x *index) rank(query string) []uint8 {
	worst, of := make([]uint8, len(x.entries)), make([]uint8, len(x.entries))
	for _, word := range distinct(strings.Fields(query)) {
		x.rankWord(word, of)
		left := false
		for i, r := range of {
			worst[i] = max(worst[i], r)
			left = left || worst[i] < noMatch
		}
		if !left {
			break
		}
	}
	x.named(query, func(position int) { worst[position] = rankNameBegins })
	return worst
}

// rankWord ranks every position for one word. The better kinds of match come
// last, over the others.
func (x *index) rankWord(word string, to []uint8) {
	for i := range to {
		to[i] = noMatch
	}
	put := func(l *lexicon, rank uint8) func(i int) {
		return func(i int) {
			for _, position := range l.positions(i) {
				to[position] = rank
			}
		}
	}
	if letters := []rune(word); len(letters) >= minTypo {
		x.name.near(letters, put(&x.name, rankTypo))
		x.other.near(letters, put(&x.other, rankTypo))
	}
	beginning := func(l *lexicon, fn func(i int)) {
		first, last := l.beginning(word)
		for i := first; i < last; i++ {
			fn(i)
		}
	}
	beginning(&x.other, put(&x.other, rankElsewhere))
	x.name.containing(word, put(&x.name, rankInName))
	beginning(&x.name, put(&x.name, rankWordBegins))
}

// distinct leaves out the words that were there before.
func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// minTypo is the shortest word in which a typo is forgiven: below it almost
// everything is one letter away.
const minTypo = 4

// oneEdit tells whether query is a beginning of word, or the whole of it, with
// one letter wrong, missing, extra or two neighbours swapped.
func oneEdit(word, query []rune) bool {
	i := 0
	for i < len(word) && i < len(query) && word[i] == query[i] {
		i++
	}
	if i == len(query) {
		return true
	}
	rest := query[i:]
	var here []rune
	if i < len(word) {
		here = word[i:]
	}
	return begins(drop(here), drop(rest)) || // wrong letter
		begins(here, drop(rest)) || // extra letter
		begins(drop(here), rest) || // missing letter
		len(rest) > 1 && len(here) > 1 && rest[0] == here[1] && rest[1] == here[0] && begins(here[2:], rest[2:])
}

func drop(r []rune) []rune {
	if len(r) == 0 {
		return nil
	}
	return r[1:]
}

func begins(word, part []rune) bool {
	return len(part) <= len(word) && slices.Equal(word[:len(part)], part)
}
