package distress

import "iter"

// trie is a set of words of the letters a to z. It finds the words that are prefixes of
// a text.
type trie struct {
	next [][26]int32
	ends []bool
}

func newTrie() *trie { return &trie{next: make([][26]int32, 1), ends: make([]bool, 1)} }

// add adds a word. It ignores words with other letters.
func (t *trie) add(word string) {
	at := int32(0)
	for i := range len(word) {
		c := word[i] - 'a'
		if c >= 26 {
			return
		}
		if t.next[at][c] == 0 {
			t.next[at][c] = int32(len(t.next))
			t.next, t.ends = append(t.next, [26]int32{}), append(t.ends, false)
		}
		at = t.next[at][c]
	}
	t.ends[at] = true
}

// prefixes yields the lengths of the words that are prefixes of a text.
func (t *trie) prefixes(text string) iter.Seq[int] {
	return func(yield func(int) bool) {
		at := int32(0)
		for i := range len(text) {
			c := text[i] - 'a'
			if c >= 26 {
				return
			}
			if at = t.next[at][c]; at == 0 {
				return
			}
			if t.ends[at] && !yield(i+1) {
				return
			}
		}
	}
}
