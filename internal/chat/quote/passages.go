package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// passage is a part of a reply in quotation marks.
type passage struct {
	start, end int32 // code points, with the marks
	open, shut int32 // bytes, with the marks
	from, to   int   // tokens
}

// maxNesting bounds the work for each quotation mark.
const maxNesting = 8

// openQuote is a quotation mark that is not closed yet.
type openQuote struct {
	mark  rune
	start int32
	open  int32
	from  int
}

type quoteStack struct {
	open [maxNesting]openQuote
	n    int
}

func (s *quoteStack) clear() { s.n = 0 }

// push drops the outermost quotation if the nesting is too deep: it was most likely never
// meant to close.
func (s *quoteStack) push(q openQuote) {
	if s.n == maxNesting {
		copy(s.open[:], s.open[1:])
		s.n--
	}
	s.open[s.n] = q
	s.n++
}

// closers has the marks that close a quotation, by the mark that opens it.
var closers = map[rune]string{
	'"': `"”`, '“': `”"“`, '”': `”`, '„': `“”"`, '«': `»`, '»': `«»`, '‹': `›`, '›': `‹›`,
	'\'': `'’`, '‘': `’'`, '‚': `‘’`, '「': `」`, '『': `』`, '＂': `＂`, '〝': `〞〟`,
}

// readQuoteMark opens or closes a quotation if c is a quotation mark.
func (r *reader) readQuoteMark(c rune, size int) {
	if c < utf8.RuneSelf && c != '"' && c != '\'' || !strings.ContainsRune(`"“”„«»‹›'‘’‚「」『』＂〝〞〟`, c) {
		return
	}
	next := r.nextRune(size)
	spaceBefore := r.before == 0 || unicode.IsSpace(r.before) || strings.ContainsRune(`([{—–-“„«‹‘‚"'/`, r.before)
	spaceAfter := next == 0 || !isWordRune(next) && !strings.ContainsRune(`“„«‹‘‚"'…([¿¡$£€`, next)
	if r.closes(c, size, spaceBefore && !spaceAfter) {
		return
	}
	_, opens := closers[c]
	if !opens || c == '"' && unicode.IsDigit(r.before) {
		return
	}
	if strings.ContainsRune(`"'‘“`, c) && (!spaceBefore || spaceAfter) {
		return
	}
	if c == '\'' && r.isElision(size) {
		return
	}
	if c == '”' || c == '»' && spaceAfter {
		return
	}
	r.quotes.push(openQuote{mark: c, start: r.place, open: r.at, from: len(r.tokens)})
}

// closes closes the innermost open quotation that c can close, with all inside it. A mark
// that looks like an opening one closes nothing.
func (r *reader) closes(c rune, size int, opening bool) bool {
	if opening && c != '”' && c != '»' {
		return false
	}
	for n := r.quotes.n - 1; n >= 0; n-- {
		q := r.quotes.open[n]
		if !strings.ContainsRune(closers[q.mark], c) || q.from == len(r.tokens) {
			continue
		}
		r.quotes.n = n
		r.passages = append(r.passages, passage{
			start: q.start, end: r.place + 1, open: q.open, shut: r.at + int32(size), from: q.from, to: len(r.tokens),
		})
		return true
	}
	return false
}

// nextRune returns the rune after the current one without markup, or 0.
func (r *reader) nextRune(size int) rune {
	for _, c := range r.reply[int(r.at)+size:] {
		if !isMarkup(c) {
			return c
		}
	}
	return 0
}

var elisions = []string{"tis ", "twas ", "em ", "til ", "cause ", "twere ", "twill "}

// isElision reports whether the apostrophe at the current place begins a word such as 'tis.
func (r *reader) isElision(size int) bool {
	rest := r.reply[int(r.at)+size:]
	for _, e := range elisions {
		if len(rest) >= len(e) && strings.EqualFold(rest[:len(e)], e) {
			return true
		}
	}
	return false
}

// maxInterruption is the number of words between two parts of one quotation.
const maxInterruption = 9

// markInterruptions marks the words between two passages that may be parts of one
// quotation.
func (r *reader) markInterruptions() {
	for n := 1; n < len(r.passages); n++ {
		from, to := r.passages[n-1].to, r.passages[n].from
		if from >= to || to-from > maxInterruption {
			continue
		}
		for i := from; i < to; i++ {
			r.tokens[i].interrupts = true
		}
	}
}
