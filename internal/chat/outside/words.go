package outside

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/chat/prompt"
)

// stemSet has the distinct stems of a text as keys. The value true marks a name or a number. A name
// or number in two texts is enough to show that they have a common subject.
type stemSet map[string]bool

// stemsOf returns the stems of a text, except those in own. Stems of capitalised words count as
// names. The first word of a sentence is always capitalised; it counts as a name only if withFirst
// is set.
func stemsOf(text string, own map[string]bool, withFirst bool) stemSet {
	out := stemSet{}
	for _, w := range prompt.Stems(text) {
		if !own[w] {
			out[w] = hasDigit(w)
		}
	}
	for _, name := range capitalisedWords(text, withFirst) {
		for _, w := range prompt.Stems(name) {
			if _, ok := out[w]; ok {
				out[w] = true
			}
		}
	}
	return out
}

// capitalisedWords returns the words of a text that begin with a capital letter. It leaves out
// the first words of sentences unless withFirst is set.
func capitalisedWords(text string, withFirst bool) (out []string) {
	isSentenceStart := true
	for w := range strings.FieldsSeq(text) {
		bareWord := strings.TrimLeftFunc(w, unicode.IsPunct)
		firstRune, _ := utf8.DecodeRuneInString(bareWord)
		if unicode.IsUpper(firstRune) && (withFirst || !isSentenceStart) {
			out = append(out, bareWord)
		}
		isSentenceStart = strings.ContainsAny(w[len(w)-1:], ".!?:") || strings.HasSuffix(w, "”")
	}
	return out
}

func hasDigit(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) }

// minSharedStems is how many plain words an entry must share with a text to belong to it. A shared
// name or number counts as minSharedStems words. Rule chat-step-outside.
const minSharedStems = 2

// sharedStemScore counts the stems that the entry e and a text have in common. A name or number counts
// as minSharedStems stems. If the sum is below minSharedStems, the entry does not belong to the
// text, and sharedStemScore returns 0.
func (e stemSet) sharedStemScore(text stemSet) (score int) {
	for w, isName := range e {
		isNameInText, ok := text[w]
		switch {
		case isName && isNameInText:
			score += minSharedStems
		case ok:
			score++
		}
	}
	if score < minSharedStems {
		return 0
	}
	return score
}
