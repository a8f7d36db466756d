package core

import (
	"regexp"
	"strconv"
	"strings"
)

// Patterns of years in authored text, most specific first. A bare number needs three or
// four digits: smaller ones are days, counts and ages. Rule prompt-year.
var (
	spanBCPattern    = regexp.MustCompile(`(?i)\b(?:(\d{1,4})\s*(?:–|-|to)\s*)?(\d{1,4})\s*BC\b`)
	yearADPattern    = regexp.MustCompile(`(?i)\bAD\s*(\d{1,4})\b`)
	centuryPattern   = regexp.MustCompile(`(?i)\b(\d{1,2})(?:st|nd|rd|th) century(\s+BC)?\b`)
	bareYearPattern  = regexp.MustCompile(`\b(\d{3,4})(?:(?:–|-)(\d{2,4}))?(s)?\b`)
	shortYearPattern = regexp.MustCompile(`^\D{0,8}(\d{1,2})$`)
)

// maxYear is later than every year in the texts of the cast. A greater number is a count.
const maxYear = 2600

// YearsIn returns the years that a text names, in no particular order; negative is BC. A range, a
// decade and a century give their first and last year. So the greatest value is the end of the
// latest period in the text.
func YearsIn(text string) (years []int) {
	add := func(y int) { years = append(years, y) }
	remainingText := spanBCPattern.ReplaceAllStringFunc(text, func(mark string) string {
		for _, n := range spanBCPattern.FindStringSubmatch(mark)[1:] {
			if y, err := strconv.Atoi(n); err == nil {
				add(-y)
			}
		}
		return " "
	})
	remainingText = centuryPattern.ReplaceAllStringFunc(remainingText, func(mark string) string {
		m := centuryPattern.FindStringSubmatch(mark)
		n, _ := strconv.Atoi(m[1])
		if m[2] != "" {
			add(-n * 100)
			add(-(n-1)*100 - 1)
		} else {
			add((n-1)*100 + 1)
			add(n * 100)
		}
		return " "
	})
	remainingText = yearADPattern.ReplaceAllStringFunc(remainingText, func(mark string) string {
		y, _ := strconv.Atoi(yearADPattern.FindStringSubmatch(mark)[1])
		add(y)
		return " "
	})
	for _, m := range bareYearPattern.FindAllStringSubmatch(remainingText, -1) {
		y, _ := strconv.Atoi(m[1])
		if y > maxYear {
			continue
		}
		add(y)
		if m[2] != "" {
			add(rangeEnd(m[1], m[2]))
		}
		if m[3] != "" {
			add(y + 9)
		}
	}
	return years
}

// rangeEnd returns the end of a range of years such as 1665–66.
func rangeEnd(from, to string) int {
	if len(to) < len(from) {
		to = from[:len(from)-len(to)] + to
	}
	y, _ := strconv.Atoi(to)
	return y
}

// latestYear returns the latest year that a text names. ok is false if it names none.
func latestYear(text string) (year int, ok bool) {
	for _, y := range YearsIn(text) {
		if !ok || y > year {
			year, ok = y, true
		}
	}
	return year, ok
}

// firstYear returns the first year that YearsIn finds in a text such as "26 April 121, Rome". It
// searches the part before the first comma first, then the whole text.
func firstYear(text string) (year int, ok bool) {
	firstPart, _, _ := strings.Cut(text, ",")
	for _, part := range []string{firstPart, text} {
		if years := YearsIn(part); len(years) > 0 {
			return years[0], true
		}
	}
	return 0, false
}

// LastYear returns the last year of a dated fact. The field Year is free text: "44–43 BC", "about
// 380s", "68". LastYear reports false if Year names no year, such as "later in the century".
func (f DatedFact) LastYear() (year int, ok bool) {
	if m := shortYearPattern.FindStringSubmatch(f.Year); m != nil {
		year, _ = strconv.Atoi(m[1])
		return year, true
	}
	return latestYear(f.Year)
}

// isKnownIn reports whether neither the fact's Year nor a year in its EventText is later than
// year. It returns false if Year names no year.
func (f DatedFact) isKnownIn(year int) bool {
	lastYear, ok := f.LastYear()
	if inText, found := latestYear(f.EventText); found {
		lastYear = max(lastYear, inText)
	}
	return ok && lastYear <= year
}
