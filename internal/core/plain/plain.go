// Package plain has the rules for plain text of users and models. The package that accepts a text
// sets its maximum length.
package plain

import (
	"strings"
	"unicode"
)

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Trim removes the white space around a text and makes its line ends \n.
func Trim(text string) string { return strings.TrimSpace(lineEnds.Replace(text)) }

// HasVisibleRune reports whether a text has a visible character. Control characters count as visible. So a
// text with only control characters is refused by HasUnprintable, not as empty. Rules accounts-name,
// comments-nothing-empty.
func HasVisibleRune(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !Is(r, Format|VariationSelector|BrailleBlank) })
}

// HasUnprintable reports whether a text has control characters other than \n and \t.
func HasUnprintable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && Is(r, Control) })
}
