// Package fold normalises texts for comparison: lower case, no accents, letters and digits
// only. It has no side effects.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainLetters replaces accented letters and ligatures that NFKD does not decompose.
var plainLetters = strings.NewReplacer(
	"ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ð", "d", "Ð", "D", "ı", "i", "ħ", "h", "Ħ", "H",
	"ß", "ss", "ẞ", "SS", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "þ", "th", "Þ", "TH",
)

// Text returns a text in lower case, without accents, with letters and digits only, and with
// single spaces between words. It removes apostrophes, so that d'Arc is one word.
// Rules chat-search-words, catalogue-search-forgives, chats-search.
func Text(s string) string {
	var b strings.Builder
	pendingSpace := false
	for _, r := range plainLetters.Replace(norm.NFKD.String(s)) {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if pendingSpace && b.Len() > 0 {
				b.WriteByte(' ')
			}
			pendingSpace = false
			b.WriteRune(unicode.ToLower(r))
		default:
			pendingSpace = true
		}
	}
	return b.String()
}
