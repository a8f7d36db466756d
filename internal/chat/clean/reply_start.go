package clean

import "unicode"

// maxBufferedQuoteRunes is how many characters are buffered after an opening quotation mark. If the
// closing mark is not among them, the quotation is assumed to be the whole reply. The opening mark
// is then dropped and the text is shown.
const maxBufferedQuoteRunes = 120

// quotePairs are the quotation marks that may enclose a reply. Single marks are not
// included, because they are also apostrophes.
var quotePairs = map[rune]rune{'"': '"', '“': '”', '«': '»', '„': '“', '「': '」', '『': '』'}

type replyHeadState uint8

const (
	headName          replyHeadState = iota // the first runes may be a name before a colon
	headBeforeQuote                         // the next visible rune may be a quotation mark
	headBufferedQuote                       // after an opening mark: all text is buffered
	headDroppedQuote                        // the opening mark was dropped; the closing mark will be dropped too
	headDone                                // all text passes unchanged
)

// replyHeadStage processes the beginning of a reply.
type replyHeadStage struct {
	state           replyHeadState
	names           [][]rune // the names that are removed, in lower case, with a colon
	buf             []rune   // in state headName all runes so far, in state headBufferedQuote the runes after the opening mark
	openingMark     rune     // the opening mark
	innerQuoteDepth int      // inner quotations that are open
	lastRune        rune     // the previous rune; with it closesQuote decides whether a straight mark opens or closes
	isClosed        bool     // the closing mark was found, and only spaces have followed it so far
	tail            []rune   // the spaces after the closing mark
}

// addRune processes one rune. It writes the runes that need not be buffered any longer.
func (h *replyHeadStage) addRune(r rune, write func(rune)) {
	switch h.state {
	case headDone:
		write(r)
	case headName:
		h.putNameRune(r, write)
	case headBeforeQuote:
		h.putFirstRune(r, write)
	default:
		h.putQuotedRune(r, write)
	}
}

// end writes the buffered runes at the end of the reply.
func (h *replyHeadStage) end(write func(rune)) {
	if h.state == headName {
		h.replayAsText(write)
	}
	if h.state == headBufferedQuote {
		writeAll(h.buf, write)
	}
	h.state = headDone
}

// putNameRune compares the first runes with the character's names.
func (h *replyHeadStage) putNameRune(r rune, write func(rune)) {
	h.buf = append(h.buf, r)
	mayBecomeName := false
	for _, n := range h.names {
		if len(h.buf) > len(n) || !isFoldedPrefix(h.buf, n) {
			continue
		}
		if len(h.buf) == len(n) {
			h.buf, h.names, h.state = nil, nil, headBeforeQuote
			return
		}
		mayBecomeName = true
	}
	if !mayBecomeName {
		h.replayAsText(write)
	}
}

// replayAsText processes the buffered runes, which are not a name, as text.
func (h *replyHeadStage) replayAsText(write func(rune)) {
	bufferedRunes := h.buf
	h.buf, h.names, h.state = nil, nil, headBeforeQuote
	for _, r := range bufferedRunes {
		h.addRune(r, write)
	}
}

// putFirstRune checks whether the first visible rune is a quotation mark.
func (h *replyHeadStage) putFirstRune(r rune, write func(rune)) {
	switch {
	case unicode.IsSpace(r):
	case quotePairs[r] != 0:
		h.state, h.openingMark, h.lastRune = headBufferedQuote, r, r
	default:
		h.state = headDone
		write(r)
	}
}

// putQuotedRune processes a rune after a mark that may enclose the whole reply.
func (h *replyHeadStage) putQuotedRune(r rune, write func(rune)) {
	if h.isClosed {
		h.putRuneAfterQuote(r, write)
		return
	}
	if h.closesQuote(r) {
		h.isClosed = true
		return
	}
	h.lastRune = r
	if h.state == headDroppedQuote {
		write(r)
		return
	}
	if len(h.buf) == 0 && unicode.IsSpace(r) {
		return
	}
	h.buf = append(h.buf, r)
	if len(h.buf) == maxBufferedQuoteRunes {
		writeAll(h.buf, write)
		h.buf, h.state = nil, headDroppedQuote
	}
}

// closesQuote reports whether r closes the opening mark. It counts the quotations inside.
// A straight mark after a space or an opening bracket is an opening mark.
func (h *replyHeadStage) closesQuote(r rune) bool {
	partner := quotePairs[h.openingMark]
	isOpeningMark := r == h.openingMark
	if h.openingMark == partner {
		isOpeningMark = isOpeningMark && (unicode.IsSpace(h.lastRune) || unicode.Is(unicode.Ps, h.lastRune))
	}
	switch {
	case isOpeningMark:
		h.innerQuoteDepth++
	case r == partner && h.innerQuoteDepth > 0:
		h.innerQuoteDepth--
	case r == partner:
		return true
	}
	return false
}

// putRuneAfterQuote processes a rune after the closing mark. Text after this mark means that the marks
// did not enclose the whole reply. If the text is still buffered, both marks are written. If the
// opening mark was dropped already, the closing mark is dropped too.
func (h *replyHeadStage) putRuneAfterQuote(r rune, write func(rune)) {
	if unicode.IsSpace(r) {
		h.tail = append(h.tail, r)
		return
	}
	if h.state == headBufferedQuote {
		write(h.openingMark)
		writeAll(h.buf, write)
		write(quotePairs[h.openingMark])
	}
	writeAll(h.tail, write)
	h.state, h.buf, h.tail = headDone, nil, nil
	write(r)
}

func writeAll(runes []rune, write func(rune)) {
	for _, r := range runes {
		write(r)
	}
}

// isFoldedPrefix reports whether name begins with text, in any case.
func isFoldedPrefix(text, name []rune) bool {
	for i, r := range text {
		if !isSameIgnoringCase(r, name[i]) {
			return false
		}
	}
	return true
}
