// Package spoken turns a reply into what a speech program is given: plain text without
// markup and, in English, with numbers, years and abbreviations written out. It is pure.
package spoken

import "strings"

// Text returns what is said of a reply in Markdown (rule voice-spoken-text). language is
// BCP 47; the rules for numbers and abbreviations apply to English only. pronounce maps
// words, in their exact case, to what is said instead.
func Text(markdown, language string, pronounce map[string]string) string {
	text := strip(strings.ToValidUTF8(markdown, ""))
	if !isEnglish(language) {
		return newPronunciation(pronounce).apply(text)
	}
	early, late := splitPronunciation(pronounce)
	return late.apply(english(early.apply(text)))
}

func isEnglish(language string) bool {
	if len(language) < 2 || !strings.EqualFold(language[:2], "en") {
		return false
	}
	return len(language) == 2 || language[2] == '-' || language[2] == '_'
}

// english writes out what English speech programs misread. Abbreviations come first: they
// contain the units that numbers and years depend on.
func english(text string) string {
	text = expandAbbreviations(text)
	text = expandRomans(text)
	text = expandYears(text)
	return expandNumbers(text)
}
