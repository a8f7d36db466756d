// Package english brings what people type into a form in which phrases can be
// looked for: lower-case words without accents, contractions spelt out. Text of
// other scripts comes out as its words.
package english

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Words returns the lower-case words of s without accents, contractions spelt
// out: "I'm Zoë's" gives "i", "am", "zoe".
func Words(s string) []string {
	s = fold(s)
	out := make([]string, 0, len(s)/5+1)
	start := -1
	for i, r := range s {
		inside := r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r)
		if inside && start < 0 {
			start = i
		}
		if !inside && start >= 0 {
			out = Append(out, s[start:i])
			start = -1
		}
	}
	if start >= 0 {
		out = Append(out, s[start:])
	}
	return out
}

// Flat joins words so that a phrase can be looked for between spaces.
func Flat(ws []string) string { return " " + strings.Join(ws, " ") + " " }

// fold returns s in lower case with accents removed and one kind of apostrophe.
func fold(s string) string {
	if ASCII(s) {
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

// ASCII tells whether a text has no other letters than the English ones.
func ASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Append adds a lower-case word to out, its contractions spelt out.
func Append(out []string, w string) []string {
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
	case tail == "s" && isContracted[base]:
		return append(out, base, "is")
	case tail == "s":
		return append(out, base)
	case tail == "t" && len(base) > 1 && strings.HasSuffix(base, "n"):
		return append(out, negated(base), "not")
	}
	if long, ok := tails[tail]; ok {
		return append(out, base, long)
	}
	return append(out, strings.ReplaceAll(w, "'", ""))
}

// negated returns the verb in front of "n't".
func negated(base string) string {
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

// Phrases reads a list of one phrase a line into the form of Flat, so that each is
// found as whole words.
func Phrases(list string) []string {
	var out []string
	for line := range strings.Lines(list) {
		if ws := Words(line); len(ws) > 0 {
			out = append(out, Flat(ws))
		}
	}
	return out
}

// HasPhrase tells whether one of the phrases is in words that Flat joined.
func HasPhrase(flat string, list []string) bool {
	for _, p := range list {
		if strings.Contains(flat, p) {
			return true
		}
	}
	return false
}
