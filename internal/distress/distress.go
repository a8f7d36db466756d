// Package distress recognises whether a person may be at risk, from a user's message, here called a
// line. The risk is harm to themselves or harm by others. The package has the patterns
// (words/*.txt), the answers and the help lines. It does no I/O.
package distress

import (
	"slices"
	"strings"
)

// RiskKind is a class of risk.
type RiskKind uint8

// The kinds, the most serious first. A line may contain several kinds; KindOf returns the
// most serious.
const (
	Acute       RiskKind = 1 << iota // happening now: pills taken, a person on the roof
	SelfHarm                         // thoughts, plans or signs of harming oneself
	Abuse                            // a person is harmed by another
	OtherAtRisk                      // a person near the user is at risk
	riskMention                      // words of risk, whether meant seriously or not
	harmlessWording

	None RiskKind = 0
)

// findings are the kinds of the patterns that match a line.
type findings struct {
	kindBits RiskKind
	language string // in which the gravest kind of risk was found
}

// addKind adds a kind. If the kind is more serious than all earlier kinds, addKind also sets the
// language. A smaller value is more serious.
func (h *findings) addKind(kind RiskKind, language string) {
	if g := h.gravestKind(); g == None || kind < g {
		h.language = language
	}
	h.kindBits |= kind
}

// gravestKind returns the most serious kind that is meant seriously, or None.
func (h *findings) gravestKind() RiskKind {
	for _, k := range [...]RiskKind{Acute, SelfHarm, Abuse, OtherAtRisk} {
		if h.kindBits&k != 0 {
			return k
		}
	}
	return None
}

// KindOf returns the most serious risk in a line, or None. Questions about historical
// people, fiction and figures of speech do not count (rule safety-risk-heard).
func KindOf(line string) RiskKind {
	h := classifyLine(line)
	return h.gravestKind()
}

// IsAtRisk reports whether KindOf finds a risk.
func IsAtRisk(line string) bool { return KindOf(line) != None }

// MentionsRisk reports whether a line contains any words of risk, whether meant seriously
// or not. Use it where a false alarm costs little.
func MentionsRisk(line string) bool {
	p, h, text := allPatterns(), findings{}, normalize(line)
	p.matchUnspacedScriptPatterns(&h, text, false)
	eachSentence(text, func(words []string) { p.matchWordPatterns(&h, words, false) })
	return h.kindBits != 0
}

// classifyLine returns the kinds of risk in a line that no harmless pattern cancels. In a line with
// one of fictionWords, OtherAtRisk does not count. Quotations in such a line count only if it also
// has one of nearPersonWords. Rule safety-risk-heard.
func classifyLine(line string) (h findings) {
	p, text := allPatterns(), normalize(line)
	hasFictionWord, hasNearPerson := false, false
	p.matchUnspacedScriptPatterns(&h, text, true)
	eachSentence(text, func(words []string) {
		p.matchWordPatterns(&h, words, true)
		hasFictionWord, hasNearPerson = hasFictionWord || containsWord(words, fictionWords), hasNearPerson || containsWord(words, nearPersonWords)
	})
	if h.kindBits == 0 || !hasFictionWord {
		return h
	}
	if !hasNearPerson {
		h = findings{}
		p.matchUnspacedScriptPatterns(&h, text, true)
		eachSentence(withoutQuotations(text), func(words []string) { p.matchWordPatterns(&h, words, true) })
	}
	h.kindBits &^= OtherAtRisk
	return h
}

// matchWordPatterns adds the kinds of the word patterns that match a sentence. If skipHarmless is
// set, a harmless pattern cancels the patterns that share a word with it.
func (p *patterns) matchWordPatterns(h *findings, texts []string, skipHarmless bool) {
	words := make([]word, 0, len(texts)+8)
	for _, t := range texts {
		if !fillerWords[t] {
			words = p.appendWord(words, t)
		}
	}
	var harmlessWordFlags []bool
	if skipHarmless {
		harmlessWordFlags = p.findHarmlessWords(words)
	}
	for i, w := range words {
		for _, id := range w.symbols[:w.n] {
			for _, n := range p.patternsByAnchor[id] {
				if n.kind == harmlessWording || h.kindBits&n.kind != 0 {
					continue
				}
				if from, to, ok := n.match(words, i); ok && !isAnyFlagSet(harmlessWordFlags, from, to) {
					h.addKind(n.kind, n.language)
				}
			}
		}
	}
}

// findHarmlessWords marks the words that harmless patterns match; it returns nil if there are
// none.
func (p *patterns) findHarmlessWords(words []word) (harmlessWordFlags []bool) {
	for i, w := range words {
		for _, id := range w.symbols[:w.n] {
			for _, n := range p.patternsByAnchor[id] {
				if n.kind != harmlessWording {
					continue
				}
				from, to, ok := n.match(words, i)
				if ok && harmlessWordFlags == nil {
					harmlessWordFlags = make([]bool, len(words))
				}
				for k := from; ok && k <= to; k++ {
					harmlessWordFlags[k] = true
				}
			}
		}
	}
	return harmlessWordFlags
}

func isAnyFlagSet(flags []bool, from, to int) bool {
	return flags != nil && slices.Contains(flags[from:to+1], true)
}

// fictionWords show that a line is about a story, a song or a quotation.
var fictionWords = wordSet(`novel story stories scene poem song lyrics lyric album film movie play opera book chapter villain hero heroine
	protagonist character screenplay essay quote quoted verse aria fiction who roman szene gedicht lied chanson cancion romanzo canzone livro`)

// nearPersonWords are words for a person close to the user.
var nearPersonWords = wordSet(`friend brother sister son daughter mother mom mum father dad wife husband partner girlfriend boyfriend child kid he she`)

func wordSet(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

func containsWord(words []string, list map[string]bool) bool {
	return slices.ContainsFunc(words, func(w string) bool { return list[w] })
}

// quotationMarks maps opening to closing quotation marks.
var quotationMarks = map[rune]rune{'"': '"', '“': '”', '„': '“', '«': '»', '»': '«', '「': '」', '『': '』'}

// withoutQuotations removes quotations. It returns text unchanged if a quotation is not
// closed.
func withoutQuotations(text string) string {
	var out strings.Builder
	var awaitedClosingQuote rune
	for _, r := range text {
		switch {
		case awaitedClosingQuote != 0 && (r == awaitedClosingQuote || r == '”' && awaitedClosingQuote == '“'):
			awaitedClosingQuote = 0
		case awaitedClosingQuote != 0:
		case quotationMarks[r] != 0:
			awaitedClosingQuote = quotationMarks[r]
			out.WriteByte(' ')
		default:
			out.WriteRune(r)
		}
	}
	if awaitedClosingQuote != 0 {
		return text
	}
	return out.String()
}
