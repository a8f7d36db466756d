package index

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// plainLetters replaces letters whose mark is no combining mark in Unicode.
var plainLetters = strings.NewReplacer(
	"ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ð", "d", "Ð", "D", "ı", "i", "ħ", "h", "Ħ", "H",
	"ß", "ss", "ẞ", "SS", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "þ", "th", "Þ", "TH",
)

// Fold normalises a text for comparison: lower case, no accents, letters and
// digits only, single spaces. Apostrophes vanish, so that d'Arc is one word.
func Fold(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range plainLetters.Replace(norm.NFKD.String(s)) {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '\'' || r == '’':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(unicode.ToLower(r))
		default:
			gap = true
		}
	}
	return b.String()
}

const searchKeySeparator = "\n"

// SearchKey folds the texts that search looks into, once for all builds: the name,
// and the others (category, designation and tags).
func SearchKey(name string, others ...string) string {
	return Fold(name) + searchKeySeparator + Fold(strings.Join(others, " "))
}

// searchKey is a search key in its parts.
type searchKey struct {
	name       string
	nameWords  []string
	otherWords []string
}

func parseSearchKey(text string) searchKey {
	name, others, _ := strings.Cut(text, searchKeySeparator)
	return searchKey{name, strings.Fields(name), strings.Fields(others)}
}
