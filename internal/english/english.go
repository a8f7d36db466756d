// Package english normalises typed text, so that phrases can be searched in it:
// lower-case words without accents and with contractions expanded. Text in other
// scripts is split into words.
package english

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words returns the lower-case words of s without accents and with contractions
// expanded: "I'm Zoë's" becomes "i", "am", "zoe".
func Words(s string) []string {
	s = foldText(s)
	out := make([]string, 0, len(s)/5+1)
	start := -1
	for i, r := range s {
		isWordPart := r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r)
		if isWordPart && start < 0 {
			start = i
		}
		if !isWordPart && start >= 0 {
			out = AppendWord(out, s[start:i])
			start = -1
		}
	}
	if start >= 0 {
		out = AppendWord(out, s[start:])
	}
	return out
}

// JoinWords joins words with spaces, for HasPhrase. The result also begins and ends with a
// space, so that phrases match whole words only.
func JoinWords(ws []string) string { return " " + strings.Join(ws, " ") + " " }

// foldText returns s in lower case with accents removed and one kind of apostrophe.
func foldText(s string) string {
	if IsASCII(s) {
		return strings.ToLower(s)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == '’' || r == '‘' || r == 'ʼ':
			return '\''
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
}

// IsASCII reports whether a text has only ASCII characters.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// AppendWord appends a lower-case word to out and expands contractions: "don't" becomes
// "do", "not". It drops the ending 's if the word is not a contraction with "is".
// Rule words-documented.
func AppendWord(out []string, w string) []string {
	w = strings.Trim(w, "'")
	base, tail, cut := strings.Cut(w, "'")
	switch {
	case w == "":
		return out
	case !cut:
		if long, ok := shortForms[w]; ok {
			return append(out, long...)
		}
		return append(out, w)
	case tail == "s" && wordsBeforeIs[base]:
		return append(out, base, "is")
	case tail == "s":
		return append(out, base)
	case tail == "t" && len(base) > 1 && strings.HasSuffix(base, "n"):
		return append(out, verbBeforeNot(base), "not")
	}
	if long, ok := contractionEndings[tail]; ok {
		return append(out, base, long)
	}
	return append(out, strings.ReplaceAll(w, "'", ""))
}

// verbBeforeNot returns the verb of a contraction with "n't", such as "will" for "won". base
// is the part before the apostrophe.
func verbBeforeNot(base string) string {
	switch base {
	case "can":
		return "can"
	case "won":
		return "will"
	case "shan":
		return "shall"
	}
	return base[:len(base)-1]
}

// ParsePhrases parses a list with one phrase on each line. It returns the phrases as results
// of JoinWords.
func ParsePhrases(list string) []string {
	var out []string
	for line := range strings.Lines(list) {
		if ws := Words(line); len(ws) > 0 {
			out = append(out, JoinWords(ws))
		}
	}
	return out
}

// HasPhrase reports whether flat, a result of JoinWords, contains one of the phrases.
func HasPhrase(flat string, list []string) bool {
	for _, p := range list {
		if strings.Contains(flat, p) {
			return true
		}
	}
	return false
}
