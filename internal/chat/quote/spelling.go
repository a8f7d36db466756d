package quote

import (
	"slices"
	"strings"
)

// spellings replace the British form of a word by the American one. The result is only
// compared, so words such as "four" may change too.
var spellings = strings.NewReplacer(
	"our", "or", "isation", "ization", "ise", "ize", "ising", "izing", "yse", "yze", "tre", "ter", "ogue", "og",
	"elling", "eling", "elled", "eled", "aeo", "eo", "oeu", "eu", "grey", "gray", "towards", "toward", "amongst", "among",
	"whilst", "while", "shew", "show", "connexion", "connection",
)

// spelling returns a lower-case word in the one form of its spellings.
func spelling(w string) string {
	if len(w) < 4 {
		return w
	}
	return spellings.Replace(w)
}

// Shortest words, in bytes, that a typing error leaves recognisable.
const (
	minForError   = 5 // a letter more or less, or two swapped
	minForAnother = 6 // another letter
	minForTwo     = 9 // two errors
)

// nearlySame reports whether two different words are forms of one word ("think",
// "thinks") or differ by a typing error.
func nearlySame(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 3 {
		return false
	}
	if isForm(a, b) {
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
		return length >= minForError
	case len(a) == 1 && len(b) == 1:
		return length >= minForAnother
	}
	return len(b) <= 2 && length >= minForTwo
}

var endings = []string{"s", "es", "d", "ed", "ing", "st", "est", "th", "eth", "n", "en", "ly"}

// isForm reports whether b is a with an ending, also without a final "e" or with "ies" for
// "y".
func isForm(a, b string) bool {
	if len(a) < 3 {
		return false
	}
	if end, ok := strings.CutPrefix(b, a); ok && slices.Contains(endings, end) {
		return true
	}
	stem := a[:len(a)-1]
	end, ok := strings.CutPrefix(b, stem)
	switch {
	case !ok:
		return false
	case a[len(a)-1] == 'e':
		return end == "ing"
	case a[len(a)-1] == 'y':
		return end == "ies" || end == "ied"
	}
	return false
}
