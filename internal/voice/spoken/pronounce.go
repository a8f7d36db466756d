package spoken

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pronunciationByRune maps a character to the replacements of the words that begin with it, the
// longest word first. Rule voice-english.
type pronunciationByRune map[rune][]replacement

// replacement is a word and what is said instead of it.
type replacement struct{ word, spokenForm string }

func newPronunciation(words map[string]string) pronunciationByRune {
	p := pronunciationByRune{}
	for word, said := range words {
		first, _ := utf8.DecodeRuneInString(word)
		if word != "" {
			p[first] = append(p[first], replacement{word, said})
		}
	}
	for _, list := range p {
		slices.SortFunc(list, func(a, b replacement) int {
			return cmp.Or(cmp.Compare(len(b.word), len(a.word)), cmp.Compare(a.word, b.word))
		})
	}
	return p
}

// splitByEnglishNotation splits words into two pronunciations. The result beforeExpansion has the
// words that expandEnglishNotation would rewrite, such as "Louis XIV"; apply it before
// expandEnglishNotation. The result afterExpansion has all other words. Apply it after
// expandEnglishNotation, whose rules need written names, such as those of kings before a Roman
// numeral.
func splitByEnglishNotation(words map[string]string) (beforeExpansion, afterExpansion pronunciationByRune) {
	wordsBeforeExpansion, wordsAfterExpansion := map[string]string{}, map[string]string{}
	for word, said := range words {
		if expandEnglishNotation(word) != word {
			wordsBeforeExpansion[word] = said
		} else {
			wordsAfterExpansion[word] = said
		}
	}
	return newPronunciation(wordsBeforeExpansion), newPronunciation(wordsAfterExpansion)
}

// replaceWords returns text with the replacements. It replaces whole words only.
func (p pronunciationByRune) replaceWords(text string) string {
	if len(p) == 0 {
		return text
	}
	var out strings.Builder
	previousRune := ' '
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if found, ok := p.replacementAt(text[i:], r, previousRune); ok {
			out.WriteString(found.spokenForm)
			i += len(found.word)
			previousRune, _ = utf8.DecodeLastRuneInString(found.word)
			continue
		}
		out.WriteString(text[i : i+size])
		i += size
		previousRune = r
	}
	return out.String()
}

// replacementAt returns the replacement for the word at the start of rest. first is the first
// character of rest, and previousRune the character before rest.
func (p pronunciationByRune) replacementAt(rest string, first, previousRune rune) (replacement, bool) {
	if isWordRune(previousRune) && isWordRune(first) {
		return replacement{}, false
	}
	for _, candidate := range p[first] {
		if !strings.HasPrefix(rest, candidate.word) {
			continue
		}
		end, _ := utf8.DecodeLastRuneInString(candidate.word)
		next, size := utf8.DecodeRuneInString(rest[len(candidate.word):])
		if size == 0 || !isWordRune(end) || !isWordRune(next) {
			return candidate, true
		}
	}
	return replacement{}, false
}

// isWordRune reports whether a character can be a part of a word or number.
func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }
