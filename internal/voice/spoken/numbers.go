package spoken

import (
	"strconv"
	"strings"
)

const wholePattern = `\d+(?:,\d{3})*`

var (
	currencyPattern = lazy(`([$£€¥₹])(` + wholePattern + `)(\.\d+)?( (?:thousand|million|billion|trillion)\b)?`)
	percentPattern  = lazy(`(` + wholePattern + `(?:\.\d+)?) ?%`)
	timePattern     = lazy(`(\d{1,2}):([0-5]\d)`)
	ordinalPattern  = lazy(`(` + wholePattern + `)(?:st|nd|rd|th)`)
	plainPattern    = lazy(`([-−]?)(` + wholePattern + `(?:\.\d+)*)`)
)

// currency has the names of a currency and of its hundredth part. Those without a
// hundredth part in use have "".
type currency struct{ one, many, part, parts string }

var currencies = map[string]currency{
	"$": {"dollar", "dollars", "cent", "cents"}, "£": {"pound", "pounds", "penny", "pence"}, "€": {"euro", "euros", "cent", "cents"},
	"₹": {"rupee", "rupees", "paisa", "paise"}, "¥": {one: "yen", many: "yen"},
}

func expandNumbers(text string) string {
	text = rewrite(text, currencyPattern(), func(m match) (string, bool) {
		return currencyWords(m), m.after == "" || !isWord(m.next())
	})
	text = rewrite(text, percentPattern(), func(m match) (string, bool) {
		return decimalWords(m.groups[1]) + " percent", m.isWholeNumber()
	})
	text = rewrite(text, timePattern(), expandTime)
	text = rewrite(text, ordinalPattern(), func(m match) (string, bool) {
		return ordinalWords(wholeWords(m.groups[1])), m.isWholeNumber()
	})
	return rewrite(text, plainPattern(), expandPlain)
}

// expandPlain leaves the digits of such names as "H2O" to the speech program.
func expandPlain(m match) (string, bool) {
	sign, digits := m.groups[1], decimalWords(m.groups[2])
	if m.after != "" && isWord(m.next()) || sign == "" && m.before != "" && isWord(m.last()) {
		return "", false
	}
	if sign == "−" || sign == "-" && (m.before == "" || strings.ContainsRune(" (", m.last())) {
		sign = "minus "
	}
	return sign + digits, true
}

func currencyWords(m match) string {
	money, whole, part := currencies[m.groups[1]], m.groups[2], m.groups[3]
	if scale := m.groups[4]; scale != "" || part != "" && (len(part) != 3 || money.part == "") {
		return decimalWords(whole+part) + scale + " " + money.many
	}
	units := wholeWords(whole) + " " + money.many
	if whole == "1" {
		units = "one " + money.one
	}
	hundredths, _ := strconv.ParseInt(strings.TrimPrefix(part, "."), 10, 64)
	if hundredths == 0 {
		return units
	}
	parts := cardinal(hundredths) + " " + money.parts
	if hundredths == 1 {
		parts = "one " + money.part
	}
	if whole == "0" {
		return parts
	}
	return units + " and " + parts
}

func expandTime(m match) (string, bool) {
	hour, _ := strconv.ParseInt(m.groups[1], 10, 64)
	minute, _ := strconv.ParseInt(m.groups[2], 10, 64)
	if !m.isWholeNumber() || hour > 24 {
		return "", false
	}
	half := strings.HasPrefix(m.after, " A M") || strings.HasPrefix(m.after, " P M")
	switch {
	case minute == 0 && half:
		return cardinal(hour), true
	case minute == 0 && hour >= 1 && hour <= 12:
		return cardinal(hour) + " o'clock", true
	case minute == 0:
		return cardinal(hour) + " hundred", true
	case minute < 10:
		return cardinal(hour) + " oh " + cardinal(minute), true
	}
	return cardinal(hour) + " " + cardinal(minute), true
}
