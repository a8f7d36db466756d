package demo

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// words returns the lower-case words of s without accents, contractions spelt
// out: "I'm Zoë's" gives "i", "am", "zoe".
func words(s string) []string {
	s = fold(s)
	out := make([]string, 0, len(s)/5+1)
	start := -1
	for i, r := range s {
		inside := r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r)
		if inside && start < 0 {
			start = i
		}
		if !inside && start >= 0 {
			out = appendWord(out, s[start:i])
			start = -1
		}
	}
	if start >= 0 {
		out = appendWord(out, s[start:])
	}
	return out
}

// flat joins words so that a phrase can be looked for between spaces.
func flat(ws []string) string { return " " + strings.Join(ws, " ") + " " }

// fold returns s in lower case with accents removed and one kind of apostrophe.
func fold(s string) string {
	if ascii(s) {
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

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func appendWord(out []string, w string) []string {
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

// term brings a word to the form that is indexed: a synonym's head, stemmed.
func term(w string) string {
	if head, ok := synonyms[w]; ok {
		w = head
	}
	return stem(w)
}

// stem strips the commonest English endings. It need not give a word, only the
// same thing for the forms of one.
func stem(w string) string {
	if len(w) < 4 || !ascii(w) {
		return w
	}
	w = singular(w)
	switch {
	case len(w) > 5 && strings.HasSuffix(w, "ing"):
		w = undouble(w[:len(w)-3])
	case len(w) > 4 && strings.HasSuffix(w, "ied"):
		w = w[:len(w)-3] + "y"
	case len(w) > 4 && strings.HasSuffix(w, "ed"):
		w = undouble(w[:len(w)-2])
	case len(w) > 5 && strings.HasSuffix(w, "ly"):
		w = w[:len(w)-2]
	case len(w) > 6 && strings.HasSuffix(w, "tion"):
		w = w[:len(w)-3]
	case len(w) > 7 && strings.HasSuffix(w, "al"):
		w = w[:len(w)-2]
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

func singular(w string) string {
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && hasAnySuffix(w, "sses", "shes", "ches", "xes", "zes"):
		return w[:n-2]
	case strings.HasSuffix(w, "s") && !hasAnySuffix(w, "ss", "us", "is"):
		return w[:n-1]
	}
	return w
}

func hasAnySuffix(w string, ends ...string) bool {
	for _, end := range ends {
		if strings.HasSuffix(w, end) {
			return true
		}
	}
	return false
}

// undouble turns "runn" into "run", but leaves "fall" and "miss".
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && strings.IndexByte("lsz", w[n-1]) < 0 {
		return w[:n-1]
	}
	return w
}

// queryTerms returns the distinct terms of ws that carry meaning, at most
// maxTerms.
func queryTerms(ws []string) []string {
	out := make([]string, 0, min(len(ws), maxTerms))
	for _, w := range ws {
		if stopWords[w] || len(out) == maxTerms {
			continue
		}
		if t := term(w); !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// maxTerms bounds the work a very long line can cause.
const maxTerms = 48
