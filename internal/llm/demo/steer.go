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
	if !t.asks() {
		return t.pick(heardLines)
	}
	if own := t.fresh(t.persona.Voice.Unknown); own != "" {
		return own
	}
	return t.pick(append(slices.Clone(unknownLines), t.persona.Voice.Unknown...))
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
	if more := cmp.Or(t.onward(), t.volunteer()); more != "" {
		return join(thanks, more)
	}
	return ""
}

// openTopics are those with something untold, beginning with another one each
// turn.
func (t *talk) openTopics() []int {
	var open []int
	n := len(t.topics)
	for i := range n {
		topic := (i + 2*t.turn) % n
		if t.untoldOf(topic) >= 0 {
			open = append(open, topic)
		}
	}
	return open
}

// Offers name subjects. Where one reads as part of a sentence its phrase
// serves, else the question is quoted.
var (
	offerAbout = []string{
		"Ask me about %, or about %.",
		"I could tell you of %, or of %.",
		"Shall we speak of %, or of %?",
		"Of %, though, I have much to say, and of %.",
		"I am better company on % and on %.",
	}
	offerMixed = []string{
		"Ask me about %, or else this: “%”",
		"I could tell you of %, or answer “%”",
		"We might speak of %, or you might ask “%”",
	}
	offerAsked = []string{
		"You might ask me “%” or “%”",
		"I do have an answer to “%” and one to “%”",
		"Try me with “%” or else “%”",
		"I would sooner be asked “%” or “%”",
		"Better questions for me would be “%” and “%”",
		"Two that I can answer are “%” and “%”",
	}
	offerOneAbout = []string{"Ask me about %.", "There is still %, if you care to hear of it.", "I could tell you of %."}
	offerOneAsked = []string{"You might ask me “%”", "There is still this question: “%”", "I have an answer left to “%”"}
)

// Leads introduce a text that nobody asked for.
var (
	leadAbout = []string{
		"Let me tell you of %.",
		"I would gladly speak of %.",
		"Allow me a word on %.",
		"My mind goes to %.",
		"Let us talk of %.",
	}
	leadAsked = []string{
		"People ask me, “%”",
		"Some come here to ask, “%”",
		"Here is a question I can answer: “%”",
		"Let us suppose you had asked me, “%”",
		"A question that suits me better is this: “%”",
		"Ask me rather, “%”",
	}
)

// offer names two subjects with something untold, in words that were not used
// yet. It is "" when all was told.
func (t *talk) offer() string {
	open := slices.DeleteFunc(t.openTopics(), func(n int) bool { return t.topics[n].ask == "" })
	if rest := slices.DeleteFunc(slices.Clone(open), func(n int) bool { return n == t.thread }); len(rest) > 1 {
		open = rest
	}
	switch len(open) {
	case 0:
		return ""
	case 1:
		one := t.topics[open[0]]
		if one.phrase != "" {
			return t.pick(filled(offerOneAbout, one.phrase))
		}
		return t.pick(filled(offerOneAsked, one.quotable))
	}
	var choice []string
	for i := range open {
		choice = append(choice, t.offersOf(open[i], open[(i+1)%len(open)])...)
		if line := t.fresh(choice); line != "" {
			return line
		}
	}
	return t.pick(choice)
}

func (t *talk) offersOf(a, b int) []string {
	x, y := t.topics[a], t.topics[b]
	switch {
	case x.phrase != "" && y.phrase != "":
		return filledTwo(offerAbout, x.phrase, y.phrase)
	case x.phrase != "":
		return filledTwo(offerMixed, x.phrase, y.quotable)
	case y.phrase != "":
		return filledTwo(offerMixed, y.phrase, x.quotable)
	}
	return filledTwo(offerAsked, x.quotable, y.quotable)
}

func filledTwo(lines []string, x, y string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		a, rest, _ := strings.Cut(line, "%")
		b, c, _ := strings.Cut(rest, "%")
		out[i] = a + x + b + y + c
	}
	return out
}

// chosen is the topic that a "yes", "the first" or "the second" picks from the
// latest reply's offer, or -1.
func (t *talk) chosen() int {
	type named struct{ at, topic int }
	var offered []named
	for n, topic := range t.topics {
		for _, name := range [...]string{"“" + topic.quotable + "”", topic.phrase} {
			if at := strings.Index(t.last, name); at >= 0 && len(name) > len("“”") {
				offered = append(offered, named{at, n})
				break
			}
		}
	}
	if len(offered) == 0 || !t.lastOffers() {
		return -1
	}
	slices.SortFunc(offered, func(a, b named) int { return a.at - b.at })
	if len(offered) > 1 && t.has(secondPicked) {
		return offered[1].topic
	}
	return offered[0].topic
}

var secondPicked = phrases("the second\nsecond one\nlatter\nthe other")

// lastOffers tells whether the latest reply ends in an offer.
func (t *talk) lastOffers() bool {
	for _, lines := range [][]string{offerAbout, offerMixed, offerAsked, offerOneAbout, offerOneAsked} {
		for _, line := range lines {
			if head, _, _ := strings.Cut(line, "%"); len(head) > 3 && strings.Contains(t.last, head) {
				return true
			}
		}
	}
	return false
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
