// Package words reduces texts to the words by which memories are compared. Letters are folded, stop
// words left out, words reduced to stems, and synonyms replaced by one word. The package does no
// I/O.
package words

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"colloquy/internal/fold"
)

// ContentWords returns the stems of the words in a text, sorted and without repetitions. Stop words
// are left out. A synonym becomes its canonical word. If the text has no other words than stop
// words, the result is empty.
func ContentWords(text string) []string {
	var out []string
	for w := range strings.FieldsSeq(fold.Text(text)) {
		if isInUnspacedScript(w) {
			out = append(out, letterPairs(w)...)
			continue
		}
		if stopWords[w] {
			continue
		}
		s := stem(w)
		if canonical, ok := canonicalStem[s]; ok {
			s = canonical
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// GroupNamesOfWords returns the names of the groups to which words in contentWords belong, such as
// "family" for "sister". contentWords is a result of ContentWords.
func GroupNamesOfWords(contentWords []string) []string {
	var out []string
	for _, w := range contentWords {
		if g, ok := groupOfStem[w]; ok && !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	return out
}

// SubjectWords returns the words that say what a text is about: names, places and things. It leaves
// out weak words such as "live", "like" or "sister". A list of only weak words is returned whole.
// contentWords is a result of ContentWords.
func SubjectWords(contentWords []string) []string {
	subjectWords := slices.DeleteFunc(slices.Clone(contentWords), func(w string) bool { return nonSubjectStems[w] })
	if len(subjectWords) == 0 {
		return contentWords
	}
	return subjectWords
}

// namePattern matches a capitalised word that is not the first of its sentence.
var namePattern = regexp.MustCompile(`[\p{Ll}\p{N},;] +(\p{Lu}[\p{L}\p{M}'’-]+)`)

// Names returns the content words that begin with a capital in the middle of a sentence. It leaves
// out weak words, months and days. The result is sorted and without repetitions. Rule
// memory-deleted.
func Names(text string) []string {
	var out []string
	for rest := text; ; {
		m := namePattern.FindStringSubmatchIndex(rest)
		if m == nil {
			break
		}
		for _, w := range ContentWords(rest[m[2]:m[3]]) {
			if !nonSubjectStems[w] && !dateNames[w] {
				out = append(out, w)
			}
		}
		rest = rest[m[3]-1:] // keeps the last letter of the name, because namePattern needs a character before the next name
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// LongestWords returns the n longest words of a list, sorted. Longer words are usually rarer.
func LongestWords(list []string, n int) []string {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	out = out[:min(n, len(out))]
	slices.Sort(out)
	return out
}

// EachSubset calls fn with every subset of one to three words of a sorted list.
func EachSubset(list []string, fn func(set []string)) {
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

// isInUnspacedScript reports whether a word is in a script that has no spaces between words.
func isInUnspacedScript(w string) bool {
	for _, r := range w {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	}
	return false
}

// letterPairs returns the pairs of successive letters of a word, or the word itself if it has
// fewer than three letters.
func letterPairs(w string) []string {
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

// stem removes the endings of English inflection from a word. It also shortens names, which is
// harmless, because a name always becomes the same stem.
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
		w = withoutDoubledEnd(w[:len(w)-3])
	case strings.HasSuffix(w, "ed") && len(w) > 4:
		w = withoutDoubledEnd(w[:len(w)-2])
	}
	if strings.HasSuffix(w, "e") && len(w) > 3 {
		w = w[:len(w)-1]
	}
	return w
}

// withoutDoubledEnd removes the last letter if a word of four or more letters ends with two equal
// consonants: "runn" becomes "run". "ll" and "ss" stay, because they end many stems.
func withoutDoubledEnd(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && !strings.ContainsRune("aeiouls", rune(w[n-1])) {
		return w[:n-1]
	}
	return w
}
