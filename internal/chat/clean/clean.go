// Package clean turns what a model sends into what a reader sees. One Filter
// serves one reply. It works rune by rune and keeps its state between pieces,
// so the result does not depend on where the stream was cut, and whatever Push
// and End returned is exactly what is stored (decisions §3, spec 1 §9).
//
// What a Filter does, in the order in which a rune passes through:
//
//   - Bytes. Invalid UTF-8 is dropped; a rune that two pieces share survives.
//     Control characters except newline and tab go, and with them carriage
//     returns, the byte order mark, the replacement character (what JSON
//     decoders leave of broken bytes) and the two bidirectional overrides.
//   - Markup (literals.go has the exact list). Stop strings end the reply.
//     Reasoning in <think> or its kin at the very start is never shown, also
//     when it is not closed. RESPONSE, START, END and STOP in angle brackets,
//     square brackets, or as a marked line of their own are removed; the
//     English words in prose are not. Comments are removed: HTML comments
//     anywhere, and lines that begin with two slashes and a blank. Headings,
//     "https://..." and "//host/path" are left alone, and so is everything but
//     stop strings inside a fenced code block.
//     Notes in <stage_notes>, which only a prompt holds, are removed with all
//     that is in them, and so are the lines of Options.Private.
//   - Head. Leading space, the character's own name before a colon, and
//     quotation marks around the whole reply are dropped.
//   - Layout. Three or more newlines become two, newlines at the end go, and an
//     odd number of ** gets its closing one.
//   - Guard. MaxChars, and a line or sentence that comes again and again, end
//     the reply.
//
// A reply that the model's length limit cut is not trimmed back to its last
// sentence: those words were shown already, and shown and stored must agree.
package clean

import (
	"cmp"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core/plain"
	"colloquy/internal/llm"
)

// DefaultMaxChars bounds a reply when Options sets no bound: about twice what
// the longest persona may say.
const DefaultMaxChars = 6000

// Options sets up a Filter for one reply.
type Options struct {
	CharName string   // the character's name, dropped before a colon at the head
	UserName string   // the user's name as the prompt has it; a line that begins with it ends the reply
	Stops    []string // further stop strings, compared without regard to case
	Canary   string   // a word of the prompt alone; a reply that holds it ends before it
	Private  []string // lines of the prompt, removed where a line begins with them
	MaxChars int      // most characters of a reply; 0 means DefaultMaxChars
}

// Filter cleans one reply. It is not safe for concurrent use.
type Filter struct {
	special [256]bool // bytes that a literal can begin with, or that are never plain
	own     []literal // the literals of this talk: names and Options.Stops

	partial [utf8.UTFMax]byte // a rune that is not whole yet
	pending int               // bytes in partial

	held      []rune // what may still become a literal
	hidden    []rune // the literal that ends what is being hidden; nil when nothing is
	begun     bool   // something visible passed the markup stage
	lineStart bool   // only blanks since the last newline
	inCode    bool   // inside a fenced code block
	stopped   bool   // a stop string was met

	head   head
	layout layout
	out    []byte
}

// New returns a Filter for one reply.
func New(opts Options) *Filter {
	f := &Filter{special: neverPlain, lineStart: true}
	f.own = ownLiterals(opts)
	for _, l := range f.own {
		if l.where == anywhere {
			f.mark(l.text[0])
		}
	}
	f.head.names = namePrefixes(opts.CharName)
	f.layout.max = cmp.Or(opts.MaxChars, DefaultMaxChars)
	return f
}

// Push takes the next piece of the stream and returns the text that may be
// shown now, which is empty while something is held back. A piece of plain
// words is returned as it is, without a copy. After Stopped it returns "".
func (f *Filter) Push(piece string) string {
	if f.Stopped() {
		return ""
	}
	if f.idle() && f.plain(piece) {
		return f.layout.plain(piece)
	}
	f.out = f.out[:0]
	for i := 0; i < len(piece) && !f.Stopped(); i++ {
		f.addByte(piece[i])
	}
	return string(f.out)
}

// End closes the reply and returns the text still to be shown. finish is what
// the model said, empty when it said nothing: unless it is llm.FinishStop, what
// looks like the beginning of a stop string or tag was cut in the middle, and
// is dropped. The Filter cannot be used afterwards.
func (f *Filter) End(finish llm.Finish) string {
	f.out = f.out[:0]
	f.settle(true)
	for len(f.held) > 0 && f.hidden == nil && !f.Stopped() && !dropTail(f.held, finish) {
		r := f.held[0]
		f.shift(1)
		f.pass(r)
		f.settle(true)
	}
	f.head.end(f.write)
	f.out = f.layout.end(f.out)
	f.stopped = true
	return string(f.out)
}

// Stopped reports that the reply is over whatever else the model sends: a stop
// string was met, MaxChars reached, or the model repeats itself. The caller
// then cancels the model's stream and calls End.
func (f *Filter) Stopped() bool { return f.stopped || f.layout.guard.full }

// CloseBold returns text with a closing ** when the number of ** in it is odd
// (spec 1 §9). It is for text that was cut outside a Filter, such as at the
// character up to which a reader saw it.
func CloseBold(text string) string {
	var bold boldCount
	for _, r := range text {
		bold.add(r)
	}
	if bold.odd {
		return text + "**"
	}
	return text
}

// idle reports that nothing is held back and no rule waits for the next rune.
func (f *Filter) idle() bool {
	return f.begun && !f.lineStart && f.pending == 0 && len(f.held) == 0 && f.hidden == nil &&
		f.head.state == headDone && f.layout.idle()
}

// plain reports that no byte of piece can begin anything this filter knows.
func (f *Filter) plain(piece string) bool {
	for i := 0; i < len(piece); {
		b := piece[i]
		if f.special[b] {
			return false
		}
		if b < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(piece[i:])
		if unwanted(r) {
			return false
		}
		i += size
	}
	return true
}

// mark makes the first byte of a literal special, in either case.
func (f *Filter) mark(r rune) {
	first := func(v rune) byte { return string(v)[0] }
	f.special[first(r)] = true
	for v := unicode.SimpleFold(r); v != r; v = unicode.SimpleFold(v) {
		f.special[first(v)] = true
	}
}

// addByte completes runes byte by byte, so that a broken sequence is dropped in
// the same way wherever the pieces were cut.
func (f *Filter) addByte(b byte) {
	if f.pending == 0 && b < utf8.RuneSelf {
		f.add(rune(b))
		return
	}
	f.partial[f.pending] = b
	f.pending++
	for f.pending > 0 && utf8.FullRune(f.partial[:f.pending]) {
		r, size := utf8.DecodeRune(f.partial[:f.pending])
		copy(f.partial[:], f.partial[size:f.pending])
		f.pending -= size
		f.add(r)
	}
}

// add sends one whole rune down the stages.
func (f *Filter) add(r rune) {
	if unwanted(r) || f.Stopped() {
		return
	}
	f.held = append(f.held, r)
	f.settle(false)
}

// write is where the head stage leaves its runes.
func (f *Filter) write(r rune) { f.out = f.layout.put(f.out, r) }

// unwanted reports the runes that no reply may hold.
func unwanted(r rune) bool {
	return r != '\n' && r != '\t' && plain.Is(r, plain.Control|plain.Broken|plain.ByteOrder|plain.Override)
}
