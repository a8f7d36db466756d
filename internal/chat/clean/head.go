package clean

import "unicode"

// maxBufferedQuote is how many characters after an opening quotation mark are buffered, to
// find out whether the closing mark is before the end of the reply. After them the mark
// is assumed to enclose the whole reply and is dropped, so that text can be shown.
const maxBufferedQuote = 120

// quotePairs are the quotation marks that may enclose a reply. Single marks are not
// included, because they are also apostrophes.
var quotePairs = map[rune]rune{'"': '"', '“': '”', '«': '»', '„': '“', '「': '」', '『': '』'}

type headState uint8

const (
	headName   headState = iota // the first runes may be a name before a colon
	headOpen                    // the next visible rune may be a quotation mark
	headBuffer                  // after an opening mark: all text is buffered
	headQuote                   // the opening mark was dropped; the closing one will be
	headDone                    // all text passes unchanged
)

// head processes the beginning of a reply.
type head struct {
	state  headState
	names  [][]rune // character's names in lower case, with a colon
	buf    []rune   // headName: the runes so far; headBuffer: the same without the opening mark
	opened rune     // the opening mark
	depth  int      // unclosed marks inside the opening mark
	last   rune     // the previous rune, to tell an opening from a closing straight mark
	closed bool     // the closing mark was found, followed only by spaces so far
	tail   []rune   // these spaces
}

// put processes one rune and writes the runes that are decided.
func (h *head) put(r rune, write func(rune)) {
	switch h.state {
	case headDone:
		write(r)
	case headName:
		h.putName(r, write)
	case headOpen:
		h.putFirst(r, write)
	default:
		h.putQuoted(r, write)
	}
}

// end writes the buffered runes at the end of the reply.
func (h *head) end(write func(rune)) {
	if h.state == headName {
		h.replay(write)
	}
	if h.state == headBuffer {
		writeAll(h.buf, write)
	}
	h.state = headDone
}

// putName compares the first runes with the character's names.
func (h *head) putName(r rune, write func(rune)) {
	h.buf = append(h.buf, r)
	undecided := false
	for _, n := range h.names {
		if len(h.buf) > len(n) || !foldedPrefix(h.buf, n) {
			continue
		}
		if len(h.buf) == len(n) {
			h.buf, h.names, h.state = nil, nil, headOpen
			return
		}
		undecided = true
	}
	if !undecided {
		h.replay(write)
	}
}

// replay processes the buffered runes, which are not a name, as text.
func (h *head) replay(write func(rune)) {
	buffered := h.buf
	h.buf, h.names, h.state = nil, nil, headOpen
	for _, r := range buffered {
		h.put(r, write)
	}
}

// putFirst checks whether the first visible rune is a quotation mark.
func (h *head) putFirst(r rune, write func(rune)) {
	switch {
	case unicode.IsSpace(r):
	case quotePairs[r] != 0:
		h.state, h.opened, h.last = headBuffer, r, r
	default:
		h.state = headDone
		write(r)
	}
}

// putQuoted processes a rune after a mark that may enclose the whole reply.
func (h *head) putQuoted(r rune, write func(rune)) {
	if h.closed {
		h.afterClose(r, write)
		return
	}
	if h.closes(r) {
		h.closed = true
		return
	}
	h.last = r
	if h.state == headQuote {
		write(r)
		return
	}
	if len(h.buf) == 0 && unicode.IsSpace(r) {
		return
	}
	h.buf = append(h.buf, r)
	if len(h.buf) == maxBufferedQuote {
		writeAll(h.buf, write)
		h.buf, h.state = nil, headQuote
	}
}

// closes reports whether r closes the opening mark, and counts marks between them. A
// straight mark after a space is an opening mark.
func (h *head) closes(r rune) bool {
	partner := quotePairs[h.opened]
	opens := r == h.opened
	if h.opened == partner {
		opens = opens && (unicode.IsSpace(h.last) || unicode.Is(unicode.Ps, h.last))
	}
	switch {
	case opens:
		h.depth++
	case r == partner && h.depth > 0:
		h.depth--
	case r == partner:
		return true
	}
	return false
}

// afterClose processes a rune after the closing mark. If text follows, the marks did
// not enclose the whole reply: buffered text gets its marks back, or, if the opening
// mark was dropped already, the closing one is dropped too.
func (h *head) afterClose(r rune, write func(rune)) {
	if unicode.IsSpace(r) {
		h.tail = append(h.tail, r)
		return
	}
	if h.state == headBuffer {
		write(h.opened)
		writeAll(h.buf, write)
		write(quotePairs[h.opened])
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

func foldedPrefix(text, name []rune) bool {
	for i, r := range text {
		if !sameFold(r, name[i]) {
			return false
		}
	}
	return true
}
