// Package spoken turns a reply into the plain text that a speech program reads aloud. It removes
// markup. In English it writes out numbers, years and abbreviations. It does no I/O.
package spoken

import "strings"

// Text turns a reply in Markdown into the text to read aloud (rules voice-spoken-text,
// voice-english). language is a BCP 47 tag. Numbers and abbreviations are written out only in
// English. pronounce maps words, in their exact case, to their spoken form.
func Text(markdown, language string, pronounce map[string]string) string {
	text := stripMarkup(strings.ToValidUTF8(markdown, ""))
	if !isEnglish(language) {
		return newPronunciation(pronounce).replaceWords(text)
	}
	beforeExpansion, afterExpansion := splitByEnglishNotation(pronounce)
	return afterExpansion.replaceWords(expandEnglishNotation(beforeExpansion.replaceWords(text)))
}

func isEnglish(language string) bool {
	if len(language) < 2 || !strings.EqualFold(language[:2], "en") {
		return false
	}
	return len(language) == 2 || language[2] == '-' || language[2] == '_'
}

// expandEnglishNotation writes out abbreviations, Roman numerals, years and numbers, which speech programs
// misread. Abbreviations come first: the words for units and eras decide how to read numbers and
// years.
func expandEnglishNotation(text string) string {
	text = expandAbbreviations(text)
	text = expandRomanNumerals(text)
	text = expandYears(text)
	return expandNumbers(text)
}
