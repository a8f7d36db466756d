package catalogue

import (
	"math/bits"
	"slices"
)

// Typos are forgiven in names alone: in the many words of categories,
// designations and tags something is always a letter away.
const (
	minTypo  = 4 // letters of a word in which one typo is forgiven: below almost everything is one letter away
	minPart  = 6 // from so many letters on, a word with a typo may be the beginning of a longer one, or the typo in its first letter
	minTypos = 6 // letters of a word in which two typos are forgiven
	minFirst = 8 // from so many letters on, one of two typos may be in the first letter

	longestWord = 40 // letters; longer ones have no typos
)

// near calls visit with the number of each word that part is one typo away
// from, or from a beginning of it where part is long, and with what that costs;
// some come twice. A typo in the later half of part leaves the letters before it
// as a beginning, one in the first half leaves the later half somewhere in the
// word: only such words are compared.
func (l *lexicon) near(part []rune, visit func(i int, cost uint8)) {
	half := len(part) / 2
	var letters []rune
	compare := func(i int) {
		letters = firstLetters(letters[:0], l.word(i), len(part)+2)
		if cost := oneTypo(letters, part); cost < costMissing {
			visit(i, cost)
		}
	}
	l.begun(string(part[:half-1]), compare)
	l.containing(string(part[half:]), compare)
}

// oneTypo is what query costs when it is at most one typo away from a word, of
// which the first letters suffice.
func oneTypo(word, query []rune) uint8 {
	switch {
	case len(query) < minPart && (len(word) == 0 || word[0] != query[0]):
		return costMissing
	case len(word) <= len(query)+1 && len(query) <= len(word)+1 && edits(word, query, 1) <= 1:
		return costTypo
	case len(query) >= minPart && oneEdit(word[:min(len(word), len(query)+1)], query):
		return costPart
	}
	return costMissing
}

// nearby calls visit with the number of each word that query is two typos away
// from. Only words that share all but two of their different letters are
// compared.
func (l *lexicon) nearby(query []rune, visit func(i int)) {
	of := letterSet(string(query))
	var letters []rune
	for i, set := range l.sets {
		if bits.OnesCount32(set&^of) > 2 || bits.OnesCount32(of&^set) > 2 {
			continue
		}
		if letters = firstLetters(letters[:0], l.word(i), len(query)+3); twoTypos(letters, query) {
			visit(i)
		}
	}
}

// letterSet is the set of the letters of a word; some letters share a place.
func letterSet(word string) (set uint32) {
	for _, r := range word {
		set |= 1 << (r % 32)
	}
	return set
}

// twoTypos tells whether query is at most two typos away from a word.
func twoTypos(word, query []rune) bool {
	if len(word) > len(query)+2 || len(word) < len(query)-2 || len(word) < minTypo {
		return false
	}
	if len(query) < minFirst && word[0] != query[0] {
		return false
	}
	return edits(word, query, 2) <= 2
}

// edits counts the letters that are wrong, missing, extra or swapped with a
// neighbour between two words, as far as most; more are most and one. Only the
// diagonals that so few edits reach are looked at.
func edits(a, b []rune, most int) int {
	if len(b) > longestWord {
		return most + 1
	}
	var rows [3][longestWord + 1]int
	before, last, row := rows[0][:len(b)+1], rows[1][:len(b)+1], rows[2][:len(b)+1]
	for j := range last {
		last[j] = min(j, most+1)
	}
	for i := 1; i <= len(a); i++ {
		for j := range row {
			row[j] = most + 1
		}
		if i <= most {
			row[0] = i
		}
		for j := max(1, i-most); j <= min(len(b), i+most); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			n := min(last[j-1]+cost, last[j]+1, row[j-1]+1, most+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				n = min(n, before[j-2]+1)
			}
			row[j] = n
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

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

// firstLetters appends at most n letters of a word.
func firstLetters(to []rune, word string, n int) []rune {
	for _, r := range word {
		if len(to) == n {
			break
		}
		to = append(to, r)
	}
	return to
}
