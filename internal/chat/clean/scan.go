package clean

import (
	"unicode"

	"colloquy/internal/llm"
)

// verdict is the result of comparing buffered text with a literal.
type verdict uint8

const (
	noMatch verdict = iota
	partialMatch
	fullMatch
)

// maxBlanks is how many spaces may follow a markup line.
const maxBlanks = 8

// settle processes the part of buffered that can be decided. If end is set, the text that
// stays in buffered is the undecided end of the reply.
func (f *Filter) settle(end bool) {
	for len(f.buffered) > 0 && !f.Stopped() {
		if f.hidden != nil {
			if !f.skipHidden() {
				return
			}
			continue
		}
		l, n, v := f.match(end)
		switch v {
		case partialMatch:
			return
		case fullMatch:
			f.apply(l, n)
		case noMatch:
			r := f.buffered[0]
			f.dropFirst(1)
			f.pass(r)
		}
	}
}

// match compares buffered with every literal that is recognised at the current
// position. It returns the first complete match and its length n in runes.
func (f *Filter) match(end bool) (won literal, n int, v verdict) {
	first := unicode.ToLower(f.buffered[0])
	for _, list := range [2][]literal{f.own, commonLiterals[first]} {
		for _, l := range list {
			if !f.isRecognisedHere(l) {
				continue
			}
			taken, got := compare(f.buffered, l, end)
			if got == fullMatch {
				return l, taken, fullMatch
			}
			v = max(v, got)
		}
	}
	return won, 0, v
}

// isRecognisedHere reports whether a literal is recognised at the current position.
func (f *Filter) isRecognisedHere(l literal) bool {
	if f.inCode && l.effect != stopReply && l.effect != toggleFence {
		return false
	}
	switch l.where {
	case lineHead:
		return f.lineStart
	case replyHead:
		return !f.begun
	default:
		return true
	}
}

// compare compares text with one literal. n is the length in runes of a complete
// match, including the spaces and newline of a line.
func compare(text []rune, l literal, end bool) (n int, v verdict) {
	for i := range min(len(text), len(l.text)) {
		if text[i] != l.text[i] && (!l.fold || !sameFold(text[i], l.text[i])) {
			return 0, noMatch
		}
	}
	if len(text) < len(l.text) {
		return 0, partialMatch
	}
	if l.effect != dropLine {
		return len(l.text), fullMatch
	}
	return lineEnd(text, len(l.text), end)
}

// lineEnd reports whether only spaces follow until the end of the line.
func lineEnd(text []rune, from int, end bool) (n int, v verdict) {
	for i := from; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			return i + 1, fullMatch
		case text[i] != ' ' && text[i] != '\t', i-from >= maxBlanks:
			return 0, noMatch
		}
	}
	if end {
		return len(text), fullMatch
	}
	return 0, partialMatch
}

// apply performs the effect of a literal that matches the first n buffered runes.
func (f *Filter) apply(l literal, n int) {
	switch l.effect {
	case stopReply:
		f.stopped = true
		f.buffered = f.buffered[:0]
		return
	case toggleFence:
		f.inCode = !f.inCode
		for _, r := range l.text {
			f.pass(r)
		}
	case hideUntil:
		f.hidden = l.until
	case dropLiteral, dropLine:
	}
	if l.where == lineHead && l.effect != toggleFence {
		f.layout.dropIndent()
	}
	f.dropFirst(n)
}

// skipHidden removes hidden text and reports whether its end was found. If not, it
// keeps only the runes that may begin the end.
func (f *Filter) skipHidden() bool {
	size := len(f.hidden)
	for i := 0; i+size <= len(f.buffered); i++ {
		if _, v := compare(f.buffered[i:], literal{text: f.hidden, fold: true}, false); v == fullMatch {
			f.dropFirst(i + size)
			f.hidden = nil
			return true
		}
	}
	if keep := size - 1; len(f.buffered) > keep {
		f.dropFirst(len(f.buffered) - keep)
	}
	return false
}

// dropFirst removes the first n buffered runes and keeps the capacity.
func (f *Filter) dropFirst(n int) {
	f.buffered = f.buffered[:copy(f.buffered, f.buffered[n:])]
}

// pass gives a rune to the head stage. It drops spaces before the first visible rune,
// so that reasoning after them is still at the start of the reply.
func (f *Filter) pass(r rune) {
	if !f.begun {
		if unicode.IsSpace(r) {
			return
		}
		f.begun = true
	}
	switch r {
	case '\n':
		f.lineStart = true
	case ' ', '\t':
	default:
		f.lineStart = false
	}
	f.head.put(r, f.write)
}

// dropTail reports whether to drop undecided text at the end of a reply. If the model
// ended by itself, only text that looks like a tag is dropped. If its output was cut,
// the text is dropped, because it may be an incomplete stop string.
func dropTail(buffered []rune, finish llm.Finish) bool {
	if len(buffered) < 2 {
		return false
	}
	if finish != llm.FinishStop {
		return true
	}
	return buffered[0] == '<' && (buffered[1] == '|' || buffered[1] == '/' || buffered[1] == '!')
}
