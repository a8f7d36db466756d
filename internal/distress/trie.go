package distress

import "iter"

// trie is a set of words of the letters a to z. It finds the words that are prefixes of
// a text.
type trie struct {
	children  [][26]int32
	isWordEnd []bool
}

func newTrie() *trie { return &trie{children: make([][26]int32, 1), isWordEnd: make([]bool, 1)} }

// add adds a word. If the word has a letter other than a to z, add does nothing.
func (t *trie) add(word string) {
	at := int32(0)
	for i := range len(word) {
		c := word[i] - 'a'
		if c >= 26 {
			return
		}
		if t.children[at][c] == 0 {
			t.children[at][c] = int32(len(t.children))
			t.children, t.isWordEnd = append(t.children, [26]int32{}), append(t.isWordEnd, false)
		}
		at = t.children[at][c]
	}
	t.isWordEnd[at] = true
}

// prefixLengths yields the lengths of the words that are prefixes of a text.
func (t *trie) prefixLengths(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		at := int32(0)
		for i := range len(text) {
			c := text[i] - 'a'
			if c >= 26 {
				return
			}
			if at = t.children[at][c]; at == 0 {
				return
			}
			if t.isWordEnd[at] && !yield(i+1) {
				return
			}
		}
	}
}
