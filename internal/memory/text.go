package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"colloquy/internal/core/plain"
	"colloquy/internal/fold"
	"colloquy/internal/memory/words"
)

const (
	maxText  = 300 // characters of a memory
	maxName  = 50  // of the name on the card
	maxAbout = 600 // of the lines on the card
)

// oneLine returns a text as it is stored and told to models: one line, without invisible
// characters and without those of markup and of models' role tokens.
func oneLine(text string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("<>[]{}|`\\", r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		case plain.Is(r, plain.Control|plain.Broken) || !unicode.IsGraphic(r) && r != '\u200d' && r != '\u200c':
			return -1
		}
		return r
	}, text)
	return strings.Join(strings.Fields(clean), " ")
}

// lines is oneLine for each line of a text. Empty lines are removed.
func lines(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		if line = oneLine(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// checkText returns a memory's text as it is stored, or errText. Rule memory-limits.
func checkText(text string) (string, error) {
	text = oneLine(text)
	if !plain.HasInk(text) || utf8.RuneCountInString(text) > maxText {
		return "", errText
	}
	return text, nil
}

// contentOf returns the words by which a text is compared. It is never empty.
func contentOf(text string) []string {
	if list := words.Of(text); len(list) > 0 {
		return list
	}
	if folded := fold.Text(text); folded != "" {
		return []string{folded}
	}
	return []string{text}
}
