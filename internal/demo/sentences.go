package demo

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences yields the sentences of s without the quotation marks around them.
// Authored texts and replies are cut by this one rule, so a sentence is
// recognised wherever it was said.
func sentences(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for s != "" {
			end := sentenceEnd(s)
			if one := bare(s[:end]); one != "" && !yield(one) {
				return
			}
			s = s[end:]
		}
	}
}

func bare(s string) string { return strings.Trim(s, " \t\r\n\"'“”‘’«»*") }

// sentenceEnd returns where the first sentence of s ends.
func sentenceEnd(s string) int {
	for i := 0; i < len(s); {
		switch size := terminator(s[i:]); {
		case s[i] == '\n':
			return i + 1
		case s[i] == ':' && opensQuote(s[i+1:]):
			return i + 1
		case size > 0:
			end := closing(s, i+size)
			if boundary(s, i, end) {
				return end
			}
			i = end
		default:
			i++
		}
	}
	return len(s)
}

// terminator returns the size of a sentence's end mark at the start of s.
func terminator(s string) int {
	switch {
	case s[0] == '.' || s[0] == '!' || s[0] == '?':
		return 1
	case strings.HasPrefix(s, "…"):
		return len("…")
	}
	return 0
}

// closing moves over further marks, quotes and brackets that belong to the end.
func closing(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !strings.ContainsRune(".!?…\"'”’»)*", r) {
			break
		}
		i += size
	}
	return i
}

func opensQuote(s string) bool {
	return strings.HasPrefix(s, " “") || strings.HasPrefix(s, " \"") || strings.HasPrefix(s, " ‘")
}

// boundary tells whether the mark at i, whose closing part ends at end, closes
// a sentence: "Mr. Hale" and "what? he asked" do not.
func boundary(s string, i, end int) bool {
	if end == len(s) {
		return true
	}
	rest := strings.TrimLeft(s[end:], " \t\r")
	if len(rest) == len(s)-end && s[end] != '\n' {
		return false
	}
	if r, _ := utf8.DecodeRuneInString(rest); unicode.IsLower(r) {
		return false
	}
	return s[i] != '.' || !abbreviation(s[:i])
}

var abbreviations = set("Mr Mrs Ms Dr St Prof Rev Gen Capt Col Lt Sgt Mt vs etc Messrs Mme Mlle No c ca")

// abbreviation tells whether s ends in a word that a full stop shortens, or in
// an initial.
func abbreviation(s string) bool {
	w := s[strings.LastIndexAny(s, " \n(“\".")+1:]
	if len(w) == 1 && w[0] >= 'A' && w[0] <= 'Z' {
		return w != "I"
	}
	return abbreviations[w]
}

func countWords(s string) int { return len(strings.Fields(s)) }
