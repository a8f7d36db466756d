package catalogue

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"colloquy/internal/core"
)

// searchKey is the folded text of a character that search looks into: the
// name's words, and the words of category, designation and tags.
type searchKey struct {
	name  string
	words []string // of the name
	other []string
}

// unmarked spells letters whose mark Unicode does not take off.
var unmarked = strings.NewReplacer(
	"ø", "o", "Ø", "O", "ł", "l", "Ł", "L", "đ", "d", "Đ", "D", "ð", "d", "Ð", "D", "ı", "i", "ħ", "h", "Ħ", "H",
	"ß", "ss", "ẞ", "SS", "æ", "ae", "Æ", "AE", "œ", "oe", "Œ", "OE", "þ", "th", "Þ", "TH",
)

// fold makes texts comparable: no case, no accents, letters and digits only,
// single spaces.
func fold(s string) string {
	var b strings.Builder
	gap := false
	for _, r := range unmarked.Replace(norm.NFKD.String(s)) {
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

const keySeparator = "\n"

// makeKey is what the search_key column holds.
func makeKey(p core.Persona) string {
	other := append([]string{p.Category, p.Designation}, p.Tags...)
	return fold(p.Name) + keySeparator + fold(strings.Join(other, " "))
}

func parseKey(column string) searchKey {
	name, other, _ := strings.Cut(column, keySeparator)
	return searchKey{name: name, words: strings.Fields(name), other: strings.Fields(other)}
}
