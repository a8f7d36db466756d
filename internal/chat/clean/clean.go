// Package clean turns a model's output into the text that readers see. One Filter serves one reply.
// The result does not depend on how the stream is cut into pieces. The text that Push and End
// return is the text to store (rules replies-cleaned, replies-shown-is-stored).
//
// The stages of a Filter, in order:
//
//   - Bytes: removes invalid UTF-8, the byte order mark, the replacement character and the two
//     bidirectional overrides. Also removes control characters except newline and tab. A rune that
//     is split between two pieces is kept.
//   - Markup: ends the reply at a stop string. Removes reasoning tags with their content, markup
//     words, comments, notes in <stage_notes> and the lines of Options.ForbiddenPromptLines. In a fenced
//     code block it recognises only stop strings. markup_literals.go has the exact list.
//   - Head: removes leading space, the character's own name before a colon, and quotation marks
//     around the whole reply.
//   - Layout: turns three or more newlines into two and removes newlines at the end. Closes bold
//     text that is still open at the end.
//   - Guard: ends the reply at MaxChars, or if a line or sentence is repeated too often.
//
// The Filter does not shorten a reply that the model's length limit cut. Readers have already seen
// its incomplete sentence, and the stored text must equal the shown text.
package clean

import (
	"cmp"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core/plain"
	"colloquy/internal/llm"
)

// DefaultMaxChars limits a reply if Options sets no limit: about twice the longest
// reply that a persona may write.
const DefaultMaxChars = 6000

// Options configure a Filter.
type Options struct {
	CharName             string   // the character's name; removed before a colon at the start of the reply
	UserName             string   // the user's name as in the prompt; a line that begins with it ends the reply
	StopStrings          []string // further stop strings, case-insensitive
	Canary               string   // a word that only the prompt contains; if the reply repeats it, the reply ends before it
	ForbiddenPromptLines []string // lines of the prompt; removed at the start of a line of the reply
	MaxChars             int      // longest reply; 0 means DefaultMaxChars
}

// Filter cleans one reply. It is not safe for concurrent use.
type Filter struct {
	isSpecialByte [256]bool // true for the bytes that no plain piece contains (needsNoCleaning)
	ownLiterals   []literal // the literals of this conversation, from Options

	partialRune    [utf8.UTFMax]byte // an incomplete rune
	partialRuneLen int               // bytes in partialRune

	bufferedRunes  []rune // text that may be the beginning of a literal
	untilLiteral   []rune // the literal that ends the hidden text; nil if no text is hidden
	hasVisibleText bool   // a visible rune has passed the markup stage
	atLineStart    bool   // only spaces since the last newline
	inCode         bool   // inside a fenced code block
	hasStopped     bool   // a stop string was found

	replyHead replyHeadStage
	layout    layoutStage
	out       []byte
}

// New returns a Filter for one reply.
func New(opts Options) *Filter {
	f := &Filter{isSpecialByte: isAlwaysSpecialByte, atLineStart: true}
	f.ownLiterals = ownLiterals(opts)
	for _, l := range f.ownLiterals {
		if l.position == anywhere {
			f.markFirstByteSpecial(l.text[0])
		}
	}
	f.replyHead.names = namePrefixes(opts.CharName)
	f.layout.maxChars = cmp.Or(opts.MaxChars, DefaultMaxChars)
	return f
}

// Push processes the next piece of the stream and returns the text to show. The text is empty while
// the Filter needs more input to decide. Push does not copy a piece of plain words.
func (f *Filter) Push(piece string) string {
	if f.HasEndedReply() {
		return ""
	}
	if f.hasNoPendingState() && f.needsNoCleaning(piece) {
		return f.layout.putPlain(piece)
	}
	f.out = f.out[:0]
	for i := 0; i < len(piece) && !f.HasEndedReply(); i++ {
		f.addByte(piece[i])
	}
	return string(f.out)
}

