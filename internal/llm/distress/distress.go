// Package distress hears whether somebody may be at risk of harming themselves.
// It is pure, and the only home of the words for it.
package distress

import (
	"slices"
	"strings"

	"colloquy/internal/llm/english"
)

// Said tells whether a line speaks of harming oneself. Questions about a
// historical person's death do not count.
func Said(line string) bool {
	if hasAny(line, saidUnspaced) {
		return true
	}
	f := english.Flat(english.Words(line))
	for _, joke := range harmless {
		f = strings.ReplaceAll(f, joke, " ")
	}
	if english.HasPhrase(f, said) {
		return true
	}
	if english.HasPhrase(f, near) && english.HasPhrase(f, closeOnes) {
		return true
	}
	return strings.Contains(f, " suicide ") && english.HasPhrase(f, firstPerson)
}

// Mentioned tells whether a line has the words of it at all, in earnest or not.
// It errs on the side of caution: use it where a false alarm costs little.
func Mentioned(line string) bool {
	if hasAny(line, saidUnspaced) || hasAny(line, mentionedUnspaced) {
		return true
	}
	f := english.Flat(english.Words(line))
	return english.HasPhrase(f, said) || english.HasPhrase(f, mentioned) || hasAny(f, mentionedBegins)
}

func hasAny(line string, list []string) bool {
	return slices.ContainsFunc(list, func(part string) bool { return strings.Contains(line, part) })
}
