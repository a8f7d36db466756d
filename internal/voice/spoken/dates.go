package spoken

import (
	"strconv"
)

const months = `(January|February|March|April|May|June|July|August|September|October|November|December)`

var (
	dayFirstPattern   = lazy(`(\d{1,2})(?:st|nd|rd|th)?( of)? ` + months)
	monthFirstPattern = lazy(months + ` (\d{1,2})(?:st|nd|rd|th)?`)
)

// expandDates says the days of months as ordinals.
func expandDates(text string) string {
	text = rewrite(text, dayFirstPattern(), func(m match) (string, bool) {
		day, ok := dayWords(m.groups[1])
		if !ok || !m.isWholeNumber() {
			return "", false
		}
		said := day + " of " + m.groups[3]
		if word := m.lastWord(); m.groups[2] == "" && word != "the" && word != "The" {
			said = "the " + said
		}
		return said, true
	})
	return rewrite(text, monthFirstPattern(), func(m match) (string, bool) {
		day, ok := dayWords(m.groups[2])
		return m.groups[1] + " " + day, ok && m.isWholeNumber()
	})
}

func dayWords(written string) (string, bool) {
	day, err := strconv.ParseInt(written, 10, 64)
	if err != nil || day < 1 || day > 31 {
		return "", false
	}
	return ordinalWords(cardinal(day)), true
}
