package distress

import "iter"

// tree holds words of the letters a to z, to be found at the beginning of a text.
type tree struct {
	next [][26]int32
	ends []bool
}

func newTree() *tree { return &tree{next: make([][26]int32, 1), ends: make([]bool, 1)} }

// add takes in a word; one with other letters is left out.
func (t *tree) add(word string) {
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

// words yields the lengths of the words that a text begins with.
func (t *tree) words(text string) iter.Seq[int] {
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
