package spoken

import (
	"strconv"
	"strings"
)

var (
	enDashPattern    = lazy(`(\d(?: B C E| B C)?) ?– ?(\d+)`)
	hyphenPattern    = lazy(`(\d{1,4})-(\d{1,4})`)
	decadePattern    = lazy(`['’‘]?(\d{3}0|\d0)['’]?s`)
	shortYearPattern = lazy(`['’‘](\d\d)`)
	yearPattern      = lazy(`\d{4}`)
)

// counted are words that are counted: a number of four digits before one is not a year.
var counted = wordSet(`acres bodies books bottles bushels copies crowns days degrees dollars drachmas ducats euros feet florins francs
grams guineas horses hours houses hundred inches kilograms kilometres letters lines livres marks men metres miles million millimetres
centimetres minutes ounces pages people pesos pounds points prisoners roubles rupees sailors seconds shillings ships soldiers stars
steps talents thousand times tons tonnes troops volts watts weeks women words workers yards years yen`)

func expandYears(text string) string {
	text = rewrite(text, enDashPattern(), func(m match) (string, bool) {
		return m.groups[1] + " to " + secondYear(m.groups[2]), m.after == "" || !isWord(m.next())
	})
	text = rewrite(text, hyphenPattern(), expandHyphen)
	text = expandDates(text)
	text = rewrite(text, decadePattern(), func(m match) (string, bool) {
		if !m.isWhole() {
			return "", false
		}
		said := yearWords(m.groups[1])
		if stem, found := strings.CutSuffix(said, "y"); found {
			return stem + "ies", true
		}
		return said + "s", true
	})
	text = rewrite(text, shortYearPattern(), func(m match) (string, bool) {
		return shortYearWords(m.groups[1]), m.isWholeNumber()
	})
	return rewrite(text, yearPattern(), func(m match) (string, bool) {
		return yearWords(m.groups[0]), isYear(m)
	})
}

// expandHyphen says a hyphen between two numbers as "to", but not in dates such as
// 1843-12-10 or in telephone numbers.
func expandHyphen(m match) (string, bool) {
	if !m.isWholeNumber() || m.before != "" && m.last() == '-' || m.after != "" && m.next() == '-' {
		return "", false
	}
	first, second := m.groups[1], m.groups[2]
	if len(first) != len(second) && (len(first) != 4 || len(second) != 2) && len(first) > 2 {
		return "", false
	}
	return first + " to " + secondYear(second), true
}

// secondYear returns the end of a range: "05" in 1901–05 is "oh five".
func secondYear(written string) string {
	if len(written) == 2 && written[0] == '0' {
		return shortYearWords(written)
	}
	return written
}

// shortYearWords returns the words of the last two digits of a year.
func shortYearWords(written string) string {
	n, _ := strconv.ParseInt(written, 10, 64)
	if n < 10 {
		return "oh " + cardinal(n)
	}
	return cardinal(n)
}

// isYear reports whether a number of four digits is a year by its context.
func isYear(m match) bool {
	if !m.isWholeNumber() || m.before != "" && strings.ContainsRune("$£€¥₹#−", m.last()) || m.before == "-" || strings.HasSuffix(m.before, " -") || counted[m.nextWord()] {
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

// yearWords returns the words of a year or of the first year of a decade.
func yearWords(written string) string {
	year, _ := strconv.ParseInt(written, 10, 64)
	century, rest := year/100, year%100
	switch {
	case century == 0 || year%1000 < 10:
		return cardinal(year)
	case rest == 0:
		return cardinal(century) + " hundred"
	case rest < 10:
		return cardinal(century) + " oh " + cardinal(rest)
	}
	return cardinal(century) + " " + cardinal(rest)
}
