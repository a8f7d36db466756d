package chat

import (
	"strings"

	"colloquy/internal/core/plain"
)

// withoutControlCharacters returns a user's text as it is stored: trimmed, and with line ends \n. Rule
// chat-message-text. It removes:
//
//   - control characters other than newlines and tabs
//   - the replacement character U+FFFD, which also stands for a lone surrogate
//   - all direction marks of a line that is not balanced (hasBalancedDirectionMarks)
//
// Joined emoji and right-to-left text are kept.
func withoutControlCharacters(text string) string {
	text = plain.Trim(strings.Map(func(r rune) rune {
		if plain.Is(r, plain.Control|plain.Replacement) && r != '\n' && r != '\t' && r != '\r' {
			return -1
		}
		return r
	}, text))
	if !strings.ContainsFunc(text, isDirectionMark) {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !hasBalancedDirectionMarks(line) {
			lines[i] = strings.Map(func(r rune) rune {
				if isDirectionMark(r) {
					return -1
				}
				return r
			}, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// Directional formatting characters of Unicode. Each embedding, override and isolate
// begins a part of the text with its own direction. popEmbed and popIsolate end such a part.
const (
	embedLeft, embedRight, popEmbed               = '\u202a', '\u202b', '\u202c'
	overrideLeft, overrideRight                   = '\u202d', '\u202e'
	isolateLeft, isolateRight, isolateFirstStrong = '\u2066', '\u2067', '\u2068'
	popIsolate                                    = '\u2069'
)

// isDirectionMark reports whether r is a directional formatting character.
func isDirectionMark(r rune) bool {
	return r >= embedLeft && r <= overrideRight || r >= isolateLeft && r <= popIsolate
}

// hasBalancedDirectionMarks reports whether a line of the text closes every opened direction, innermost
// first, and contains no override of the letters' direction.
func hasBalancedDirectionMarks(line string) bool {
	var expectedPopMarks []rune
	for _, r := range line {
		switch r {
		case overrideLeft, overrideRight:
			return false
		case embedLeft, embedRight:
			expectedPopMarks = append(expectedPopMarks, popEmbed)
		case isolateLeft, isolateRight, isolateFirstStrong:
			expectedPopMarks = append(expectedPopMarks, popIsolate)
		case popEmbed, popIsolate:
			if len(expectedPopMarks) == 0 || expectedPopMarks[len(expectedPopMarks)-1] != r {
				return false
			}
			expectedPopMarks = expectedPopMarks[:len(expectedPopMarks)-1]
		}
	}
	return len(expectedPopMarks) == 0
}
