package index

import (
	"math/bits"
	"slices"
)

// Search accepts typos in names only: among the many words of categories,
// designations and tags, nearly every query is one letter away from some word. Rules
// catalogue-search-forgives, favorites-search.
const (
	// A word of the query is searched with typos only if it has at least this number of letters.
	// Shorter words are one or two letters away from too many others.
	lettersForTypo                    = 4 // one typo
	lettersForTypoInPart              = 6 // one typo, if the first letter is wrong or the query is the beginning of a word
	lettersForTwoTypos                = 6 // two typos
	lettersForTwoTyposWithFirstLetter = 8 // two typos, one of them in the first letter

	maxWordLength = 40 // letters; longer words must match without typos
)

// visitOneTypo calls visit with the number and cost of each word that is one typo away from query.
// For a long query it also visits words with a prefix one typo away. It may visit a word twice. A
// typo leaves one of the two parts of query unchanged. So only words that start with the first part
// or contain the second are compared.
func (l *lexicon) visitOneTypo(query []rune, visit func(i int, cost uint8)) {
	halfLength := len(query) / 2
	var letters []rune
	compareWord := func(i int) {
		letters = appendLetters(letters[:0], l.word(i), len(query)+2)
		if cost := oneTypoCost(letters, query); cost < costMissing {
			visit(i, cost)
		}
	}
	l.visitPrefix(string(query[:halfLength-1]), compareWord)
	l.visitSubstring(string(query[halfLength:]), compareWord)
}

// oneTypoCost returns costTypo if query is at most one typo away from word. If query is one typo
// away from a prefix of word, it returns costLoosePrefix. Otherwise it returns costMissing. word
// may be cut after len(query)+2 letters.
func oneTypoCost(word, query []rune) uint8 {
	switch {
	case len(query) < lettersForTypoInPart && (len(word) == 0 || word[0] != query[0]):
		return costMissing
	case len(word) <= len(query)+1 && len(query) <= len(word)+1 && editDistance(word, query, 1) <= 1:
		return costTypo
	case len(query) >= lettersForTypoInPart && isOneEditFromPrefix(word[:min(len(word), len(query)+1)], query):
		return costLoosePrefix
	}
	return costMissing
}

// visitTwoTypos calls visit with the number of each word that is at most two typos away from query.
// It skips words that lack more than two letters of query, or have more than two letters that query
// lacks.
func (l *lexicon) visitTwoTypos(query []rune, visit func(i int)) {
	queryLetters := letterSet(string(query))
	var letters []rune
	for i, set := range l.letterSets {
		if bits.OnesCount32(set&^queryLetters) > 2 || bits.OnesCount32(queryLetters&^set) > 2 {
			continue
		}
		if letters = appendLetters(letters[:0], l.word(i), len(query)+3); isWithinTwoTypos(letters, query) {
			visit(i)
		}
	}
}

// letterSet returns the set of the letters of a word as bits. Different letters may
// have the same bit.
func letterSet(word string) (set uint32) {
	for _, r := range word {
		set |= 1 << (r % 32)
	}
	return set
}

// isWithinTwoTypos reports whether query is at most two typos away from word.
func isWithinTwoTypos(word, query []rune) bool {
	if len(word) > len(query)+2 || len(word) < len(query)-2 || len(word) < lettersForTypo {
		return false
	}
	if len(query) < lettersForTwoTyposWithFirstLetter && word[0] != query[0] {
		return false
	}
	return editDistance(word, query, 2) <= 2
}

// editDistance returns the optimal string alignment distance: the number of letters that are wrong,
// missing, extra or swapped with a neighbour. Above limit, or if b has more than maxWordLength
// letters, it returns limit+1. So it computes only a band around the diagonal of the table.
func editDistance(a, b []rune, limit int) int {
	if len(b) > maxWordLength {
		return limit + 1
	}
	var rows [3][maxWordLength + 1]int
	beforeLast, last, row := rows[0][:len(b)+1], rows[1][:len(b)+1], rows[2][:len(b)+1]
	for j := range last {
		last[j] = min(j, limit+1)
	}
	for i := 1; i <= len(a); i++ {
		for j := range row {
			row[j] = limit + 1
		}
		if i <= limit {
			row[0] = i
		}
		for j := max(1, i-limit); j <= min(len(b), i+limit); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			n := min(last[j-1]+cost, last[j]+1, row[j-1]+1, limit+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				n = min(n, beforeLast[j-2]+1)
			}
			row[j] = n
		}
		beforeLast, last, row = last, row, beforeLast
	}
	return last[len(b)]
}

// isOneEditFromPrefix reports whether query, with at most one letter wrong, missing, extra or
// swapped with a neighbour, is a prefix of word.
func isOneEditFromPrefix(word, query []rune) bool {
	i := 0
	for i < len(word) && i < len(query) && word[i] == query[i] {
		i++
	}
	if i == len(query) {
		return true
	}
	queryRest, wordRest := query[i:], word[i:]
	return hasPrefix(dropFirstRune(wordRest), dropFirstRune(queryRest)) || // wrong letter
		hasPrefix(wordRest, dropFirstRune(queryRest)) || // extra letter
		hasPrefix(dropFirstRune(wordRest), queryRest) || // missing letter
		len(queryRest) > 1 && len(wordRest) > 1 && queryRest[0] == wordRest[1] && queryRest[1] == wordRest[0] &&
			hasPrefix(wordRest[2:], queryRest[2:]) // swapped letters
}

func dropFirstRune(r []rune) []rune {
	if len(r) == 0 {
		return nil
	}
	return r[1:]
}

func hasPrefix(word, prefix []rune) bool {
	return len(prefix) <= len(word) && slices.Equal(word[:len(prefix)], prefix)
}

// appendLetters appends the first n letters of a word.
func appendLetters(to []rune, word string, n int) []rune {
	for _, r := range word {
		if len(to) == n {
			break
		}
		to = append(to, r)
	}
	return to
}
