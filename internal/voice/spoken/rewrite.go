package spoken

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// match is what a pattern found, with the text around it.
type match struct {
	groups        []string // groups[0] is the whole match
	before, after string
}

// rewrite replaces the matches of a pattern. Where replace returns false the text stays.
func rewrite(text string, pattern *regexp.Regexp, replace func(m match) (string, bool)) string {
	var out strings.Builder
	copied := 0
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		m := match{before: text[:at[0]], after: text[at[1]:]}
		for i := 0; i < len(at); i += 2 {
			group := ""
			if at[i] >= 0 {
				group = text[at[i]:at[i+1]]
			}
			m.groups = append(m.groups, group)
		}
		said, ok := replace(m)
		if !ok {
			continue
		}
		out.WriteString(text[copied:at[0]])
		out.WriteString(said)
		copied = at[1]
	}
	out.WriteString(text[copied:])
	return out.String()
}

func (m match) last() rune { r, _ := utf8.DecodeLastRuneInString(m.before); return r }
func (m match) next() rune { r, _ := utf8.DecodeRuneInString(m.after); return r }

// isWhole reports whether the match is not a part of a longer word.
func (m match) isWhole() bool {
	return (m.before == "" || !isWord(m.last())) && (m.after == "" || !isWord(m.next()))
}

// isWholeNumber reports whether the match is not a part of a longer word or number, such
// as a version or a telephone number.
func (m match) isWholeNumber() bool {
	if !m.isWhole() {
		return false
	}
	last, next := m.last(), m.next()
	if m.before != "" && strings.ContainsRune(".,:/", last) && endsWithDigit(m.before[:len(m.before)-1]) {
		return false
	}
	return m.after == "" || !strings.ContainsRune(".,:/", next) || !beginsWithDigit(m.after[1:])
}

func endsWithDigit(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return unicode.IsDigit(r)
}

func beginsWithDigit(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsDigit(r)
}

// nextWord returns the word after the match, if only a space separates them.
func (m match) nextWord() string {
	if !strings.HasPrefix(m.after, " ") {
		return ""
	}
	word := m.after[1:]
	if end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word = word[:end]
	}
	return word
}

// lastWord returns the word before the match, if only a space separates them.
func (m match) lastWord() string {
	word, found := strings.CutSuffix(m.before, " ")
	if !found {
		return ""
	}
	return word[strings.LastIndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })+1:]
}
