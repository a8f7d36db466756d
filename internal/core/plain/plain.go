// Package plain holds the rules of plain text that hold wherever people or models
// write. How long a text may be is a rule of each room.
package plain

import (
	"strings"
	"unicode"
)

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// Trim removes the white space around a text and makes its line ends \n.
func Trim(text string) string { return strings.TrimSpace(lineEnds.Replace(text)) }

// HasInk reports whether a text has a character that is drawn. Control characters
// count as drawn, so that they are reported as Unprintable instead of ignored.
func HasInk(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsSpace(r) && !Is(r, Format|Selector|Blank) })
}

// Unprintable reports whether a text has control characters other than \n and \t.
func Unprintable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && Is(r, Control) })
}
