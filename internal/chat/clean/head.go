package clean

import "unicode"

// quoteWait is how many characters of a reply that begins with a quotation mark
// are held back to see whether the mark closes before the reply's end. After
// that it is taken to surround the whole reply, so that reading can begin.
const quoteWait = 120

// quotePairs are the marks that may surround a reply. Single marks are not
// among them: they are apostrophes too.
var quotePairs = map[rune]rune{'"': '"', '“': '”', '«': '»', '„': '“', '「': '」', '『': '』'}

type headState uint8

const (
	headName  headState = iota // the first runes may be a name before a colon
	headOpen                   // the next visible rune may be a quotation mark
	headHold                   // a mark was met, everything is held back
	headQuote                  // the mark was dropped; its partner will be too
	headDone                   // everything passes
)

// head is the stage that treats the beginning of a reply.
type head struct {
	state  headState
	names  [][]rune // in lower case, with their colon
	buf    []rune   // headName: the runes so far; headHold: the same, without the mark
	opened rune     // the mark that opened the reply
	depth  int      // marks open inside it
	last   rune     // the rune before, for marks that look alike on both sides
	closed bool     // the partner was met; only space has followed
	tail   []rune   // that space
}

// put takes one rune and gives on to write what is decided.
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

// end gives on what is still held when the reply ends.
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

// replay treats the held runes, which are no name, as the reply proper.
func (h *head) replay(write func(rune)) {
	held := h.buf
	h.buf, h.names, h.state = nil, nil, headOpen
	for _, r := range held {
		h.put(r, write)
	}
}

// open looks at the first visible rune of the reply proper.
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

// quoted treats a rune inside a mark that may surround the whole reply.
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

// closes reports whether r is the partner of the mark that opened the reply,
// and counts the marks between. A straight mark after a space opens.
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

// afterClose waits after the partner: only if the reply ends here did the marks
// surround it. Otherwise held text gets its marks back; where the first one was
// dropped already, its partner stays away too.
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
