package quote

import (
	"slices"
	"strings"
)

// americanSpellings replaces British spellings by American ones. The result is only
// compared, so words such as "four" may change too.
var americanSpellings = strings.NewReplacer(
	"our", "or", "isation", "ization", "ise", "ize", "ising", "izing", "yse", "yze", "tre", "ter", "ogue", "og",
	"elling", "eling", "elled", "eled", "aeo", "eo", "oeu", "eu", "grey", "gray", "towards", "toward", "amongst", "among",
	"whilst", "while", "shew", "show", "connexion", "connection",
)

// americanSpelling returns a lower-case word in American spelling.
func americanSpelling(w string) string {
	if len(w) < 4 {
		return w
	}
	return americanSpellings.Replace(w)
}

// These constants are lengths of a word in bytes. A typing error is tolerated only in a word of at
// least this length.
const (
	minInsertionWordBytes    = 5 // for one letter more or fewer, or two swapped letters
	minSubstitutionWordBytes = 6 // for one wrong letter
	minTwoErrorsWordBytes    = 9 // for two errors
)

// isNearlySame reports whether two different words are forms of one word ("think",
// "thinks") or differ by a typing error. Rule words-documented.
func isNearlySame(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 3 {
		return false
	}
	if isInflection(a, b) {
		return true
	}
	start := 0
	for start < len(a) && a[start] == b[start] {
		start++
	}
	a, b, shared := a[start:], b[start:], start
	for len(a) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b, shared = a[:len(a)-1], b[:len(b)-1], shared+1
	}
	length := shared + len(b)
	switch {
	case len(b) == 1 && len(a) == 0, len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]:
		return length >= minInsertionWordBytes
	case len(a) == 1 && len(b) == 1:
		return length >= minSubstitutionWordBytes
	}
	return len(b) <= 2 && length >= minTwoErrorsWordBytes
}

var wordEndings = []string{"s", "es", "d", "ed", "ing", "st", "est", "th", "eth", "n", "en", "ly"}

// isInflection reports whether b is the word a with an ending, as in "think" and "thinks", "make"
// and "making", "cry" and "cries".
func isInflection(a, b string) bool {
	if len(a) < 3 {
		return false
	}
	if end, ok := strings.CutPrefix(b, a); ok && slices.Contains(wordEndings, end) {
		return true
	}
	stem := a[:len(a)-1]
	ending, ok := strings.CutPrefix(b, stem)
	switch {
	case !ok:
		return false
	case a[len(a)-1] == 'e':
		return ending == "ing"
	case a[len(a)-1] == 'y':
		return ending == "ies" || ending == "ied"
	}
	return false
}
