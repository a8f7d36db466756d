// Package words reduces texts to the words by which memories are compared: folded, without
// stop words, reduced to stems, and with one word for each group of synonyms. It is pure.
package words

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"colloquy/internal/fold"
)

// Of returns the content words of a text, sorted and without repetitions. A text that has
// only stop words returns none.
func Of(text string) []string {
	var out []string
	for w := range strings.FieldsSeq(fold.Text(text)) {
		if isUnspaced(w) {
			out = append(out, pairs(w)...)
			continue
		}
		if stops[w] {
			continue
		}
		s := stem(w)
		if canonical, ok := synonyms[s]; ok {
			s = canonical
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Groups returns the names of the groups that words of a text belong to, such as "family"
// for a sister. A question about the group finds its members with them.
func Groups(list []string) []string {
	var out []string
	for _, w := range list {
		if g, ok := members[w]; ok && !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out
}

// Subjects returns the words of Of that say what a text is about: names, places and things,
// without verbs such as live or like and nouns such as sister. If there are no others, it
// returns all words.
func Subjects(list []string) []string {
	strong := slices.DeleteFunc(slices.Clone(list), func(w string) bool { return weak[w] })
	if len(strong) == 0 {
		return list
	}
	return strong
}

// named matches a word in the middle of a sentence that begins with a capital.
var named = regexp.MustCompile(`[\p{Ll}\p{N},;] +(\p{Lu}[\p{L}\p{M}'’-]+)`)

// Names returns the words of Of of a text that are names, as far as capitals show it, but not
// months and days.
func Names(text string) []string {
	var out []string
	for rest := text; ; {
		m := named.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		for _, w := range Of(rest[m[2]:m[3]]) {
			if !weak[w] && !dateNames[w] {
				out = append(out, w)
			}
		}
		rest = rest[m[3]-1:] // the next name may follow at once
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Longest returns the n longest words of a list, sorted. They are the rarest, usually.
func Longest(list []string, n int) []string {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	out = out[:min(n, len(out))]
	slices.Sort(out)
	return out
}

// Sets calls fn with every subset of one to three words of a sorted list.
func Sets(list []string, fn func(set []string)) {
	for i, a := range list {
		fn([]string{a})
		for j := i + 1; j < len(list); j++ {
			fn([]string{a, list[j]})
			for k := j + 1; k < len(list); k++ {
				fn([]string{a, list[j], list[k]})
			}
		}
	}
}

// isUnspaced reports whether a word is in a script that has no spaces between words.
func isUnspaced(w string) bool {
	for _, r := range w {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	}
	return false
}

// pairs returns the pairs of successive letters of a word, or the word if it has one letter.
func pairs(w string) []string {
	letters := []rune(w)
	if len(letters) < 3 {
		return []string{w}
	}
	out := make([]string, 0, len(letters)-1)
	for i := range len(letters) - 1 {
		out = append(out, string(letters[i:i+2]))
	}
	return out
}

// stem removes the endings of English inflection. Names lose letters too, which is harmless
// because the same name always loses the same.
func stem(w string) string {
	if len(w) <= 3 || unicode.IsDigit(rune(w[0])) {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		w = w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	switch {
	case strings.HasSuffix(w, "ing") && len(w) > 5:
		w = undoubled(w[:len(w)-3])
	case strings.HasSuffix(w, "ed") && len(w) > 4:
		w = undoubled(w[:len(w)-2])
	}
	if strings.HasSuffix(w, "e") && len(w) > 3 {
		w = w[:len(w)-1]
	}
	return w
}

// undoubled removes the second of two equal consonants at the end: "runn" becomes "run".
func undoubled(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("aeiouls", rune(w[n-1])) {
		return w[:n-1]
	}
	return w
}
