package plain

import "unicode"

// RuneClass is a set of classes of characters that are invisible or that change how other
// characters look. Callers pass the classes that they refuse or remove.
type RuneClass uint16

// The classes. A character may be in several.
const (
	Control           RuneClass = 1 << iota // C0 and C1, with line ends and tabs (rule chat-message-text)
	Format                                  // zero-width and direction characters, fillers, U+FEFF
	PrivateUse                              // private use: drawn differently by each font
	Separator                               // spaces and the separators of lines and paragraphs
	VariationSelector                       // variation selectors, which choose a form of the preceding character
	BrailleBlank                            // U+2800, a symbol without ink
	Bidi                                    // the part of Format that changes the direction of writing
	BidiOverride                            // U+202D and U+202E, the part of Bidi that reverses letters
	ByteOrder                               // U+FEFF, which is part of Format
	Replacement                             // U+FFFD, which replaces invalid bytes
)

// Is reports whether r is in any of the classes.
func Is(r rune, classes RuneClass) bool {
	if r < 0x80 { // fast path: streams of replies check every character
		return classes&Control != 0 && (r < ' ' || r == 0x7f) || classes&Separator != 0 && r == ' '
	}
	for _, c := range classTable {
		if classes&c.class != 0 && c.contains(r) {
			return true
		}
	}
	return false
}

// classTable has the characters of each class. Rule accounts-name.
var classTable = []struct {
	class    RuneClass
	contains func(r rune) bool
}{
	{Control, unicode.IsControl},
	{Format, func(r rune) bool { return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) }},
	{PrivateUse, func(r rune) bool { return unicode.Is(unicode.Co, r) }},
	{Separator, func(r rune) bool { return unicode.Is(unicode.Z, r) }},
	{VariationSelector, func(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }},
	{BrailleBlank, func(r rune) bool { return r == '\u2800' }},
	{Bidi, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }},
	{BidiOverride, func(r rune) bool { return r == '\u202d' || r == '\u202e' }},
	{ByteOrder, func(r rune) bool { return r == '\ufeff' }},
	{Replacement, func(r rune) bool { return r == unicode.ReplacementChar }},
}
