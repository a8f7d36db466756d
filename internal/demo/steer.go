package demo

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// steer admits that there is no page on something and names two subjects that
// there are pages on. A second miss in a row is met with a text instead, so
// that the talk does not turn into a list of refusals.
func (t *talk) steer() string {
	miss := t.miss()
	if t.lastHas(t.persona.Voice.Unknown) || t.lastHas(unknownLines) || t.lastHas(heardLines) {
		if text := t.volunteer(); text != "" {
			return join(miss, text)
		}
	}
	if offer := t.offer(); offer != "" {
		return join(miss, offer)
	}
	if next := t.next(); next != "" {
		return join(miss, next)
	}
	return miss
}

// miss is the honest line: in the persona's own words while there are any.
func (t *talk) miss() string {
	if later := t.laterThanKnown(); later != "" {
		return later
	}
	if t.askedBefore() {
		return t.pick(stillNotLines)
	}
	if !t.asks() && !t.fragment() {
		return t.pick(heardLines)
	}
	if own := t.fresh(t.persona.Voice.Unknown); own != "" {
		return own
	}
	return t.pick(append(slices.Clone(unknownLines), t.persona.Voice.Unknown...))
}

// fragment tells whether the line is a few words that answer nothing, as in
// "favourite food": a question without its verb.
func (t *talk) fragment() bool {
	return len(t.words) <= 3 && len(t.query) > 0 && !strings.HasSuffix(t.last, "?") && !t.has(ourOwn)
}

// lastHas tells whether the latest reply holds one of the lines.
func (t *talk) lastHas(lines []string) bool {
	for _, line := range lines {
		if line != "" && strings.Contains(t.last, line) {
			return true
		}
	}
	return false
}

// answered thanks for an answer to the persona's own question and goes on.
func (t *talk) answered() string {
	if t.asks() || t.line == "" || !strings.HasSuffix(strings.TrimRight(t.last, " \n\"”"), "?") {
		return ""
	}
	if t.lastHas(answeredLines) {
		return ""
	}
	thanks := t.fresh(answeredLines)
	if thanks == "" {
		return ""
	}
	if more := cmp.Or(t.onward(), t.firstTopic(), t.volunteer()); more != "" {
		return join(thanks, more)
	}
	return ""
}

// firstTopic begins an invented character's first topic, which is what it came
// for. It is "" for others, and once it was begun.
func (t *talk) firstTopic() string {
	if t.lived() || len(t.topics) == 0 || len(t.topics[0].snippets) == 0 || t.told[t.topics[0].snippets[0]] {
		return ""
	}
	return t.introduced(0)
}

// laterThanKnown is the answer to a thing that came after the persona's time.
func (t *talk) laterThanKnown() string {
	year := t.persona.Horizon.Year
	if year == 0 {
		return ""
	}
	for _, w := range t.words {
		came, ok := inventions[stem(w)]
		if n, err := strconv.Atoi(w); err == nil && len(w) == 4 {
			came, ok = n, true
		}
		if ok && came > year {
			return t.fresh(filled(laterLines, yearName(year)))
		}
	}
	return ""
}

func yearName(year int) string {
	if year < 0 {
		return strconv.Itoa(-year) + " BC"
	}
	return strconv.Itoa(year)
}

// inventions are stems of things with the year from which people knew them.
var inventions = stems(map[string]int{
	"internet": 1990, "website": 1993, "online": 1990, "smartphone": 2007, "phone": 1880, "telephone": 1877,
	"iphone": 2007, "laptop": 1990, "computer": 1950, "television": 1936, "tv": 1945, "radio": 1920,
	"covid": 2020, "bitcoin": 2009, "instagram": 2010, "tiktok": 2017, "youtube": 2005, "google": 1999,
	"facebook": 2004, "twitter": 2006, "netflix": 2000, "airplane": 1905, "aeroplane": 1905, "plane": 1910,
	"rocket": 1940, "spaceship": 1950, "nuclear": 1940, "chatgpt": 2022, "email": 1985, "robot": 1921,
	"videogame": 1975, "minecraft": 2011, "antibiotic": 1940, "penicillin": 1929, "train": 1826, "photograph": 1839,
	"trump": 1985, "biden": 1985, "obama": 2004, "hitler": 1923, "ukraine": 1917, "wifi": 1999,
})

func stems(m map[string]int) map[string]int {
	out := make(map[string]int, len(m))
	for w, year := range m {
		out[stem(w)] = year
	}
	return out
}
