package index

import (
	"sort"
	"strings"
)

// lexicon is an immutable inverted index. It has sorted words, and for each word the positions of
// the characters that have it, ascending. The number of a word is its place in the sorted list.
type lexicon struct {
	text       string   // all words, each followed by a line feed
	offsets    []int32  // offset of word i in text; one more for the end
	starts     []int32  // where the positions of word i start in postings; one more for the end
	postings   []int32  // positions of the entries that have word 0, then of those that have word 1, and so on
	letterSets []uint32 // letterSet of each word
}

func (l *lexicon) size() int { return len(l.offsets) - 1 }

func (l *lexicon) word(i int) string { return l.text[l.offsets[i] : l.offsets[i+1]-1] }

// positions returns the positions of word i. The caller must not change them.
func (l *lexicon) positions(i int) []int32 { return l.postings[l.starts[i]:l.starts[i+1]] }

// find returns the number of a word, or -1.
func (l *lexicon) find(word string) int {
	if i := l.lowerBound(word); i < l.size() && l.word(i) == word {
		return i
	}
	return -1
}

// lowerBound returns the number of the first word in l that is not less than the argument "word".
// If there is none, the result is the number of words.
func (l *lexicon) lowerBound(word string) int {
	return sort.Search(l.size(), func(i int) bool { return l.word(i) >= word })
}

// prefixRange returns the range of the numbers of the words that start with prefix. last is
// exclusive.
func (l *lexicon) prefixRange(prefix string) (first, last int) {
	first = l.lowerBound(prefix)
	n := sort.Search(l.size()-first, func(i int) bool { return !strings.HasPrefix(l.word(first+i), prefix) })
	return first, first + n
}

// visitPrefix calls visit with the number of each word that starts with prefix.
func (l *lexicon) visitPrefix(prefix string, visit func(i int)) {
	first, last := l.prefixRange(prefix)
	for i := first; i < last; i++ {
		visit(i)
	}
}

// visitSubstring calls the function visit for each word that contains the argument "part", once for
// a word. The argument of visit is the number of the word.
func (l *lexicon) visitSubstring(part string, visit func(i int)) {
	for from, i := 0, 0; ; from = int(l.offsets[i]) {
		found := strings.Index(l.text[from:], part)
		if found < 0 {
			return
		}
		for int(l.offsets[i+1]) <= from+found {
			i++
		}
		visit(i)
		i++
	}
}
