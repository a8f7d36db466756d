package index

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

// Fold normalises a text for comparison: lower case, no accents, letters and
// digits only, single spaces. It removes apostrophes, so that d'Arc is one word.
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

// SearchKey returns the folded texts that Search looks into: the name, and the others
// (category, designation and tags). It is stored, so that builds need not fold again.
func SearchKey(name string, others ...string) string {
	return Fold(name) + searchKeySeparator + Fold(strings.Join(others, " "))
}

// searchKey is a parsed result of SearchKey.
type searchKey struct {
	name       string
	nameWords  []string
	otherWords []string
}

func parseSearchKey(text string) searchKey {
	name, others, _ := strings.Cut(text, searchKeySeparator)
	return searchKey{name, strings.Fields(name), strings.Fields(others)}
}
