package distress

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is what a written word may be among the words of the patterns.
type word struct {
	ids [4]symbol
	n   int
}

func (w word) in(s set) bool {
	for _, id := range w.ids[:w.n] {
		if s.has(id) {
			return true
		}
	}
	return false
}

func (w *word) add(id symbol) {
	if w.n < len(w.ids) {
		w.ids[w.n] = id
		w.n++
	}
}

// known is a word of the patterns with what tells quickly that another word is
// far from it.
type known struct {
	text string
	size int
	mask uint64
	last rune // what its slips end in too: endings tell forms apart; 0 for English
	id   symbol
}

// start is what words with few letters apart have in common.
type start struct {
	first rune
	size  int
}

// look finds a word as it is written: whole, or one that begins as some do.
func (p *patterns) look(text string) (w word, whole bool) {
	id, whole := p.exact[text]
	if whole {
		w.add(id)
	}
	for _, b := range p.prefixes[firstThree(text)] {
		if strings.HasPrefix(text, b.text) {
			w.add(b.id)
		}
	}
	return w, whole
}

// typed adds the written word to words: as it stands, or as what was meant by
// stretched letters, digits for letters, missing spaces or a slip.
func (p *patterns) typed(words []word, text string) []word {
	w, whole := p.look(text)
	if whole && p.english[w.ids[0]] || ordinary[text] {
		return append(words, w)
	}
	bare := unstretched(unmasked(text))
	if !whole {
		if more := p.respelt(words, bare); len(more) > len(words) {
			return more
		}
	}
	p.nearest(&w, bare)
	return append(words, w)
}

// respelt adds a text as the word that it is without doubled letters, or as the
// words that it is with spaces. It adds none when it is neither.
func (p *patterns) respelt(words []word, text string) []word {
	tries := [...]string{text, undoubled(text)}
	for _, try := range tries {
		if meant, whole := p.look(try); whole {
			return append(words, meant)
		}
	}
	for _, try := range tries {
		if more := p.split(words, try); len(more) > len(words) {
			return more
		}
	}
	return words
}

// unmasked puts letters for the signs and digits that stand for them.
func unmasked(text string) string {
	if !strings.ContainsAny(text, "0134578@$*") || !strings.ContainsFunc(text, unicode.IsLetter) {
		return text
	}
	return strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s", "*", "").Replace(text)
}

// unstretched shortens a letter that comes three times and more to two,
// undoubled one that comes twice to one.
func unstretched(text string) string { return shortened(text, 2) }
func undoubled(text string) string   { return shortened(text, 1) }

func shortened(text string, most int) string {
	run, last := 0, rune(-1)
	return strings.Map(func(r rune) rune {
		if r != last {
			run, last = 0, r
		}
		if run++; run > most {
			return -1
		}
		return r
	}, text)
}

// The sizes of a text that may be several words, in bytes.
const (
	shortestRun = 8
	longestRun  = 60
)

// split reads a text as words without spaces between, if all of it can be.
func (p *patterns) split(words []word, text string) []word {
	if len(text) < shortestRun || len(text) > longestRun || utf8.RuneCountInString(text) != len(text) {
		return words
	}
	var from [longestRun + 1]int // where the word ends that begins there
	for i := len(text) - 1; i >= 0; i-- {
		for j := range p.runs.words(text[i:]) {
			if end := i + j; end == len(text) || from[end] > 0 {
				from[i] = end
			}
		}
	}
	if from[0] == 0 || from[0] == len(text) {
		return words
	}
	for i := 0; i < len(text); i = from[i] {
		words = append(words, p.lookUndoubled(text[i:from[i]]))
	}
	return words
}

// small are the words of one and two letters that a run may hold.
var small = map[string]bool{"i": true, "to": true, "me": true, "my": true, "it": true, "no": true, "be": true, "do": true, "am": true, "is": true, "of": true, "im": true}

func (p *patterns) lookUndoubled(piece string) (w word) {
	if id, ok := p.exact[piece]; ok {
		w.add(id)
	}
	if id, ok := p.single[piece]; ok {
		w.add(id)
	}
	return w
}

// learn lists the words that others may be slips of.
func (p *patterns) learn() {
	p.single, p.runs = map[string]symbol{}, newTree()
	for text, id := range p.exact {
		one := undoubled(text)
		if one != text {
			p.single[one] = id
		}
		if p.english[id] && (len(text) > 2 || small[text]) {
			p.runs.add(text)
			p.runs.add(one)
		}
		first, _ := utf8.DecodeRuneInString(text)
		if size := utf8.RuneCountInString(text); size >= 3 {
			k := known{text: text, size: size, mask: maskOf(text), id: id}
			if !p.english[id] {
				k.last, _ = utf8.DecodeLastRuneInString(text)
			}
			p.near[start{first, size}] = append(p.near[start{first, size}], k)
		}
	}
}

func maskOf(text string) (m uint64) {
	for _, r := range text {
		m |= 1 << (uint(r) & 63)
	}
	return m
}
