package spoken

import (
	"strconv"
	"strings"
)

const wholeNumber = `\d+(?:,\d{3})*`

var (
	currencyPattern    = lazyRegexp(`([$£€¥₹])(` + wholeNumber + `)(\.\d+)?( (?:thousand|million|billion|trillion)\b)?`)
	percentPattern     = lazyRegexp(`(` + wholeNumber + `(?:\.\d+)?) ?%`)
	timePattern        = lazyRegexp(`(\d{1,2}):([0-5]\d)`)
	ordinalPattern     = lazyRegexp(`(` + wholeNumber + `)(?:st|nd|rd|th)`)
	plainNumberPattern = lazyRegexp(`([-−]?)(` + wholeNumber + `(?:\.\d+)*)`)
)

// currency has the names of a currency and of its hundredth part: for the number 1, and for other
// numbers. subunit and subunits are "" if the hundredth part is not in use.
type currency struct{ singular, plural, subunit, subunits string }

var currencies = map[string]currency{
	"$": {"dollar", "dollars", "cent", "cents"}, "£": {"pound", "pounds", "penny", "pence"}, "€": {"euro", "euros", "cent", "cents"},
	"₹": {"rupee", "rupees", "paisa", "paise"}, "¥": {singular: "yen", plural: "yen"},
}

// expandNumbers writes out amounts of money, percentages, times, ordinals and other numbers. Rule
// voice-english.
func expandNumbers(text string) string {
	text = replaceMatches(text, currencyPattern(), func(m patternMatch) (string, bool) {
		return currencyWords(m), m.after == "" || !isWordRune(m.runeAfter())
	})
	text = replaceMatches(text, percentPattern(), func(m patternMatch) (string, bool) {
		return decimalWords(m.groups[1]) + " percent", m.isWholeNumber()
	})
	text = replaceMatches(text, timePattern(), expandTime)
	text = replaceMatches(text, ordinalPattern(), func(m patternMatch) (string, bool) {
		return ordinalWords(wholeNumberWords(m.groups[1])), m.isWholeNumber()
	})
	return replaceMatches(text, plainNumberPattern(), expandPlainNumber)
}

// expandPlainNumber writes out a number that has no unit or other mark. It leaves digits in
// names such as "H2O" as they are.
func expandPlainNumber(m patternMatch) (string, bool) {
	sign, digits := m.groups[1], decimalWords(m.groups[2])
	if m.after != "" && isWordRune(m.runeAfter()) || sign == "" && m.before != "" && isWordRune(m.runeBefore()) {
		return "", false
	}
	if sign == "−" || sign == "-" && (m.before == "" || strings.ContainsRune(" (", m.runeBefore())) {
		sign = "minus "
	}
	return sign + digits, true
}

func currencyWords(m patternMatch) string {
	money, whole, part := currencies[m.groups[1]], m.groups[2], m.groups[3]
	if scale := m.groups[4]; scale != "" || part != "" && (len(part) != 3 || money.subunit == "") {
		return decimalWords(whole+part) + scale + " " + money.plural
	}
	units := wholeNumberWords(whole) + " " + money.plural
	if whole == "1" {
		units = "one " + money.singular
	}
	hundredths, _ := strconv.ParseInt(strings.TrimPrefix(part, "."), 10, 64)
	if hundredths == 0 {
		return units
	}
	parts := cardinalWords(hundredths) + " " + money.subunits
	if hundredths == 1 {
		parts = "one " + money.subunit
	}
	if whole == "0" {
		return parts
	}
	return units + " and " + parts
}

func expandTime(m patternMatch) (string, bool) {
	hour, _ := strconv.ParseInt(m.groups[1], 10, 64)
	minute, _ := strconv.ParseInt(m.groups[2], 10, 64)
	if !m.isWholeNumber() || hour > 24 {
		return "", false
	}
	hasDayHalf := strings.HasPrefix(m.after, " A M") || strings.HasPrefix(m.after, " P M")
	switch {
	case minute == 0 && hasDayHalf:
		return cardinalWords(hour), true
	case minute == 0 && hour >= 1 && hour <= 12:
		return cardinalWords(hour) + " o'clock", true
	case minute == 0:
		return cardinalWords(hour) + " hundred", true
	case minute < 10:
		return cardinalWords(hour) + " oh " + cardinalWords(minute), true
	}
	return cardinalWords(hour) + " " + cardinalWords(minute), true
}
