package core

import (
	"strings"
	"unicode"
)

// What people write is plain text. These are the rules of it that hold wherever
// somebody writes; how long a text may be is each room's own.

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// TrimText takes the space around a text away and puts its line ends into one
// form.
func TrimText(text string) string { return strings.TrimSpace(lineEnds.Replace(text)) }

// HasInk tells whether anything of a text can be seen, or must be named as
// Unprintable rather than passed over.
func HasInk(text string) bool { return strings.ContainsFunc(text, inked) }

// brailleBlank is a symbol by its kind, and shows nothing.
const brailleBlank = '\u2800'

func inked(r rune) bool {
	return !unicode.IsSpace(r) && r != brailleBlank &&
		!unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Unprintable tells whether a text has control characters other than line ends
// and tabs.
func Unprintable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' })
}
