package spoken

import (
	"strconv"
)

const monthNames = `(January|February|March|April|May|June|July|August|September|October|November|December)`

var (
	dayFirstPattern   = lazyRegexp(`(\d{1,2})(?:st|nd|rd|th)?( of)? ` + monthNames)
	monthFirstPattern = lazyRegexp(monthNames + ` (\d{1,2})(?:st|nd|rd|th)?`)
)

// expandDates writes out the days of dates as ordinals: "28 June" becomes "the twenty-eighth of
// June". Rule voice-english.
func expandDates(text string) string {
	text = replaceMatches(text, dayFirstPattern(), func(m patternMatch) (string, bool) {
		day, ok := dayWords(m.groups[1])
		if !ok || !m.isWholeNumber() {
			return "", false
		}
		said := day + " of " + m.groups[3]
		if word := m.wordBefore(); m.groups[2] == "" && word != "the" && word != "The" {
			said = "the " + said
		}
		return said, true
	})
	return replaceMatches(text, monthFirstPattern(), func(m patternMatch) (string, bool) {
		day, ok := dayWords(m.groups[2])
		return m.groups[1] + " " + day, ok && m.isWholeNumber()
	})
}

func dayWords(written string) (string, bool) {
	day, err := strconv.ParseInt(written, 10, 64)
	if err != nil || day < 1 || day > 31 {
		return "", false
	}
	return ordinalWords(cardinalWords(day)), true
}
