// Package distress hears whether somebody may be at risk: of harming
// themselves, or harmed by others. It is pure, and the only home of the words
// for it (words/*.txt) and of the help lines that are named then.
package distress

import (
	"slices"
	"strings"
)

// Kind is what is heard in a line.
type Kind uint8

// The kinds. A line may tell of several; Hear names the gravest.
const (
	Acute   Kind = 1 << iota // it is happening now: pills taken, somebody on the roof
	Self                     // thoughts, plans or signs of harming oneself
	Abuse                    // somebody is hurt by another
	Other                    // somebody near is at risk
	mention                  // the words of it, in earnest or not
	harmless

	None Kind = 0
)

// hearing is what patterns a line fits.
type hearing struct {
	kinds    Kind
	language string // of the gravest of them
}

// add notes a kind; a smaller one is graver.
func (h *hearing) add(kind Kind, language string) {
	if g := h.gravest(); g == None || kind < g {
		h.language = language
	}
	h.kinds |= kind
}

// gravest is the gravest of the kinds that are said in earnest.
func (h *hearing) gravest() Kind {
	for _, k := range [...]Kind{Acute, Self, Abuse, Other} {
		if h.kinds&k != 0 {
			return k
		}
	}
	return None
}

// Hear tells what a line says of somebody at risk, None when nothing.
// Questions about historical people, fiction and figures of speech do not count.
func Hear(line string) Kind {
	h := listen(line)
	return h.gravest()
}

// Said tells whether Hear hears anything.
func Said(line string) bool { return Hear(line) != None }

// Mentioned tells whether a line has the words of it at all, in earnest or not.
// It errs on the side of caution: use it where a false alarm costs little.
func Mentioned(line string) bool {
	p, h, text := book(), hearing{}, plain(line)
	p.lettersOf(&h, text, false)
	clauses(text, func(words []string) { p.wordsOf(&h, words, false) })
	return h.kinds != 0
}

// listen hears what a line says in earnest.
func listen(line string) (h hearing) {
	p, text := book(), plain(line)
	fiction, near := false, false
	p.lettersOf(&h, text, true)
	clauses(text, func(words []string) {
		p.wordsOf(&h, words, true)
		fiction, near = fiction || hasWord(words, inventedWords), near || hasWord(words, nearWords)
	})
	if h.kinds == 0 || !fiction {
		return h
	}
	if !near {
		h = hearing{}
		p.lettersOf(&h, text, true)
		clauses(unquoted(text), func(words []string) { p.wordsOf(&h, words, true) })
	}
	h.kinds &^= Other
	return h
}

// wordsOf adds the kinds of the patterns in a sentence. In earnest, what is
// harmless hides what shares words with it.
func (p *patterns) wordsOf(h *hearing, texts []string, earnest bool) {
	words := make([]word, 0, len(texts)+8)
	for _, t := range texts {
		if !fillers[t] {
			words = p.typed(words, t)
		}
	}
	var hidden []bool
	if earnest {
		hidden = p.hiddenWords(words)
	}
	for i, w := range words {
		for _, id := range w.ids[:w.n] {
			for _, n := range p.at[id] {
				if n.kind == harmless || h.kinds&n.kind != 0 {
					continue
				}
				if from, to, ok := n.find(words, i); ok && !anyOf(hidden, from, to) {
					h.add(n.kind, n.language)
				}
			}
		}
	}
}

// hiddenWords marks what belongs to harmless patterns; nil when nothing does.
func (p *patterns) hiddenWords(words []word) (hidden []bool) {
	for i, w := range words {
		for _, id := range w.ids[:w.n] {
			for _, n := range p.at[id] {
				if n.kind != harmless {
					continue
				}
				from, to, ok := n.find(words, i)
				if ok && hidden == nil {
					hidden = make([]bool, len(words))
				}
				for k := from; ok && k <= to; k++ {
					hidden[k] = true
				}
			}
		}
	}
	return hidden
}

func anyOf(marks []bool, from, to int) bool {
	return marks != nil && slices.Contains(marks[from:to+1], true)
}

// inventedWords tell that a line is about a story, a song or a quotation.
var inventedWords = words(`novel story stories scene poem song lyrics lyric album film movie play opera book chapter villain hero heroine
	protagonist character screenplay essay quote quoted verse aria fiction who roman szene gedicht lied chanson cancion romanzo canzone livro`)

// nearWords name somebody near.
var nearWords = words(`friend brother sister son daughter mother mom mum father dad wife husband partner girlfriend boyfriend child kid he she`)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

func hasWord(words []string, list map[string]bool) bool {
	return slices.ContainsFunc(words, func(w string) bool { return list[w] })
}

// quotes are the marks around what somebody else says.
var quotes = map[rune]rune{'"': '"', '“': '”', '„': '“', '«': '»', '»': '«', '「': '」', '『': '』'}

// unquoted leaves out what stands between quotation marks.
func unquoted(text string) string {
	var out strings.Builder
	var end rune
	for _, r := range text {
		switch {
		case end != 0 && (r == end || r == '”' && end == '“'):
			end = 0
		case end != 0:
		case quotes[r] != 0:
			end = quotes[r]
			out.WriteByte(' ')
		default:
			out.WriteRune(r)
		}
	}
	if end != 0 {
		return text
	}
	return out.String()
}
