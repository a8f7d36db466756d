package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// passage is a part of a reply between two quotation marks.
type passage struct {
	start, end           int32 // range in code points, with the quotation marks
	startByte, endByte   int32 // range in bytes, with the quotation marks
	firstToken, endToken int   // range of tokens
}

// maxNesting is how many open quotations a quoteStack keeps. It bounds the work for each
// quotation mark.
const maxNesting = 8

// openQuote is a quotation mark that is not closed yet.
type openQuote struct {
	openingMark rune
	start       int32
	startByte   int32
	firstToken  int
}

// quoteStack has the open quotations, the outermost first.
type quoteStack struct {
	openQuotes [maxNesting]openQuote
	n          int
}

func (s *quoteStack) clear() { s.n = 0 }

// push adds an open quotation. If the nesting is too deep, it drops the outermost quotation,
// which is the least likely to be closed.
func (s *quoteStack) push(q openQuote) {
	if s.n == maxNesting {
		copy(s.openQuotes[:], s.openQuotes[1:])
		s.n--
	}
	s.openQuotes[s.n] = q
	s.n++
}

// closingMarks has the marks that close a quotation, by the mark that opens it.
var closingMarks = map[rune]string{
	'"': `"”`, '“': `”"“`, '”': `”`, '„': `“”"`, '«': `»`, '»': `«»`, '‹': `›`, '›': `‹›`,
	'\'': `'’`, '‘': `’'`, '‚': `‘’`, '「': `」`, '『': `』`, '＂': `＂`, '〝': `〞〟`,
}

// readQuoteMark opens or closes a quotation if c is a quotation mark. Rule words-in-the-spirit.
func (r *replyReader) readQuoteMark(c rune, size int) {
	if c < utf8.RuneSelf && c != '"' && c != '\'' || !strings.ContainsRune(`"“”„«»‹›'‘’‚「」『』＂〝〞〟`, c) {
		return
	}
	next := r.nextRune(size)
	hasSpaceBefore := r.lastRune == 0 || unicode.IsSpace(r.lastRune) || strings.ContainsRune(`([{—–-“„«‹‘‚"'/`, r.lastRune)
	hasSpaceAfter := next == 0 || !isWordRune(next) && !strings.ContainsRune(`“„«‹‘‚"'…([¿¡$£€`, next)
	if r.closeQuotation(c, size, hasSpaceBefore && !hasSpaceAfter) {
		return
	}
	_, opens := closingMarks[c]
	if !opens || c == '"' && unicode.IsDigit(r.lastRune) {
		return
	}
	if strings.ContainsRune(`"'‘“`, c) && (!hasSpaceBefore || hasSpaceAfter) {
		return
	}
	if c == '\'' && r.isElision(size) {
		return
	}
	if c == '”' || c == '»' && hasSpaceAfter {
		return
	}
	r.quotes.push(openQuote{openingMark: c, start: r.runePos, startByte: r.bytePos, firstToken: len(r.tokens)})
}

// closeQuotation closes the innermost open quotation that c can close, and all quotations inside
// it. The result is false if c closes nothing. opening says that c looks like an opening mark. Then
// c closes a quotation only if it is ” or ».
func (r *replyReader) closeQuotation(c rune, size int, opening bool) bool {
	if opening && c != '”' && c != '»' {
		return false
	}
	for n := r.quotes.n - 1; n >= 0; n-- {
		q := r.quotes.openQuotes[n]
		if !strings.ContainsRune(closingMarks[q.openingMark], c) || q.firstToken == len(r.tokens) {
			continue
		}
		r.quotes.n = n
		r.passages = append(r.passages, passage{
			start: q.start, end: r.runePos + 1, startByte: q.startByte, endByte: r.bytePos + int32(size), firstToken: q.firstToken, endToken: len(r.tokens),
		})
		return true
	}
	return false
}

// nextRune returns the first rune after the current one that is not markup, or 0 at the end.
// size is the number of bytes of the current rune.
func (r *replyReader) nextRune(size int) rune {
	for _, c := range r.reply[int(r.bytePos)+size:] {
		if !isMarkup(c) {
			return c
		}
	}
	return 0
}

// elisions are words that begin with an apostrophe. The list omits the apostrophe.
var elisions = []string{"tis ", "twas ", "em ", "til ", "cause ", "twere ", "twill "}

// isElision reports whether the apostrophe at the current place begins a word such as 'tis.
func (r *replyReader) isElision(size int) bool {
	replyAfter := r.reply[int(r.bytePos)+size:]
	for _, e := range elisions {
		if len(replyAfter) >= len(e) && strings.EqualFold(replyAfter[:len(e)], e) {
			return true
		}
	}
	return false
}

// maxInterruptionWords is how many words may interrupt one quotation: “If so,” he said, “then.”
const maxInterruptionWords = 9

// markInterruptions finds two passages that may be parts of one quotation, and marks the words
// between the two.
func (r *replyReader) markInterruptions() {
	for n := 1; n < len(r.passages); n++ {
		from, to := r.passages[n-1].endToken, r.passages[n].firstToken
		if from >= to || to-from > maxInterruptionWords {
			continue
		}
		for i := from; i < to; i++ {
			r.tokens[i].interruptsQuotation = true
		}
	}
}
