package core

import (
	"fmt"
	"slices"
	"strconv"
)

// Moment is a point in the life of a persona from which it can speak.
type Moment struct {
	Year     int    `json:"year"`               // negative is BC
	Label    string `json:"label"`              // at most three words, such as "Height"
	Place    string `json:"place,omitempty"`    // where the persona speaks from; "" if unknown
	Scene    string `json:"scene,omitempty"`    // one sentence: what is happening now
	Greeting string `json:"greeting,omitempty"` // the persona's first message at this moment
}

// Labels of derived moments.
const (
	labelYouth    = "Youth"
	labelHeight   = "Height"
	labelLastYear = "Last year"
)

// Ages in years. youthAge is the age at the first derived moment. It is above adultAge,
// because many dates of birth are approximate.
const (
	adultAge = 18
	youthAge = 20
)

// MomentList returns the moments from which the persona can speak, earliest first (rule
// prompt-moments, rule chat-year).
//   - A persona with authored moments has these. If it has no Present, the moment of the horizon
//     is added.
//   - A persona without authored moments has the youth (twenty years after the birth), the height
//     (the middle one of the dated facts) and the horizon.
//   - If the moments are of fewer than two years, there is no choice, and the result is nil.
func (p *Persona) MomentList() []Moment {
	list := slices.Clone(p.Moments)
	switch {
	case len(list) == 0:
		list = p.derivedMoments()
	case p.Present == 0 && !slices.ContainsFunc(list, func(m Moment) bool { return m.Year == p.Horizon.Year }):
		list = append(list, p.horizonMoment())
	}
	slices.SortStableFunc(list, func(a, b Moment) int { return a.Year - b.Year })
	list = slices.CompactFunc(list, func(a, b Moment) bool { return a.Year == b.Year })
	if len(list) < 2 {
		return nil
	}
	return list
}

// derivedMoments returns the moments that follow from the dates of the fact sheet. A minor
// has none, and neither has a persona without a horizon. Rule prompt-moments.
func (p *Persona) derivedMoments() (list []Moment) {
	horizonYear := p.Horizon.Year
	if p.Minor || horizonYear == 0 {
		return nil
	}
	youthYear := -1 << 31
	if born, ok := firstYear(p.Facts.Born); ok {
		youthYear = addYears(born, youthAge)
		if youthYear < horizonYear {
			list = append(list, Moment{Year: youthYear, Label: labelYouth, Greeting: derivedGreeting(youthYear)})
		}
	}
	if f, ok := p.middleFactBetween(youthYear, horizonYear); ok {
		year, _ := f.LastYear()
		list = append(list, Moment{
			Year: year, Label: labelHeight, Greeting: derivedGreeting(year),
			Scene: fmt.Sprintf("It is %s, the year of this: %s", f.Year, f.EventText),
		})
	}
	return append(list, p.horizonMoment())
}

// horizonMoment returns the moment of the horizon.
func (p *Persona) horizonMoment() Moment {
	return Moment{Year: p.Horizon.Year, Label: labelLastYear, Place: p.Horizon.Place, Scene: p.Scene, Greeting: p.Greeting}
}

// middleFactBetween returns the middle one of the dated facts. It considers only facts after the
// year `from` and before the year `before`. It ignores a fact whose text names a later year than
// the fact's own year.
func (p *Persona) middleFactBetween(from, before int) (DatedFact, bool) {
	var candidates []DatedFact
	for _, f := range p.Facts.DatedFacts {
		if y, ok := f.LastYear(); ok && y > from && y < before && f.isKnownIn(y) {
			candidates = append(candidates, f)
		}
	}
	if len(candidates) == 0 {
		return DatedFact{}, false
	}
	return candidates[(len(candidates)-1)/2], true
}

// addYears adds years to a year. There is no year 0: 1 BC is followed by AD 1.
func addYears(year, n int) int {
	sum := year + n
	if year < 0 && sum >= 0 {
		sum++
	}
	return sum
}

// YearText formats a year as people write it: "44 BC", "AD 68", "1805".
func YearText(year int) string {
	switch {
	case year < 0:
		return strconv.Itoa(-year) + " BC"
	case year < 1000:
		return "AD " + strconv.Itoa(year)
	default:
		return strconv.Itoa(year)
	}
}

// derivedGreeting returns the first message of a derived moment. Only its year differs between
// personas. The authored greeting belongs to the horizon, so it may mention later years.
func derivedGreeting(year int) string {
	return fmt.Sprintf("You find me in %s, and whatever the books say of later years is still hidden from me. What brings you here?", YearText(year))
}
