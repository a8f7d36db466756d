package demo

import "strconv"

// isAfterHorizon reports whether the message names a year, a thing or a person later than the
// persona's horizon. The horizon is the last year that the persona knows (rule safety-horizon).
func (t *turn) isAfterHorizon() bool {
	year := t.persona.Horizon.Year
	if year == 0 {
		return false
	}
	for _, w := range t.words {
		inventionYear, ok := yearByInvention[stem(w)]
		if n, err := strconv.Atoi(w); err == nil && len(w) == 4 {
			inventionYear, ok = n, true
		}
		if ok && inventionYear > year {
			return true
		}
	}
	return false
}

// modernPeople are people of our time; the table yearByInvention has their names too. A question that
// names one of them is not answered with the persona's text about our time (core.AsksOurTime).
var modernPeople = wordSet("trump biden obama putin zelensky musk hitler")

// yearName returns a year as text; a negative year is a year BC.
func yearName(year int) string {
	if year < 0 {
		return strconv.Itoa(-year) + " BC"
	}
	return strconv.Itoa(year)
}

// yearByInvention maps the stems of words for things and people to the year from which they are
// widely known. Rule safety-horizon.
var yearByInvention = withStemmedKeys(map[string]int{
	"internet": 1990, "website": 1993, "online": 1990, "smartphone": 2007, "phone": 1880, "telephone": 1877,
	"iphone": 2007, "laptop": 1990, "computer": 1950, "television": 1936, "tv": 1945, "radio": 1920,
	"covid": 2020, "bitcoin": 2009, "instagram": 2010, "tiktok": 2017, "youtube": 2005, "google": 1999,
	"facebook": 2004, "twitter": 2006, "netflix": 2000, "airplane": 1905, "aeroplane": 1905, "plane": 1910,
	"rocket": 1940, "spaceship": 1950, "nuclear": 1940, "chatgpt": 2022, "email": 1985, "robot": 1921,
	"videogame": 1975, "minecraft": 2011, "antibiotic": 1940, "penicillin": 1929, "train": 1826, "photograph": 1839,
	"trump": 1985, "biden": 1985, "obama": 2004, "hitler": 1923, "putin": 1999, "zelensky": 2019, "musk": 2008, "ukraine": 1917, "wifi": 1999,
})

// withStemmedKeys returns m with the stems of its keys.
func withStemmedKeys(m map[string]int) map[string]int {
	out := make(map[string]int, len(m))
	for w, year := range m {
		out[stem(w)] = year
	}
	return out
}
