package quote

import (
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/english"
)

// minSpiritWords is the least number of words of a passage that is a Spirit quotation. Rule
// words-in-the-spirit.
const minSpiritWords = 4

// maxQuotationsOfKind limits the quotations of each kind in a reply. This also bounds the time for a
// hostile reply.
const maxQuotationsOfKind = 40

// spiritQuotations returns the Spirit quotations. These are passages in quotation marks that are not
// on record. A passage is marked if the reply presents the passage as somebody's words. An authored saying with
// statusInSpirit is marked too. If a passage is inside another passage, only the outer passage is
// marked.
func (m *Matcher) spiritQuotations(t text, documented []Quotation, nearMissAlignments []alignment, asked string) []Quotation {
	passagesOuterFirst := slices.Clone(t.passages)
	slices.SortFunc(passagesOuterFirst, func(a, b passage) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	userWordSequences := wordSequenceSetOf(asked)
	var quotations []Quotation
	lastEnd := int32(0) // end of the last quotation, in code points
	for _, p := range passagesOuterFirst {
		if p.start < lastEnd || len(quotations) == maxQuotationsOfKind || overlapsAny(documented, int(p.start), int(p.end)) {
			continue
		}
		if t.wordCount(p) < minSpiritWords || resemblesSaying(p, nearMissAlignments) || isTitle(t, p) || userWordSequences.coversHalfOfPassage(t.reply[p.startByte:p.endByte]) {
			continue
		}
		n := m.authoredSayingIndex(p, t)
		if n == NoSaying && !t.isPresentedAsSpeech(p) {
			continue
		}
		quotation := m.newQuotation(Spirit, int(p.start), int(p.end), n)
		quotations, lastEnd = append(quotations, quotation), p.end
	}
	return quotations
}

// wordCount counts the words of a passage. A contraction is one word.
func (t text) wordCount(p passage) int {
	n := 0
	for i := p.firstToken; i < p.endToken; i++ {
		if t.tokens[i].id != paragraphBreak && (i == p.firstToken || t.tokens[i].start != t.tokens[i-1].start) {
			n++
		}
	}
	return n
}

// authoredSayingIndex returns the index of the saying that fills a passage and has the status
// statusInSpirit, or NoSaying.
func (m *Matcher) authoredSayingIndex(p passage, t text) int {
	passageText := text{reply: t.reply, tokens: t.tokens[p.firstToken:p.endToken]}
	for n, s := range m.sayings {
		if s.SourceStatus != statusInSpirit || n >= maxSayings {
			continue
		}
		for _, al := range appendAlignments(nil, s, n, passageText, m.vocab) {
			if float64(al.matchedWordCount) >= minWholeShare*float64(len(s.words)) && float64(al.matchedWordCount) >= minQuotedShare*float64(p.endToken-p.firstToken) {
				return n
			}
		}
	}
	return NoSaying
}

// isTitle reports whether a passage is written like the title of a work: most of its longer
// words begin with a capital letter.
func isTitle(t text, p passage) bool {
	longWordCount, capitals := 0, 0
	for i := p.firstToken; i < p.endToken; i++ {
		tok := t.tokens[i]
		if tok.end-tok.start < minTitleWordLength {
			continue
		}
		longWordCount++
		if c, _ := utf8.DecodeRuneInString(t.reply[tok.startByte:]); unicode.IsUpper(c) {
			capitals++
		}
	}
	return longWordCount >= 2 && float64(capitals) >= titleShare*float64(longWordCount)
}

const (
	minTitleWordLength = 4   // code points; shorter words have no capital in a title
	titleShare         = 0.8 // least share of the longer words that begin with a capital
)

// wordSequenceSet is the set of sequences of wordsPerSequence words in the user's message.
type wordSequenceSet map[string]bool

// wordsPerSequence is the number of words of a sequence. wordSequences is written for three.
const wordsPerSequence = 3

func wordSequenceSetOf(asked string) wordSequenceSet {
	if asked == "" {
		return nil
	}
	out := wordSequenceSet{}
	for _, s := range wordSequences(english.Words(withoutMarkup(asked))) {
		out[s] = true
	}
	return out
}

// coversHalfOfPassage reports whether at least half of the sequences of a passage are in the user's
// message.
func (a wordSequenceSet) coversHalfOfPassage(passage string) bool {
	if len(a) == 0 {
		return false
	}
	allCount, found := 0, 0
	for _, s := range wordSequences(english.Words(withoutMarkup(passage))) {
		allCount++
		if a[s] {
			found++
		}
	}
	return float64(found) >= minUserSequenceShare*float64(allCount)
}

// minUserSequenceShare is a share of the sequences of a passage. If the user's message has at least this
// share, the passage quotes the user.
const minUserSequenceShare = 0.5

func wordSequences(words []string) []string {
	var out []string
	for n := 0; n+wordsPerSequence <= len(words); n++ {
		out = append(out, words[n]+" "+words[n+1]+" "+words[n+2])
	}
	return out
}
