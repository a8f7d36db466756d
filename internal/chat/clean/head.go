package clean

import "unicode"

// quoteWait is how many characters after an opening quotation mark are buffered to
// see whether the mark closes before the end of the reply. After them the mark is
// assumed to enclose the whole reply and is dropped, so that text can be shown.
const quoteWait = 120

// quotePairs are the marks that may enclose a reply. Single marks are also
// apostrophes, so they are not included.
var quotePairs = map[rune]rune{'"': '"', '“': '”', '«': '»', '„': '“', '「': '」', '『': '』'}

type headState uint8

const (
	headName  headState = iota // the first runes may be a name before a colon
	headOpen                   // the next visible rune may be a quotation mark
	headHold                   // after a mark: everything is buffered
	headQuote                  // the mark was dropped, and the closing one will be
	headDone                   // everything passes unchanged
)

// head is the stage of the beginning of a reply.
type head struct {
	state  headState
	names  [][]rune // in lower case, with their colon
	buf    []rune   // headName: the runes so far; headHold: the same, without the mark
	opened rune     // the opening mark
	depth  int      // open marks inside it
	last   rune     // the previous rune, for marks that are the same on both sides
	closed bool     // the closing mark was found; only space has followed
	tail   []rune   // that space
}

// put processes one rune and writes what is decided.
func (h *head) put(r rune, write func(rune)) {
	switch h.state {
	case headDone:
		write(r)
	case headName:
		h.name(r, write)
	case headOpen:
		h.open(r, write)
	default:
		h.quoted(r, write)
	}
}

// end writes the buffered runes at the end of the reply.
func (h *head) end(write func(rune)) {
	if h.state == headName {
		h.replay(write)
	}
	if h.state == headHold {
		emit(h.buf, write)
	}
	h.state = headDone
}

// name compares the first runes with the character's names.
func (h *head) name(r rune, write func(rune)) {
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

// replay processes the buffered runes, which are no name, as text.
func (h *head) replay(write func(rune)) {
	held := h.buf
	h.buf, h.names, h.state = nil, nil, headOpen
	for _, r := range held {
		h.put(r, write)
	}
}

// open checks whether the first visible rune is a quotation mark.
func (h *head) open(r rune, write func(rune)) {
	switch {
	case unicode.IsSpace(r):
	case quotePairs[r] != 0:
		h.state, h.opened, h.last = headHold, r, r
	default:
		h.state = headDone
		write(r)
	}
}

// quoted processes a rune after a mark that may enclose the whole reply.
func (h *head) quoted(r rune, write func(rune)) {
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
	if len(h.buf) == quoteWait {
		emit(h.buf, write)
		h.buf, h.state = nil, headQuote
	}
}

// closes reports whether r closes the opening mark, and counts marks between them. A
// straight mark after a space opens.
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

// afterClose runs after the closing mark. The marks enclosed the reply only if it
// ends here. Otherwise buffered text gets its marks back; if the opening mark was
// dropped already, the closing one is dropped too.
func (h *head) afterClose(r rune, write func(rune)) {
	if unicode.IsSpace(r) {
		h.tail = append(h.tail, r)
		return
	}
	if h.state == headHold {
		write(h.opened)
		emit(h.buf, write)
		write(quotePairs[h.opened])
	}
	emit(h.tail, write)
	h.state, h.buf, h.tail = headDone, nil, nil
	write(r)
}

func emit(runes []rune, write func(rune)) {
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
