package clean

import (
	"unicode"
	"unicode/utf8"
)

const (
	maxIndent   = 32  // at the start of a line, spaces and tabs beyond this number are dropped
	maxStars    = 4   // largest number of asterisks that are buffered together
	maxNewlines = 200 // this many newlines in a row end the reply
)

// layoutStage is the last stage: it limits newlines, closes bold text, and passes the text
// to the guard.
type layoutStage struct {
	bufferedNewlines int    // buffered newlines
	indent           []rune // spaces and tabs after the last buffered newline
	bufferedStars    int    // buffered asterisks
	boldPairs        boldPairCounter
	lastRune         rune // the last rune written
	maxChars         int  // longest reply, in characters
	guard            excessGuard
}

func (l *layoutStage) hasNoPendingState() bool {
	return l.bufferedNewlines == 0 && l.bufferedStars == 0
}

// putPlain processes a piece without newlines and asterisks while nothing is buffered.
// It returns the text to show.
func (l *layoutStage) putPlain(piece string) string {
	shownPiece := piece[:l.guard.allowedBytes(piece, l.maxChars)]
	if shownPiece != "" {
		l.boldPairs.hasOpenStar = false
		l.lastRune, _ = utf8.DecodeLastRuneInString(shownPiece)
	}
	return shownPiece
}

// dropIndent drops the buffered spaces at the start of a line.
func (l *layoutStage) dropIndent() { l.indent = l.indent[:0] }

// addRune processes one rune and appends the text to show to out.
func (l *layoutStage) addRune(out []byte, r rune) []byte {
	switch {
	case r == '\n':
		if l.bufferedStars > 0 {
			out = l.flush(out)
		}
		if l.bufferedNewlines++; l.bufferedNewlines > maxNewlines {
			l.guard.hasEnded = true
		}
		l.dropIndent()
	case l.bufferedNewlines > 0 && l.bufferedStars == 0 && (r == ' ' || r == '\t'):
		if len(l.indent) < maxIndent {
			l.indent = append(l.indent, r)
		}
	case r == '*':
		if l.bufferedStars++; l.bufferedStars == maxStars {
			out = l.flush(out)
		}
	default:
		out = l.writeRune(l.flush(out), r)
	}
	return out
}

// flush writes the buffered newlines, two at most, then the indent and the asterisks. If
// MaxChars leaves no room for text after the newlines, the reply ends.
func (l *layoutStage) flush(out []byte) []byte {
	newlineCount := min(l.bufferedNewlines, 2)
	if newlineCount > 0 && l.guard.charCount+newlineCount+len(l.indent) >= l.maxChars {
		l.guard.hasEnded = true
	}
	for range newlineCount {
		out = l.writeRune(out, '\n')
	}
	for _, r := range l.indent {
		out = l.writeRune(out, r)
	}
	for range l.bufferedStars {
		out = l.writeRune(out, '*')
	}
	l.bufferedNewlines, l.bufferedStars = 0, 0
	l.dropIndent()
	return out
}

// writeRune appends one rune if the guard allows it.
func (l *layoutStage) writeRune(out []byte, r rune) []byte {
	if !l.guard.allowsRune(r, l.maxChars) {
		return out
	}
	l.boldPairs.add(r)
	l.lastRune = r
	return utf8.AppendRune(out, r)
}

// end closes bold text at the end of the reply and drops buffered newlines. It drops buffered
// asterisks that would open bold text. Such asterisks follow a space, a newline or nothing. Rule
// replies-close-bold.
func (l *layoutStage) end(out []byte) []byte {
	opensBold := l.bufferedNewlines > 0 || l.lastRune == 0 || unicode.IsSpace(l.lastRune)
	if l.bufferedStars > 0 && !opensBold {
		out = l.flush(out)
	}
	if l.boldPairs.hasOddPairCount {
		out = append(out, "**"...)
	}
	return out
}

// boldPairCounter counts the ** of a text from left to right, without overlap.
type boldPairCounter struct {
	hasOpenStar     bool // the first asterisk of a pair was seen
	hasOddPairCount bool // the number of pairs is odd
}

func (b *boldPairCounter) add(r rune) {
	switch {
	case r != '*':
		b.hasOpenStar = false
	case b.hasOpenStar:
		b.hasOpenStar, b.hasOddPairCount = false, !b.hasOddPairCount
	default:
		b.hasOpenStar = true
	}
}