// End ends the reply and returns the rest of the text to show. finish is the model's reason for
// stopping, empty if it gave none. Any reason except llm.FinishStop means that the output was cut.
// End then drops an incomplete stop string or tag at the end. The Filter cannot be used afterwards.
func (f *Filter) End(finish llm.Finish) string {
	f.out = f.out[:0]
	f.processDecidedRunes(true)
	for len(f.bufferedRunes) > 0 && f.untilLiteral == nil && !f.HasEndedReply() && !shouldDropTail(f.bufferedRunes, finish) {
		r := f.bufferedRunes[0]
		f.dropFirstRunes(1)
		f.passToReplyHead(r)
		f.processDecidedRunes(true)
	}
	f.replyHead.end(f.writeToLayout)
	f.out = f.layout.end(f.out)
	f.hasStopped = true
	return string(f.out)
}

// HasEndedReply reports whether the Filter has ended the reply before the end of the stream. Reasons are
// a stop string, MaxChars and repetition. The caller then cancels the stream and calls End.
func (f *Filter) HasEndedReply() bool { return f.hasStopped || f.layout.guard.hasEnded }

// CloseBold appends ** to text if its number of ** is odd (rule replies-close-bold). Use it for
// text that was cut after a Filter returned it. An example is a cut at the last character that a
// reader saw.
func CloseBold(text string) string {
	var boldPairs boldPairCounter
	for _, r := range text {
		boldPairs.add(r)
	}
	if boldPairs.hasOddPairCount {
		return text + "**"
	}
	return text
}

// hasNoPendingState reports whether the Filter has no unfinished state, so that a plain next piece can be
// shown unchanged.
func (f *Filter) hasNoPendingState() bool {
	return f.hasVisibleText && !f.atLineStart && f.partialRuneLen == 0 && len(f.bufferedRunes) == 0 && f.untilLiteral == nil &&
		f.replyHead.state == headDone && f.layout.hasNoPendingState()
}

// needsNoCleaning reports whether no byte of piece can begin a literal.
func (f *Filter) needsNoCleaning(piece string) bool {
	for i := 0; i < len(piece); {
		b := piece[i]
		if f.isSpecialByte[b] {
			return false
		}
		if b < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(piece[i:])
		if isAlwaysRemoved(r) {
			return false
		}
		i += size
	}
	return true
}

// markFirstByteSpecial marks as special the first byte of a rune that begins a literal, in lower
// case and in upper case.
func (f *Filter) markFirstByteSpecial(r rune) {
	firstByte := func(v rune) byte { return string(v)[0] }
	f.isSpecialByte[firstByte(r)] = true
	for v := unicode.SimpleFold(r); v != r; v = unicode.SimpleFold(v) {
		f.isSpecialByte[firstByte(v)] = true
	}
}

// addByte assembles runes from bytes. An invalid sequence is dropped in the same way
// wherever the stream is cut.
func (f *Filter) addByte(b byte) {
	if f.partialRuneLen == 0 && b < utf8.RuneSelf {
		f.addRune(rune(b))
		return
	}
	f.partialRune[f.partialRuneLen] = b
	f.partialRuneLen++
	for f.partialRuneLen > 0 && utf8.FullRune(f.partialRune[:f.partialRuneLen]) {
		r, size := utf8.DecodeRune(f.partialRune[:f.partialRuneLen])
		copy(f.partialRune[:], f.partialRune[size:f.partialRuneLen])
		f.partialRuneLen -= size
		f.addRune(r)
	}
}

// addRune passes one rune to the markup stage.
func (f *Filter) addRune(r rune) {
	if isAlwaysRemoved(r) || f.HasEndedReply() {
		return
	}
	f.bufferedRunes = append(f.bufferedRunes, r)
	f.processDecidedRunes(false)
}

// writeToLayout passes a rune of the head stage to the layout stage.
func (f *Filter) writeToLayout(r rune) { f.out = f.layout.addRune(f.out, r) }

// isAlwaysRemoved reports whether r is removed from every reply.
func isAlwaysRemoved(r rune) bool {
	return r != '\n' && r != '\t' && plain.Is(r, plain.Control|plain.Replacement|plain.ByteOrder|plain.BidiOverride)
}
