package spoken

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// patternMatch is a match of a pattern in a text.
type patternMatch struct {
	groups        []string // submatches; groups[0] is the whole match
	before, after string   // the text before and after the match
}

// replaceMatches replaces each match of a pattern in text by the result of replace. A match for which
// replace returns false stays as it is.
func replaceMatches(text string, pattern *regexp.Regexp, replace func(m patternMatch) (string, bool)) string {
	var out strings.Builder
	copiedEnd := 0
	for _, at := range pattern.FindAllStringSubmatchIndex(text, -1) {
		m := patternMatch{before: text[:at[0]], after: text[at[1]:]}
		for i := 0; i < len(at); i += 2 {
			submatch := ""
			if at[i] >= 0 {
				submatch = text[at[i]:at[i+1]]
			}
			m.groups = append(m.groups, submatch)
		}
		said, ok := replace(m)
		if !ok {
			continue
		}
		out.WriteString(text[copiedEnd:at[0]])
		out.WriteString(said)
		copiedEnd = at[1]
	}
	out.WriteString(text[copiedEnd:])
	return out.String()
}

func (m patternMatch) runeBefore() rune { r, _ := utf8.DecodeLastRuneInString(m.before); return r }
func (m patternMatch) runeAfter() rune  { r, _ := utf8.DecodeRuneInString(m.after); return r }

// isWholeWord reports whether the match is not a part of a longer word.
func (m patternMatch) isWholeWord() bool {
	return (m.before == "" || !isWordRune(m.runeBefore())) && (m.after == "" || !isWordRune(m.runeAfter()))
}

// isWholeNumber reports whether the match is a complete number. It is false for a part of a longer
// word or number, such as a version or a telephone number. Rule voice-english.
func (m patternMatch) isWholeNumber() bool {
	if !m.isWholeWord() {
		return false
	}
	last, next := m.runeBefore(), m.runeAfter()
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

// wordAfter returns the word after the match, or "" unless exactly one space separates them.
func (m patternMatch) wordAfter() string {
	if !strings.HasPrefix(m.after, " ") {
		return ""
	}
	word := m.after[1:]
	if end := strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		word = word[:end]
	}
	return word
}

// wordBefore returns the word before the match, or "" unless exactly one space separates them.
func (m patternMatch) wordBefore() string {
	word, found := strings.CutSuffix(m.before, " ")
	if !found {
		return ""
	}
	return word[strings.LastIndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })+1:]
}
