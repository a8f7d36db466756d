package clean

import (
	"unicode"
	"unicode/utf8"
)

const (
	maxIndent   = 32  // most spaces kept at the start of a line
	maxStars    = 4   // most asterisks that are buffered together
	maxNewlines = 200 // this many newlines in a row end the reply
)

// layout is the last stage: it limits newlines, closes bold text, and passes the text
// to the guard.
type layout struct {
	newlines int    // buffered newlines
	indent   []rune // spaces and tabs after the last buffered newline
	stars    int    // buffered asterisks
	bold     boldCount
	lastRune rune // the last rune written
	maxChars int  // longest reply, in characters
	guard    guard
}

func (l *layout) isIdle() bool { return l.newlines == 0 && l.stars == 0 }

// putPlain processes a piece without newlines and asterisks while nothing is buffered.
// It returns the text to show.
func (l *layout) putPlain(piece string) string {
	shown := piece[:l.guard.allowPiece(piece, l.maxChars)]
	if shown != "" {
		l.bold.hasOpenStar = false
		l.lastRune, _ = utf8.DecodeLastRuneInString(shown)
	}
	return shown
}

// dropIndent drops the buffered spaces at the start of a line.
func (l *layout) dropIndent() { l.indent = l.indent[:0] }

// addRune processes one rune and appends the text to show to out.
func (l *layout) addRune(out []byte, r rune) []byte {
	switch {
	case r == '\n':
		if l.stars > 0 {
			out = l.flush(out)
		}
		if l.newlines++; l.newlines > maxNewlines {
			l.guard.ended = true
		}
		l.dropIndent()
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

// flush writes the buffered newlines, two at most, then the indent and the asterisks. If
// MaxChars leaves no room for text after the newlines, the reply ends.
func (l *layout) flush(out []byte) []byte {
	breaks := min(l.newlines, 2)
	if breaks > 0 && l.guard.chars+breaks+len(l.indent) >= l.maxChars {
		l.guard.ended = true
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
	l.dropIndent()
	return out
}

// write appends one rune if the guard allows it.
func (l *layout) write(out []byte, r rune) []byte {
	if !l.guard.allow(r, l.maxChars) {
		return out
	}
	l.bold.add(r)
	l.lastRune = r
	return utf8.AppendRune(out, r)
}

// end closes bold text at the end of the reply and drops buffered newlines. It drops buffered
// asterisks that would open bold text. Such asterisks follow a space, a newline or nothing.
func (l *layout) end(out []byte) []byte {
	opener := l.newlines > 0 || l.lastRune == 0 || unicode.IsSpace(l.lastRune)
	if l.stars > 0 && !opener {
		out = l.flush(out)
	}
	if l.bold.odd {
		out = append(out, "**"...)
	}
	return out
}

// boldCount counts the ** of a text from left to right, without overlap.
type boldCount struct {
	hasOpenStar bool // the first asterisk of a pair was seen
	odd         bool // the number of pairs is odd
}

func (b *boldCount) add(r rune) {
	switch {
	case r != '*':
		b.hasOpenStar = false
	case b.hasOpenStar:
		b.hasOpenStar, b.odd = false, !b.odd
	default:
		b.hasOpenStar = true
	}
}
