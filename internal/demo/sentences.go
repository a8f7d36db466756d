package demo

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sentences yields the sentences of s without enclosing quotation marks.
// Authored texts and replies are split by the same rule, so a sentence is
// recognised in any reply.
func sentences(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for s != "" {
			end := sentenceEnd(s)
			if sentence := trimQuotes(s[:end]); sentence != "" && !yield(sentence) {
				return
			}
			s = s[end:]
		}
	}
}

func trimQuotes(s string) string { return strings.Trim(s, " \t\r\n\"'“”‘’«»*") }

// sentenceEnd returns the index after the first sentence of s.
func sentenceEnd(s string) int {
	for i := 0; i < len(s); {
		switch size := endMarkSize(s[i:]); {
		case s[i] == '\n':
			return i + 1
		case s[i] == ':' && opensQuote(s[i+1:]):
			return i + 1
		case size > 0:
			end := skipClosingMarks(s, i+size)
			if isSentenceEnd(s, i, end) {
				return end
			}
			i = end
		default:
			i++
		}
	}
	return len(s)
}

// endMarkSize returns the size in bytes of an end mark at the start of s, or 0 if there is
// none.
func endMarkSize(s string) int {
	switch {
	case s[0] == '.' || s[0] == '!' || s[0] == '?':
		return 1
	case strings.HasPrefix(s, "…"):
		return len("…")
	}
	return 0
}

// skipClosingMarks skips end marks, closing quotation marks, closing brackets and asterisks from index i
// on. It returns the index after them.
func skipClosingMarks(s string, i int) int {
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

// isSentenceEnd reports whether the end mark at i ends a sentence. end is the index after the
// closing marks behind the end mark. The marks in "Mr. Hale" and "what? he asked" do not end a
// sentence.
func isSentenceEnd(s string, i, end int) bool {
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
	return s[i] != '.' || !isAbbreviation(s[:i])
}

var abbreviations = wordSet("Mr Mrs Ms Dr St Prof Rev Gen Capt Col Lt Sgt Mt vs etc Messrs Mme Mlle No c ca")

// isAbbreviation reports whether s ends in an abbreviation or an initial.
func isAbbreviation(s string) bool {
	w := s[strings.LastIndexAny(s, " \n(“\".")+1:]
	if len(w) == 1 && w[0] >= 'A' && w[0] <= 'Z' {
		return w != "I"
	}
	return abbreviations[w]
}

func countWords(s string) int { return len(strings.Fields(s)) }
