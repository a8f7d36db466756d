package spoken

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pronunciation has the words to replace by their first character, the longest first.
type pronunciation map[rune][]replacement

type replacement struct{ word, said string }

func newPronunciation(words map[string]string) pronunciation {
	p := pronunciation{}
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

// splitPronunciation separates the words that the rules of English would rewrite, such as
// "Louis XIV", from the others. The former are replaced before those rules apply, the
// latter after, so that a rule such as that of regnal names sees the name as it is written.
func splitPronunciation(words map[string]string) (early, late pronunciation) {
	before, after := map[string]string{}, map[string]string{}
	for word, said := range words {
		if english(word) != word {
			before[word] = said
		} else {
			after[word] = said
		}
	}
	return newPronunciation(before), newPronunciation(after)
}

// apply replaces whole words.
func (p pronunciation) apply(text string) string {
	if len(p) == 0 {
		return text
	}
	var out strings.Builder
	last := ' '
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if found, ok := p.at(text[i:], r, last); ok {
			out.WriteString(found.said)
			i += len(found.word)
			last, _ = utf8.DecodeLastRuneInString(found.word)
			continue
		}
		out.WriteString(text[i : i+size])
		i += size
		last = r
	}
	return out.String()
}

// at returns the replacement of the word at the start of rest, which begins with first and
// follows last.
func (p pronunciation) at(rest string, first, last rune) (replacement, bool) {
	if isWord(last) && isWord(first) {
		return replacement{}, false
	}
	for _, candidate := range p[first] {
		if !strings.HasPrefix(rest, candidate.word) {
			continue
		}
		end, _ := utf8.DecodeLastRuneInString(candidate.word)
		next, size := utf8.DecodeRuneInString(rest[len(candidate.word):])
		if size == 0 || !isWord(end) || !isWord(next) {
			return candidate, true
		}
	}
	return replacement{}, false
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) }
