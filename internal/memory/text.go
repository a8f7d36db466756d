package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core/plain"
	"colloquy/internal/fold"
	"colloquy/internal/memory/words"
)

// Rules memory-limits, memory-card.
const (
	maxTextLength  = 300 // characters of a memory
	maxNameLength  = 50  // characters of Settings.Name
	maxAboutLength = 600 // characters of Settings.About
)

// cleanToOneLine returns a text as it is stored and put into prompts: one line, without invisible
// characters, and without the characters of markup and of models' role tokens.
func cleanToOneLine(text string) string {
	cleanedText := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("<>[]{}|`\\", r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		case plain.Is(r, plain.Control|plain.Replacement) || !unicode.IsGraphic(r) && r != '\u200d' && r != '\u200c':
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(cleanedText), " ")
}

// cleanEachLine applies cleanToOneLine to each line of a text and removes empty lines.
func cleanEachLine(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if line = cleanToOneLine(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// cleanAndCheckText returns a memory's text as it is stored. It returns errTextLength for a text without
// visible characters or with more than maxTextLength characters. Rule memory-limits.
func cleanAndCheckText(text string) (string, error) {
	text = cleanToOneLine(text)
	if !plain.HasVisibleRune(text) || utf8.RuneCountInString(text) > maxTextLength {
		return "", errTextLength
	}
	return text, nil
}

// contentWords returns the words by which texts are compared, sorted. For a text without other
// words than stop words it returns the whole text as one word. So the list is never empty.
func contentWords(text string) []string {
	if list := words.ContentWords(text); len(list) > 0 {
		return list
	}
	if folded := fold.Text(text); folded != "" {
		return []string{folded}
	}
	return []string{text}
}
