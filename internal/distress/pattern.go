package distress

import (
	"errors"
	"math/bits"
	"strings"

	"colloquy/internal/english"
)

// The words that one ~ lets pass, and each that follows it.
const (
	firstGap = 3
	moreGap  = 2
)

// reach is how many words to each side of its anchor a pattern can be.
const reach = 31

// symbol is a word, or the beginning of words, that patterns name.
type symbol uint16

// set is the symbols that fit one place of a pattern.
type set []uint64

func (s set) has(id symbol) bool { return int(id>>6) < len(s) && s[id>>6]&(1<<(id&63)) != 0 }

// place is one word of a pattern.
type place struct {
	words set
	list  []symbol
	gap   int // words that may stand between it and the place before
}

// pattern is words in their order. It is looked for from its anchor, the place
// whose words are in the fewest patterns.
type pattern struct {
	kind     Kind
	language string
	places   []place
	anchor   int
	begins   bool // ^
	ends     bool // $
	notAfter set  // !

}

// patterns are all of them, and where each begins to be looked for.
type patterns struct {
	all      []*pattern
	exact    map[string]symbol
	prefixes map[string][]prefix // by their first three letters
	uses     []int               // by symbol, in how many places
	english  map[symbol]bool     // words of the English file, which are no slips
	at       [][]*pattern        // by symbol of the anchor
	byFirst  map[[2]rune][]letterPattern
	near     map[start][]known // correct words by first letter and size, for those mistyped
	runs     *tree             // English words that are found without spaces between
	single   map[string]symbol // words with their double letters written once
}

type prefix struct {
	text string
	id   symbol
}

func newPatterns() *patterns {
	return &patterns{exact: map[string]symbol{}, english: map[symbol]bool{}, prefixes: map[string][]prefix{}, byFirst: map[[2]rune][]letterPattern{}, near: map[start][]known{}}
}

var errPattern = errors.New("no word to look for")

// add takes in one pattern of words.
func (p *patterns) add(fields []string, kind Kind, language string, names map[string]string) error {
	n, gap := &pattern{kind: kind, language: language}, 0
	for _, f := range fields {
		switch {
		case f == "~" && gap == 0:
			gap = firstGap
		case f == "~":
			gap += moreGap
		case f == "^":
			n.begins = true
		case f == "$":
			n.ends = true
		case f[0] == '!':
			n.notAfter = p.setOf(p.symbols(f[1:], names))
		default:
			for i, alternatives := range spelt(expand(f, names)) {
				ids := p.symbols(alternatives, nil)
				if i > 0 {
					gap = 0
				}
				n.places = append(n.places, place{list: ids, words: p.setOf(ids), gap: gap})
			}
			gap = 0
		}
	}
	if len(n.places) == 0 {
		return errPattern
	}
	p.all = append(p.all, n)
	return nil
}

// spelt spells out a contraction as lines are: "don't" is two places.
func spelt(alternatives string) []string {
	if strings.ContainsAny(alternatives, "/*") {
		return []string{alternatives}
	}
	return english.Append(nil, plain(alternatives))
}

// symbols are those of the alternatives of one place.
func (p *patterns) symbols(alternatives string, names map[string]string) (ids []symbol) {
	for w := range strings.SplitSeq(expand(alternatives, names), "/") {
		w = plain(w)
		if beginning, ok := strings.CutSuffix(w, "*"); ok {
			ids = append(ids, p.beginning(beginning))
			continue
		}
		id, known := p.exact[w]
		if !known {
			id = p.next()
			p.exact[w] = id
		}
		ids = append(ids, id)
	}
	return ids
}

func (p *patterns) next() symbol {
	p.uses = append(p.uses, 0)
	return symbol(len(p.uses) - 1)
}

func (p *patterns) beginning(text string) symbol {
	key := firstThree(text)
	for _, b := range p.prefixes[key] {
		if b.text == text {
			return b.id
		}
	}
	id := p.next()
	p.prefixes[key] = append(p.prefixes[key], prefix{text, id})
	return id
}

func firstThree(w string) string {
	n := 0
	for i := range w {
		if n == 3 {
			return w[:i]
		}
		n++
	}
	return w
}

func (p *patterns) setOf(ids []symbol) set {
	var s set
	for _, id := range ids {
		for int(id>>6) >= len(s) {
			s = append(s, 0)
		}
		s[id>>6] |= 1 << (id & 63)
		p.uses[id]++
	}
	return s
}

// finish chooses the anchors and lists the words that a mistyped one may be.
func (p *patterns) finish() {
	p.at = make([][]*pattern, len(p.uses))
	for _, n := range p.all {
		best := -1
		for i, pl := range n.places {
			cost := 0
			for _, id := range pl.list {
				cost += p.uses[id]
			}
			if best < 0 || cost < best {
				best, n.anchor = cost, i
			}
		}
		for _, id := range n.places[n.anchor].list {
			p.at[id] = append(p.at[id], n)
		}
	}
	p.learn()
}

// find looks for a pattern around the word at. It returns the first and last
// word that it takes where it is shortest.
func (n *pattern) find(words []word, at int) (from, to int, ok bool) {
	// Bit i of a mask is the word at - reach + i.
	left, right := uint64(1)<<reach, uint64(1)<<reach
	for i := n.anchor; i > 0; i-- {
		left = n.step(words, at, left, n.places[i-1].words, n.places[i].gap, false)
	}
	if left == 0 || n.begins && (at > reach || left&(1<<(reach-at)) == 0) {
		return 0, 0, false
	}
	for i := n.anchor + 1; i < len(n.places); i++ {
		right = n.step(words, at, right, n.places[i].words, n.places[i].gap, true)
	}
	right = n.closes(words, at, right)
	if right == 0 {
		return 0, 0, false
	}
	return at - reach + 63 - bits.LeadingZeros64(left), at - reach + bits.TrailingZeros64(right), true
}

// step returns where the next place of a pattern fits, after or before the
// words of mask, with up to gap words between.
func (n *pattern) step(words []word, at int, mask uint64, fits set, gap int, after bool) uint64 {
	var candidates, out uint64
	for g := 1; g <= gap+1; g++ {
		if after {
			candidates |= mask << g
		} else {
			candidates |= mask >> g
		}
	}
	for c := candidates; c != 0; c &= c - 1 {
		i := bits.TrailingZeros64(c)
		if w := at - reach + i; w >= 0 && w < len(words) && words[w].in(fits) {
			out |= 1 << i
		}
	}
	return out
}

// closes leaves of mask the words behind which the pattern may end.
func (n *pattern) closes(words []word, at int, mask uint64) uint64 {
	if !n.ends && n.notAfter == nil {
		return mask
	}
	out := mask
	for c := mask; c != 0; c &= c - 1 {
		i := bits.TrailingZeros64(c)
		next := at - reach + i + 1
		if n.ends && next < len(words) || next < len(words) && words[next].in(n.notAfter) {
			out &^= 1 << i
		}
	}
	return out
}
