package suggest

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core/plain"
	"colloquy/internal/llm"
)

// firstAcceptableSuggestions cleans candidates and returns the first acceptable ones, at most
// llm.MaxSuggestions. They differ from each other and from lastUser, the user's last
// message. Rules suggestions-at-most-three, suggestions-plain-text.
func firstAcceptableSuggestions(candidates []string, lastUser string) (list []string) {
	seenForms := map[string]bool{comparisonForm(lastUser): true, "": true}
	for _, c := range candidates {
		for line := range strings.Lines(c) {
			s := stripDecoration(line)
			key := comparisonForm(s)
			if seenForms[key] || !isAcceptable(s) {
				continue
			}
			seenForms[key] = true
			if list = append(list, s); len(list) == llm.MaxSuggestions {
				return list
			}
		}
	}
	return list
}

// speakerLabelPattern matches prefixes that name a suggestion or its speaker.
var speakerLabelPattern = regexp.MustCompile(`(?i)^(?:(?:suggestion|option|question|reply|response|follow[- ]?up)\s*#?\d*|user|you|me)\s*[:：]\s*`)

// enclosingMarks are pairs of marks around a whole suggestion.
var enclosingMarks = [][2]string{
	{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"„", "“"}, {"「", "」"}, {"`", "`"}, {"**", "**"}, {"__", "__"}, {"*", "*"}, {"_", "_"},
}

// stripDecoration removes control characters. Then it removes bullets, labels, quotation marks
// and emphasis from the ends of a suggestion until none is left.
func stripDecoration(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if plain.Is(r, plain.Control|plain.Replacement|plain.ByteOrder) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	for {
		previousText := s
		s = bulletPattern.ReplaceAllString(s, "")
		s = speakerLabelPattern.ReplaceAllString(s, "")
		s = strings.TrimSpace(strings.TrimRight(s, ",;"))
		for _, w := range enclosingMarks {
			if inner, ok := stripEnclosingMarks(s, w[0], w[1]); ok {
				s = inner
			}
		}
		if s == previousText {
			return s
		}
	}
}

// stripEnclosingMarks removes a pair of marks that encloses s, unless the left mark also occurs inside.
// An apostrophe inside does not count as a mark.
func stripEnclosingMarks(s, left, right string) (string, bool) {
	inner, ok := strings.CutPrefix(s, left)
	if !ok {
		return s, false
	}
	inner, ok = strings.CutSuffix(inner, right)
	if !ok || strings.Contains(inner, left) && left != "'" {
		return s, false
	}
	return strings.TrimSpace(inner), true
}

// webAddressPattern matches web and mail addresses.
var webAddressPattern = regexp.MustCompile(`(?i)://|\bwww\.|\bmailto:|\S@\S|\b[a-z0-9-]+\.(?:com|net|org|io|info|biz|dev|app|co|ru|cn|de|uk|me|ly|gg|tv|xyz|link|site|online|shop)\b`)

// isAcceptable reports whether a stripped suggestion may be shown. Rule suggestions-plain-text.
func isAcceptable(s string) bool {
	switch {
	case utf8.RuneCountInString(s) > MaxChars,
		strings.ContainsAny(s, "<>[]{}`|\\#"),
		strings.Contains(s, "**"), strings.Contains(s, "__"), strings.Contains(s, "```"),
		webAddressPattern.MatchString(s):
		return false
	}
	return strings.ContainsFunc(s, unicode.IsLetter)
}

// comparisonForm returns only the letters, accents and digits of s, in lower case. Two
// suggestions with the same form count as equal.
func comparisonForm(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
