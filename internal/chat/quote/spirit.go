package quote

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/english"
)

// minSpiritWords is the length of the shortest passage that is marked as in the spirit of
// somebody.
const minSpiritWords = 4

// maxMarks bounds the marks of a reply, and with them the work for an odd one.
const maxMarks = 40

// spirit returns the marks of the passages in quotation marks that are presented as
// somebody's words and not on record. Of nested passages it marks the outer one.
func (m *Matcher) spirit(t text, documented []Mark, alike []alignment, asked string) []Mark {
	outerFirst := slices.Clone(t.passages)
	slices.SortFunc(outerFirst, func(a, b passage) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	user := readAsked(asked)
	var marks []Mark
	marked := int32(0) // end of the last mark
	for _, p := range outerFirst {
		if p.start < marked || len(marks) == maxMarks || overlapsAny(documented, int(p.start), int(p.end)) {
			continue
		}
		if t.words(p) < minSpiritWords || resembles(p, alike) || isTitle(t, p) || user.said(t.reply[p.open:p.shut]) {
			continue
		}
		n := m.authored(p, t)
		if n == NoSaying && !t.presented(p) {
			continue
		}
		mark := m.mark(Spirit, int(p.start), int(p.end), n)
		marks, marked = append(marks, mark), p.end
	}
	return marks
}

// words counts the words of a passage; a contraction is one.
func (t text) words(p passage) int {
	n := 0
	for i := p.from; i < p.to; i++ {
		if t.tokens[i].id != barrier && (i == p.from || t.tokens[i].start != t.tokens[i-1].start) {
			n++
		}
	}
	return n
}

// authored returns the saying in the persona's spirit that fills a passage, or NoSaying.
func (m *Matcher) authored(p passage, t text) int {
	part := text{reply: t.reply, tokens: t.tokens[p.from:p.to]}
	for n, s := range m.sayings {
		if s.Status != inSpirit || n >= maxSayings {
			continue
		}
		for _, al := range align(nil, s, n, part, m.vocab) {
			if float64(al.matched) >= wholeShare*float64(len(s.words)) && float64(al.matched) >= quotedShare*float64(p.to-p.from) {
				return n
			}
		}
	}
	return NoSaying
}

// isTitle reports whether a passage is written like the title of a work, with a capital at
// its longer words.
func isTitle(t text, p passage) bool {
	long, capitals := 0, 0
	for i := p.from; i < p.to; i++ {
		tok := t.tokens[i]
		if tok.end-tok.start < minTitleWord {
			continue
		}
		long++
		if c, _ := utf8.DecodeRuneInString(t.reply[tok.first:]); unicode.IsUpper(c) {
			capitals++
		}
	}
	return long >= 2 && float64(capitals) >= titleShare*float64(long)
}

const (
	minTitleWord = 4 // letters; shorter words have no capital in a title
	titleShare   = 0.8
)

// askedWords has the sequences of words of the user's message.
type askedWords map[string]bool

// sequence is the number of words of a sequence of askedWords.
const sequence = 3

func readAsked(asked string) askedWords {
	if asked == "" {
		return nil
	}
	out := askedWords{}
	for _, s := range sequences(english.Words(withoutMarkup(asked))) {
		out[s] = true
	}
	return out
}

// said reports whether at least half of a passage is a quotation of the user's message.
func (a askedWords) said(passage string) bool {
	if len(a) == 0 {
		return false
	}
	all, found := 0, 0
	for _, s := range sequences(english.Words(withoutMarkup(passage))) {
		all++
		if a[s] {
			found++
		}
	}
	return float64(found) >= askedShare*float64(all)
}

const askedShare = 0.5

func sequences(words []string) []string {
	var out []string
	for n := 0; n+sequence <= len(words); n++ {
		out = append(out, words[n]+" "+words[n+1]+" "+words[n+2])
	}
	return out
}
