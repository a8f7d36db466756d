package distress

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxGapLetters is the largest number of letters that a * in a letter pattern skips.
const maxGapLetters = 6

// letterPattern is a pattern of a language without spaces between words.
type letterPattern struct {
	kind     RiskKind
	language string
	parts    [][]rune // texts between the *
}

// addLetterPattern adds one letter pattern. It panics if the first part of the pattern has
// fewer than two letters.
func (p *patterns) addLetterPattern(line string, kind RiskKind, language string) {
	n := letterPattern{kind: kind, language: language}
	for part := range strings.SplitSeq(string(compactLetters(normalize(line))), "*") {
		n.parts = append(n.parts, []rune(part))
	}
	key := [2]rune(n.parts[0][:2])
	p.letterPatternsByStart[key] = append(p.letterPatternsByStart[key], n)
}

// compactLetters returns the letters of a normalized text that are not ASCII. It also keeps the
// marks and line breaks that end sentences, and the *, at which addLetterPattern splits a pattern.
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

// matchLetters adds the kinds of the letter patterns that match a line. If skipHarmless is
// set, a harmless pattern cancels the patterns that share a letter with it.
func (p *patterns) matchLetters(h *findings, line string, skipHarmless bool) {
	if !hasUnspacedScript(line) {
		return
	}
	text := compactLetters(line)
	var harmlessMarks []bool
	if skipHarmless {
		harmlessMarks = p.markHarmlessLetters(text)
	}
	for i := 0; i+1 < len(text); i++ {
		for _, n := range p.letterPatternsByStart[[2]rune{text[i], text[i+1]}] {
			if n.kind == harmlessWording || h.kinds&n.kind != 0 {
				continue
			}
			if end := n.matchEnd(text, i); end > 0 && !anyMarked(harmlessMarks, i, end-1) {
				h.addKind(n.kind, n.language)
			}
		}
	}
}

// markHarmlessLetters marks the letters that harmless patterns match; it returns nil if there
// are none.
func (p *patterns) markHarmlessLetters(text []rune) (harmlessMarks []bool) {
	for i := 0; i+1 < len(text); i++ {
		for _, n := range p.letterPatternsByStart[[2]rune{text[i], text[i+1]}] {
			if n.kind != harmlessWording {
				continue
			}
			end := n.matchEnd(text, i)
			if end > 0 && harmlessMarks == nil {
				harmlessMarks = make([]bool, len(text))
			}
			for k := i; k < end; k++ {
				harmlessMarks[k] = true
			}
		}
	}
	return harmlessMarks
}

// matchEnd returns the index after a match that begins at i, or 0 if the pattern does not
// match there. Each part matches at its first occurrence.
func (n letterPattern) matchEnd(text []rune, i int) int {
	for k, part := range n.parts {
		foundAt, furthestStart := -1, i
		if k > 0 {
			furthestStart = i + maxGapLetters
		}
		for at := i; at <= furthestStart && at+len(part) <= len(text); at++ {
			if runesHavePrefix(text[at:], part) {
				foundAt = at
				break
			}
		}
		if foundAt < 0 {
			return 0
		}
		i = foundAt + len(part)
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
