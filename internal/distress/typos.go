package distress

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// The least length of a word for which a typo is accepted. Many shorter words differ from each
// other by only one letter. Rule safety-risk-heard.
const (
	minLettersIfOneMissing = 4  // letters of the word, if the typo lacks one letter
	minLettersIfOneMore    = 5  // letters of the word, if the typo has an additional letter
	minLettersIfOneWrong   = 6  // letters of the word, if the typo has a wrong letter
	maxTypoLetters         = 24 // longer texts are not corrected
)

// addTypoMatches adds to w the pattern words that text may misspell. The first letter must be
// right. Two swapped neighbours are accepted in words of three letters and more.
func (p *patterns) addTypoMatches(w *word, text string) {
	firstLetter, _ := utf8.DecodeRuneInString(text)
	lastLetter, _ := utf8.DecodeLastRuneInString(text)
	size, mask := utf8.RuneCountInString(text), letterMask(text)
	if size < 3 || size > maxTypoLetters {
		return
	}
	for _, near := range [...][]typoCandidate{p.typoCandidates[typoKey{firstLetter, size - 1}], p.typoCandidates[typoKey{firstLetter, size}], p.typoCandidates[typoKey{firstLetter, size + 1}]} {
		addCandidateMatches(near, w, text, lastLetter, size, mask)
	}
}

// addCandidateMatches adds to w the candidates that text may misspell.
func addCandidateMatches(near []typoCandidate, w *word, text string, last rune, size int, mask uint64) {
	for _, k := range near {
		if bits.OnesCount64(mask^k.letterMask) > 2 {
			continue
		}
		if (k.lastLetter == 0 || k.lastLetter == last) && isTypo(text, size, k) {
			w.add(k.id)
		}
	}
}

// isTypo reports whether text is one typo away from the candidate.
func isTypo(text string, size int, k typoCandidate) bool {
	a, b := text, k.text
	for a != "" && b != "" {
		ra, na := utf8.DecodeRuneInString(a)
		rb, nb := utf8.DecodeRuneInString(b)
		if ra != rb {
			break
		}
		a, b = a[na:], b[nb:]
	}
	_, na := utf8.DecodeRuneInString(a)
	_, nb := utf8.DecodeRuneInString(b)
	switch {
	case size < k.size:
		return k.size >= minLettersIfOneMissing && a == b[nb:]
	case size > k.size:
		return k.size >= minLettersIfOneMore && a[na:] == b
	case a[na:] == b[nb:]:
		return k.size >= minLettersIfOneWrong
	}
	ra, _ := utf8.DecodeRuneInString(a[na:])
	rb, _ := utf8.DecodeRuneInString(b[nb:])
	isSwapped := strings.HasPrefix(a, string(rb)) && strings.HasPrefix(b, string(ra))
	return isSwapped && a[na+utf8.RuneLen(ra):] == b[nb+utf8.RuneLen(rb):]
}

// ordinaryWords are words with another meaning that are one typo away from a word of
// the patterns.
var ordinaryWords = func() map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(`loving liking lining hunting drying dyeing bride season seasons poison prison
		burned pulls pilots fiend fried brother bother mother moth farther lather living life live lives love loves like liked
		hating heating handing ranging laughing laying willing billing filling eating being seeing going
		done one won own now no not on son soon diet dies died die did dig dip pie tie lie bored board
		hand hands hard heart hears hears host hosts hit hot hat beat beast best boat bear bread break
		some same sane time tired tried tires try trial untied united`) {
		out[w] = true
	}
	return out
}()
