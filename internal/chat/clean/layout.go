package clean

import (
	"unicode"
	"unicode/utf8"
)

const (
	maxIndent   = 32  // blanks at the start of a line that are kept
	maxStars    = 4   // asterisks that are held back together
	maxNewlines = 200 // newlines in a row that end the reply: nothing more will come
)

// layout is the last stage: it writes runes out with the newlines collapsed and
// counts what the guard and the closing ** need.
type layout struct {
	newlines int    // met and not written yet
	indent   []rune // blanks after the last of them
	stars    int    // asterisks met and not written yet
	bold     boldCount
	last     rune // the last rune written
	max      int  // most characters of the reply
	guard    guard
}

func (l *layout) idle() bool { return l.newlines == 0 && l.stars == 0 }

// plain is put for a whole piece without newlines and asterisks, while nothing
// waits. It returns what of it may be shown.
func (l *layout) plain(piece string) string {
	shown := piece[:l.guard.passed(piece, l.max)]
	if shown != "" {
		l.bold.half = false
		l.last, _ = utf8.DecodeLastRuneInString(shown)
	}
	return shown
}

// forgetIndent drops the blanks before a line that was removed.
func (l *layout) forgetIndent() { l.indent = l.indent[:0] }

// put takes one rune and appends to out what can be shown.
func (l *layout) put(out []byte, r rune) []byte {
	switch {
	case r == '\n':
		if l.stars > 0 {
			out = l.flush(out)
		}
		if l.newlines++; l.newlines > maxNewlines {
			l.guard.full = true
		}
		l.forgetIndent()
	case l.newlines > 0 && l.stars == 0 && (r == ' ' || r == '\t'):
		if len(l.indent) < maxIndent {
			l.indent = append(l.indent, r)
		}
	case r == '*':
		if l.stars++; l.stars == maxStars {
			out = l.flush(out)
		}
	default:
		out = l.write(l.flush(out), r)
	}
	return out
}

// flush writes the waiting newlines, two at most, then the asterisks. Newlines
// with no room for anything after them end the reply.
func (l *layout) flush(out []byte) []byte {
	breaks := min(l.newlines, 2)
	if breaks > 0 && l.guard.chars+breaks+len(l.indent) >= l.max {
		l.guard.full = true
	}
	for range breaks {
		out = l.write(out, '\n')
	}
	for _, r := range l.indent {
		out = l.write(out, r)
	}
	for range l.stars {
		out = l.write(out, '*')
	}
	l.newlines, l.stars = 0, 0
	l.forgetIndent()
	return out
}

// write appends one rune unless the guard has ended the reply.
func (l *layout) write(out []byte, r rune) []byte {
	if !l.guard.allow(r, l.max) {
		return out
	}
	l.bold.add(r)
	l.last = r
	return utf8.AppendRune(out, r)
}

// end closes bold text. Asterisks after a space that nothing follows would have
// opened something: they are dropped, like newlines at the end.
func (l *layout) end(out []byte) []byte {
	opener := l.newlines > 0 || l.last == 0 || unicode.IsSpace(l.last)
	if l.stars > 0 && !opener {
		out = l.flush(out)
	}
	if l.bold.odd {
		out = append(out, "**"...)
	}
	return out
}

// boldCount counts the ** of a text, without overlap, from left to right.
type boldCount struct {
	half bool // one asterisk of a pair was met
	odd  bool
}

func (b *boldCount) add(r rune) {
	switch {
	case r != '*':
		b.half = false
	case b.half:
		b.half, b.odd = false, !b.odd
	default:
		b.half = true
	}
}
