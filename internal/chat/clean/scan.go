package clean

import (
	"unicode"

	"colloquy/internal/llm"
)

// matchResult is the result of comparing buffered text with a literal.
type matchResult uint8

const (
	noMatch matchResult = iota
	partialMatch
	fullMatch
)

// maxBlanksAfterMarkup is how many spaces or tabs may follow the markup on a line of its own.
const maxBlanksAfterMarkup = 8

// processDecidedRunes processes the part of f.bufferedRunes that can be decided. If isEnd is set, no
// text follows, so a markup line may end without a newline. Rule replies-cleaned.
func (f *Filter) processDecidedRunes(isEnd bool) {
	for len(f.bufferedRunes) > 0 && !f.HasEndedReply() {
		if f.untilLiteral != nil {
			if !f.dropHiddenText() {
				return
			}
			continue
		}
		l, n, v := f.matchLiteral(isEnd)
		switch v {
		case partialMatch:
			return
		case fullMatch:
			f.applyEffect(l, n)
		case noMatch:
			r := f.bufferedRunes[0]
			f.dropFirstRunes(1)
			f.passToReplyHead(r)
		}
	}
}

// matchLiteral compares f.bufferedRunes with every literal that is recognised at the current position.
// It returns the first full match and its length n in runes. Without a full match, v says whether
// more text could complete one.
func (f *Filter) matchLiteral(isEnd bool) (match literal, n int, v matchResult) {
	first := unicode.ToLower(f.bufferedRunes[0])
	for _, list := range [2][]literal{f.ownLiterals, commonLiterals[first]} {
		for _, l := range list {
			if !f.recognisesLiteral(l) {
				continue
			}
			taken, got := compareWithLiteral(f.bufferedRunes, l, isEnd)
			if got == fullMatch {
				return l, taken, fullMatch
			}
			v = max(v, got)
		}
	}
	return match, 0, v
}

// recognisesLiteral reports whether a literal is recognised at the current position.
func (f *Filter) recognisesLiteral(l literal) bool {
	if f.inCode && l.effect != stopReply && l.effect != toggleFence {
		return false
	}
	switch l.position {
	case lineHead:
		return f.atLineStart
	case replyHead:
		return !f.hasVisibleText
	default:
		return true
	}
}

// compareWithLiteral compares text with one literal. n is the length in runes of a full match. For
// dropLine, n includes the spaces and the newline after the literal. isEnd means that no text
// follows.
func compareWithLiteral(text []rune, l literal, isEnd bool) (n int, v matchResult) {
	for i := range min(len(text), len(l.text)) {
		if text[i] != l.text[i] && (!l.ignoresCase || !isSameIgnoringCase(text[i], l.text[i])) {
			return 0, noMatch
		}
	}
	if len(text) < len(l.text) {
		return 0, partialMatch
	}
	if l.effect != dropLine {
		return len(l.text), fullMatch
	}
	return matchLineEnd(text, len(l.text), isEnd)
}

// matchLineEnd reports whether a line ends after a literal. Only spaces and tabs, at most
// maxBlanksAfterMarkup, may stand between them. from is the index after the literal, and n is the
// index after the newline.
func matchLineEnd(text []rune, from int, isEnd bool) (n int, v matchResult) {
	for i := from; i < len(text); i++ {
		switch {
		case text[i] == '\n':
			return i + 1, fullMatch
		case text[i] != ' ' && text[i] != '\t', i-from >= maxBlanksAfterMarkup:
			return 0, noMatch
		}
	}
	if isEnd {
		return len(text), fullMatch
	}
	return 0, partialMatch
}

// applyEffect performs the effect of a literal that matches the first n buffered runes.
func (f *Filter) applyEffect(l literal, n int) {
	switch l.effect {
	case stopReply:
		f.hasStopped = true
		f.bufferedRunes = f.bufferedRunes[:0]
		return
	case toggleFence:
		f.inCode = !f.inCode
		for _, r := range l.text {
			f.passToReplyHead(r)
		}
	case hideUntil:
		f.untilLiteral = l.untilText
	case dropLiteral, dropLine:
	}
	if l.position == lineHead && l.effect != toggleFence {
		f.layout.dropIndent()
	}
	f.dropFirstRunes(n)
}

// dropHiddenText removes hidden text and reports whether f.untilLiteral was found. If not, it
// keeps only the last runes, which may be the beginning of that literal.
func (f *Filter) dropHiddenText() bool {
	size := len(f.untilLiteral)
	for i := 0; i+size <= len(f.bufferedRunes); i++ {
		if _, v := compareWithLiteral(f.bufferedRunes[i:], literal{text: f.untilLiteral, ignoresCase: true}, false); v == fullMatch {
			f.dropFirstRunes(i + size)
			f.untilLiteral = nil
			return true
		}
	}
	if keep := size - 1; len(f.bufferedRunes) > keep {
		f.dropFirstRunes(len(f.bufferedRunes) - keep)
	}
	return false
}

// dropFirstRunes removes the first n buffered runes and keeps the capacity.
func (f *Filter) dropFirstRunes(n int) {
	f.bufferedRunes = f.bufferedRunes[:copy(f.bufferedRunes, f.bufferedRunes[n:])]
}

// passToReplyHead gives a rune to the head stage. It drops spaces before the first visible rune. A
// reasoning tag after these spaces then still counts as being at the start of the reply.
func (f *Filter) passToReplyHead(r rune) {
	if !f.hasVisibleText {
		if unicode.IsSpace(r) {
			return
		}
		f.hasVisibleText = true
	}
	switch r {
	case '\n':
		f.atLineStart = true
	case ' ', '\t':
	default:
		f.atLineStart = false
	}
	f.replyHead.addRune(r, f.writeToLayout)
}

// shouldDropTail reports whether to drop undecided text at the end of a reply:
//
//   - a single character: never
//   - the model ended by itself: only if the text looks like a tag
//   - the model's output was cut: always, because the text may be an incomplete stop string
func shouldDropTail(bufferedRunes []rune, finish llm.Finish) bool {
	if len(bufferedRunes) < 2 {
		return false
	}
	if finish != llm.FinishStop {
		return true
	}
	return bufferedRunes[0] == '<' && (bufferedRunes[1] == '|' || bufferedRunes[1] == '/' || bufferedRunes[1] == '!')
}
