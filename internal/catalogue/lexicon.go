package catalogue

import (
	"slices"
	"sort"
	"strings"
)

// lexicon holds words in their order and, for each, where it occurs: the
// positions of characters in the index, ascending. It does not change.
type lexicon struct {
	text   string  // every word, each ended by a line feed
	at     []int32 // where word i begins in text; one more for the end
	starts []int32 // where the positions of word i begin in posts; one more for the end
	posts  []int32
	sets   []uint32 // the letters of each word
}

func (l *lexicon) len() int { return len(l.at) - 1 }

func (l *lexicon) word(i int) string { return l.text[l.at[i] : l.at[i+1]-1] }

// positions are where word i occurs. They belong to the lexicon.
func (l *lexicon) positions(i int) []int32 { return l.posts[l.starts[i]:l.starts[i+1]] }

// find returns the number of a word, or -1.
func (l *lexicon) find(word string) int {
	if i := l.from(word); i < l.len() && l.word(i) == word {
		return i
	}
	return -1
}

// from is the number of the first word that is not before this one.
func (l *lexicon) from(word string) int {
	return sort.Search(l.len(), func(i int) bool { return l.word(i) >= word })
}

// beginning returns the numbers, from first to before last, of the words that
// begin with part.
func (l *lexicon) beginning(part string) (first, last int) {
	first = l.from(part)
	n := sort.Search(l.len()-first, func(i int) bool { return !strings.HasPrefix(l.word(first+i), part) })
	return first, first + n
}

// containing calls visit with the number of each word that part is in, once.
func (l *lexicon) containing(part string, visit func(i int)) {
	for from, i := 0, 0; ; from = int(l.at[i]) {
		found := strings.Index(l.text[from:], part)
		if found < 0 {
			return
		}
		for int(l.at[i+1]) <= from+found {
			i++
		}
		visit(i)
		i++
	}
}

// begun calls visit with the number of each word that begins with part.
func (l *lexicon) begun(part string, visit func(i int)) {
	first, last := l.beginning(part)
	for i := first; i < last; i++ {
		visit(i)
	}
}

// lexiconMaker gathers the words of characters that come in any order.
type lexiconMaker struct {
	number map[string]int32
	words  []string
	flat   []int32 // the numbers of the words, character after character
	ends   []int32 // where those of each character end
}

func newLexiconMaker() *lexiconMaker { return &lexiconMaker{number: map[string]int32{}} }

// add takes the words of the next character.
func (m *lexiconMaker) add(words ...string) {
	for _, w := range words {
		n, known := m.number[w]
		if !known {
			w = strings.Clone(w)
			n = int32(len(m.words))
			m.number[w], m.words = n, append(m.words, w)
		}
		m.flat = append(m.flat, n)
	}
	m.ends = append(m.ends, int32(len(m.flat)))
}

// of are the numbers of the words of the nth character that was added.
func (m *lexiconMaker) of(n int32) []int32 {
	first := int32(0)
	if n > 0 {
		first = m.ends[n-1]
	}
	return m.flat[first:m.ends[n]]
}

// make builds the lexicon. order tells which of the added characters stands at
// each position.
func (m *lexiconMaker) make(order []int32) lexicon {
	sorted := make([]int32, len(m.words)) // place to number
	for i := range sorted {
		sorted[i] = int32(i)
	}
	slices.SortFunc(sorted, func(a, b int32) int { return strings.Compare(m.words[a], m.words[b]) })
	var text strings.Builder
	out := lexicon{at: make([]int32, 0, len(sorted)+1), sets: make([]uint32, 0, len(sorted))}
	place := make([]int32, len(sorted)) // number to place
	for p, n := range sorted {
		place[n] = int32(p)
		out.at = append(out.at, int32(text.Len()))
		text.WriteString(m.words[n])
		out.sets = append(out.sets, letterSet(m.words[n]))
		text.WriteByte('\n')
	}
	out.at, out.text = append(out.at, int32(text.Len())), text.String()
	out.starts, out.posts = m.postings(order, place)
	return out
}

// postings lists for each word, by its place, the positions it occurs at.
func (m *lexiconMaker) postings(order, place []int32) (starts, posts []int32) {
	each := func(fn func(word, position int32)) {
		last := make([]int32, len(place))
		for position, n := range order {
			for _, word := range m.of(n) {
				if last[word] <= int32(position) { // a word counts once for a character
					last[word] = int32(position) + 1
					fn(place[word], int32(position))
				}
			}
		}
	}
	starts = make([]int32, len(place)+1)
	each(func(word, _ int32) { starts[word+1]++ })
	for i := range place {
		starts[i+1] += starts[i]
	}
	posts = make([]int32, starts[len(place)])
	next := slices.Clone(starts)
	each(func(word, position int32) {
		posts[next[word]] = position
		next[word]++
	})
	return starts, posts
}
