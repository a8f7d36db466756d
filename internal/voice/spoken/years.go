package spoken

import (
	"strconv"
	"strings"
)

var (
	enDashPattern    = lazyRegexp(`(\d(?: B C E| B C)?) ?– ?(\d+)`)
	hyphenPattern    = lazyRegexp(`(\d{1,4})-(\d{1,4})`)
	decadePattern    = lazyRegexp(`['’‘]?(\d{3}0|\d0)['’]?s`)
	shortYearPattern = lazyRegexp(`['’‘](\d\d)`)
	yearPattern      = lazyRegexp(`\d{4}`)
)

// countedNouns are words for things that people count. A number of four digits before such a
// word is not a year.
var countedNouns = wordSet(`acres bodies books bottles bushels copies crowns days degrees dollars drachmas ducats euros feet florins francs
grams guineas horses hours houses hundred inches kilograms kilometres letters lines livres marks men metres miles million millimetres
centimetres minutes ounces pages people pesos pounds points prisoners roubles rupees sailors seconds shillings ships soldiers stars
steps talents thousand times tons tonnes troops volts watts weeks women words workers yards years yen`)

func expandYears(text string) string {
	text = replaceMatches(text, enDashPattern(), func(m patternMatch) (string, bool) {
		return m.groups[1] + " to " + rangeEndWords(m.groups[2]), m.after == "" || !isWordRune(m.runeAfter())
	})
	text = replaceMatches(text, hyphenPattern(), expandRangeHyphen)
	text = expandDates(text)
	text = replaceMatches(text, decadePattern(), func(m patternMatch) (string, bool) {
		if !m.isWholeWord() {
			return "", false
		}
		said := yearWords(m.groups[1])
		if stem, found := strings.CutSuffix(said, "y"); found {
			return stem + "ies", true
		}
		return said + "s", true
	})
	text = replaceMatches(text, shortYearPattern(), func(m patternMatch) (string, bool) {
		return shortYearWords(m.groups[1]), m.isWholeNumber()
	})
	return replaceMatches(text, yearPattern(), func(m patternMatch) (string, bool) {
		return yearWords(m.groups[0]), isYear(m)
	})
}

// expandRangeHyphen replaces a hyphen between two numbers by "to", but not in dates such as
// 1843-12-10 or in telephone numbers.
func expandRangeHyphen(m patternMatch) (string, bool) {
	if !m.isWholeNumber() || m.before != "" && m.runeBefore() == '-' || m.after != "" && m.runeAfter() == '-' {
		return "", false
	}
	first, second := m.groups[1], m.groups[2]
	if len(first) != len(second) && (len(first) != 4 || len(second) != 2) && len(first) > 2 {
		return "", false
	}
	return first + " to " + rangeEndWords(second), true
}

// rangeEndWords returns the second number of a range as it is to be read: "05" in 1901–05 becomes
// "oh five".
func rangeEndWords(written string) string {
	if len(written) == 2 && written[0] == '0' {
		return shortYearWords(written)
	}
	return written
}

// shortYearWords returns the words of the last two digits of a year.
func shortYearWords(written string) string {
	n, _ := strconv.ParseInt(written, 10, 64)
	if n < 10 {
		return "oh " + cardinalWords(n)
	}
	return cardinalWords(n)
}

// isYear reports whether a number of four digits is a year, judging by the text around it.
// Rule voice-english.
func isYear(m patternMatch) bool {
	if !m.isWholeNumber() || m.before != "" && strings.ContainsRune("$£€¥₹#−", m.runeBefore()) || m.before == "-" || strings.HasSuffix(m.before, " -") || countedNouns[m.wordAfter()] {
		return false
	}
	if strings.HasPrefix(strings.TrimPrefix(m.after, " "), "%") {
		return false
	}
	if strings.HasPrefix(m.after, " B C") || strings.HasPrefix(m.after, " A D") {
		return true
	}
	return m.groups[0] >= "1000" && m.groups[0] <= "2099"
}

// yearWords returns the words of a year, such as "eighteen forty-three", or of the first year of
// a decade.
func yearWords(written string) string {
	year, _ := strconv.ParseInt(written, 10, 64)
	century, yearOfCentury := year/100, year%100
	switch {
	case century == 0 || year%1000 < 10:
		return cardinalWords(year)
	case yearOfCentury == 0:
		return cardinalWords(century) + " hundred"
	case yearOfCentury < 10:
		return cardinalWords(century) + " oh " + cardinalWords(yearOfCentury)
	}
	return cardinalWords(century) + " " + cardinalWords(yearOfCentury)
}
