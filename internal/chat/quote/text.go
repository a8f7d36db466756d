package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/english"
)

// token is a word of a reply. A contraction gives several tokens with the same range.
type token struct {
	id                  int16 // number in the vocabulary, unknownWord or paragraphBreak
	isNearMatch         bool  // the reply has another form or a misspelling of the vocabulary's word
	interruptsQuotation bool  // the word is between two parts of one quotation: “If so,” he said, “then.”
	start, end          int32 // range in code points
	startByte, endByte  int32 // range in bytes
}

// paragraphBreak is the id of a token between two paragraphs. No quotation crosses this token.
const paragraphBreak int16 = -2

// text is a reply, split into words and passages in quotation marks.
type text struct {
	reply    string
	tokens   []token
	passages []passage
}

// replyReader splits a reply into words and passages in quotation marks.
type replyReader struct {
	text
	vocab      *vocabulary
	quotes     quoteStack
	wordBuffer []string
	bytePos    int32 // index of the current rune in bytes
	runePos    int32 // index of the current rune in code points
	lastRune   rune  // the last rune that is not markup; 0 at the start of a paragraph
}

// readText splits a reply.
func (v *vocabulary) readText(reply string) text {
	r := replyReader{vocab: v}
	r.reply = reply
	r.tokens = make([]token, 0, len(reply)/4+1)
	for int(r.bytePos) < len(reply) {
		r.readNextWordOrRune()
	}
	r.markInterruptions()
	return r.text
}

// readNextWordOrRune reads one word, or one rune that belongs to no word.
func (r *replyReader) readNextWordOrRune() {
	c, size := utf8.DecodeRuneInString(r.reply[r.bytePos:])
	switch {
	case isWordRune(c):
		r.readWord()
		return
	case c == '\n':
		if r.endsParagraph() {
			r.tokens = append(r.tokens, token{id: paragraphBreak, start: r.runePos, end: r.runePos, startByte: r.bytePos, endByte: r.bytePos})
			r.quotes.clear()
			r.lastRune = 0
		} else {
			r.lastRune = ' '
		}
	case isMarkup(c):
	default:
		r.readQuoteMark(c, size)
		r.lastRune = c
	}
	r.bytePos += int32(size)
	r.runePos++
}

// endsParagraph reports whether a new paragraph or list item begins after the line break at
// the current place.
func (r *replyReader) endsParagraph() bool {
	nextLine := strings.TrimLeft(r.reply[r.bytePos+1:min(int(r.bytePos)+8, len(r.reply))], " \t")
	if nextLine == "" {
		return false
	}
	switch nextLine[0] {
	case '\n', '#':
		return true
	case '-', '*', '+':
		return len(nextLine) > 1 && nextLine[1] == ' '
	}
	afterDigits := strings.TrimLeft(nextLine, "0123456789")
	return afterDigits != nextLine && (strings.HasPrefix(afterDigits, ". ") || strings.HasPrefix(afterDigits, ") "))
}

// readWord reads a word with the apostrophes and the markup inside it.
func (r *replyReader) readWord() {
	start, startByte := r.runePos, r.bytePos
	end, endByte := r.runePos, r.bytePos
	isPlainASCII := true
	for int(r.bytePos) < len(r.reply) {
		c, size := utf8.DecodeRuneInString(r.reply[r.bytePos:])
		if !isWordRune(c) {
			if !isApostrophe(c) && c != '*' || !r.wordFollows(size) {
				break
			}
			isPlainASCII = false
		}
		isPlainASCII = isPlainASCII && c < utf8.RuneSelf
		r.bytePos += int32(size)
		r.runePos++
		end, endByte, r.lastRune = r.runePos, r.bytePos, c
		if isIdeograph(c) && r.runePos-start == 2 {
			break
		}
	}
	w := r.reply[startByte:endByte]
	if isPlainASCII {
		r.wordBuffer = english.AppendWord(r.wordBuffer[:0], strings.ToLower(w))
	} else {
		r.wordBuffer = english.Words(withoutMarkup(w))
	}
	for _, w := range r.wordBuffer {
		id, near := r.vocab.findWord(w)
		r.tokens = append(r.tokens, token{id: id, isNearMatch: near, start: start, end: end, startByte: startByte, endByte: endByte})
	}
}

// wordFollows reports whether the rune after the current one, which has size bytes, belongs
// to a word.
func (r *replyReader) wordFollows(size int) bool {
	next, _ := utf8.DecodeRuneInString(r.reply[int(r.bytePos)+size:])
	return isWordRune(next)
}

func isWordRune(c rune) bool {
	if c < utf8.RuneSelf {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
	}
	return c != utf8.RuneError && (unicode.IsLetter(c) && c != 'ʼ' || unicode.IsDigit(c) || unicode.IsMark(c))
}

// isIdeograph reports whether c belongs to a script without spaces. Two of its runes count
// as a word.
func isIdeograph(c rune) bool {
	return c >= 0x2e80 && unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

func isApostrophe(c rune) bool { return c == '\'' || c == '’' || c == '‘' || c == 'ʼ' }

func isMarkup(c rune) bool { return c == '*' || c == '_' || c == '~' || c == '`' }

// isClauseEnd reports whether c ends a clause or a quotation.
func isClauseEnd(c rune) bool { return strings.ContainsRune(".,;:!?…()—–\n“”\"«»„", c) }

// endsClause reports whether a clause of the reply ends after token i.
func (t text) endsClause(i int) bool {
	for _, c := range t.reply[t.tokens[i].endByte:] {
		switch {
		case isClauseEnd(c):
			return true
		case c != ' ' && c != '’' && c != '\'' && !isMarkup(c):
			return false
		}
	}
	return true
}

// isBeforeCommonWord reports whether the word after token i is common, or token i is the last
// one.
func (t text) isBeforeCommonWord(i int) bool {
	if i+1 == len(t.tokens) {
		return true
	}
	next := t.tokens[i+1]
	return commonWords[strings.ToLower(t.reply[next.startByte:next.endByte])]
}

// rangeWithPunctuation returns the range of the tokens first to last, in code points. The range includes
// the punctuation after the tokens and the quotation marks around them.
func (t text) rangeWithPunctuation(first, last int) (start, end int) {
	start, end = int(t.tokens[first].start), int(t.tokens[last].end)
	replyAfter := t.reply[t.tokens[last].endByte:]
	textAfterPunctuation := strings.TrimLeft(replyAfter, ".,;:!?…")
	end += utf8.RuneCountInString(replyAfter[:len(replyAfter)-len(textAfterPunctuation)])
	opening, size := utf8.DecodeLastRuneInString(t.reply[:t.tokens[first].startByte])
	closing, _ := utf8.DecodeRuneInString(textAfterPunctuation)
	if size > 0 && textAfterPunctuation != "" && strings.ContainsRune(closingMarks[opening], closing) {
		return start - 1, end + 1
	}
	return start, end
}
