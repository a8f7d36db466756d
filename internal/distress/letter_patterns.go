package distress

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxGapLetters is the largest number of letters that a * in a letter pattern skips. Rule
// safety-risk-heard.
const maxGapLetters = 6

// unspacedScriptPattern is a pattern of a language without spaces between words.
type unspacedScriptPattern struct {
	kind     RiskKind
	language string
	parts    [][]rune // texts between the *
}

// addUnspacedScriptPattern adds one letter pattern. It panics if the first part of the pattern has
// fewer than two letters.
func (p *patterns) addUnspacedScriptPattern(line string, kind RiskKind, language string) {
	n := unspacedScriptPattern{kind: kind, language: language}
	for part := range strings.SplitSeq(string(compactLetters(normalize(line))), "*") {
		n.parts = append(n.parts, []rune(part))
	}
	key := [2]rune(n.parts[0][:2])
	p.unspacedScriptPatternsByStart[key] = append(p.unspacedScriptPatternsByStart[key], n)
}

// compactLetters returns the letters of a normalized text that are not ASCII. It also keeps the
// marks and line breaks that end sentences, and the *, at which addUnspacedScriptPattern splits a pattern.
func compactLetters(line string) []rune {
	out := make([]rune, 0, len(line)/2+1)
	for _, r := range line {
		switch {
		case r >= 0x3041 && r <= 0x9fff, r >= 0xac00 && r <= 0xd7a3, strings.ContainsRune(".!?。*\n", r):
			out = append(out, r)
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
			out = append(out, r)
		}
	}
	return out
}

// hasUnspacedScript reports whether a text has Chinese, Japanese or Korean letters. These
// languages have letter patterns, because spaces do not reliably separate their words.
func hasUnspacedScript(line string) bool {
	for _, r := range line {
		if r >= 0x3041 && r <= 0x9fff || r >= 0xac00 && r <= 0xd7a3 {
			return true
		}
	}
	return false
}

// matchUnspacedScriptPatterns adds the kinds of the letter patterns that match a line. If skipHarmless is
// set, a harmless pattern cancels the patterns that share a letter with it.
func (p *patterns) matchUnspacedScriptPatterns(h *findings, line string, skipHarmless bool) {
	if !hasUnspacedScript(line) {
		return
	}
	text := compactLetters(line)
	var harmlessLetterFlags []bool
	if skipHarmless {
		harmlessLetterFlags = p.findHarmlessLetters(text)
	}
	for i := 0; i+1 < len(text); i++ {
		for _, n := range p.unspacedScriptPatternsByStart[[2]rune{text[i], text[i+1]}] {
			if n.kind == harmlessWording || h.kindBits&n.kind != 0 {
				continue
			}
			if end := n.matchEnd(text, i); end > 0 && !isAnyFlagSet(harmlessLetterFlags, i, end-1) {
				h.addKind(n.kind, n.language)
			}
		}
	}
}

// findHarmlessLetters marks the letters that harmless patterns match; it returns nil if there
// are none.
func (p *patterns) findHarmlessLetters(text []rune) (harmlessLetterFlags []bool) {
	for i := 0; i+1 < len(text); i++ {
		for _, n := range p.unspacedScriptPatternsByStart[[2]rune{text[i], text[i+1]}] {
			if n.kind != harmlessWording {
				continue
			}
			end := n.matchEnd(text, i)
			if end > 0 && harmlessLetterFlags == nil {
				harmlessLetterFlags = make([]bool, len(text))
			}
			for k := i; k < end; k++ {
				harmlessLetterFlags[k] = true
			}
		}
	}
	return harmlessLetterFlags
}

// matchEnd returns the index after a match that begins at i, or 0 if the pattern does not
// match there. Each part matches at its first occurrence.
func (n unspacedScriptPattern) matchEnd(text []rune, i int) int {
	for k, part := range n.parts {
		partStart, maxPartStart := -1, i
		if k > 0 {
			maxPartStart = i + maxGapLetters
		}
		for at := i; at <= maxPartStart && at+len(part) <= len(text); at++ {
			if runesHavePrefix(text[at:], part) {
				partStart = at
				break
			}
		}
		if partStart < 0 {
			return 0
		}
		i = partStart + len(part)
	}
	return i
}

func runesHavePrefix(text, part []rune) bool {
	for i, r := range part {
		if text[i] != r {
			return false
		}
	}
	return true
}
