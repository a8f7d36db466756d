package demo

import (
	"slices"
	"strings"
)

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
		"Ask me about %, or else ask “%”",
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
	offerOneAsked = []string{"You might ask me “%”", "There is still the question “%”", "I have an answer left to “%”"}
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
		"Here is one that I can answer, “%”",
		"Let us suppose you had asked me, “%”",
		"A question that suits me better would be “%”",
		"Ask me rather, “%”",
	}
)

// offer names two subjects with something untold, in words that were not used
// yet. It is "" when all was told or no such words are left.
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
			return t.fresh(filled(offerOneAbout, one.phrase))
		}
		return t.fresh(filled(offerOneAsked, one.quotable))
	}
	for i := range open {
		if line := t.fresh(t.offersOf(open[i], open[(i+1)%len(open)])); line != "" {
			return line
		}
	}
	return ""
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

// takenUp tells of a topic that the latest reply offered. A mere "yes" to one
// of two leaves open which, so that it is named.
func (t *talk) takenUp() string {
	topic, named := t.chosen()
	switch {
	case topic < 0 || t.untoldOf(topic) < 0:
		return ""
	case named:
		return t.snippets[t.untoldOf(topic)].text
	}
	return t.introduced(topic)
}

// chosen is the topic that a "yes", "the first" or "the second" picks from the
// latest reply's offer, or -1. named tells that it
// is clear which one is meant.
func (t *talk) chosen() (topic int, named bool) {
	type mention struct{ at, topic int }
	var offered []mention
	for n, topic := range t.topics {
		for _, name := range [...]string{"“" + topic.quotable + "”", topic.phrase} {
			if at := strings.Index(t.last, name); at >= 0 && len(name) > len("“”") {
				offered = append(offered, mention{at, n})
				break
			}
		}
	}
	if len(offered) == 0 || !t.lastOffers() {
		return -1, false
	}
	slices.SortFunc(offered, func(a, b mention) int { return a.at - b.at })
	if len(offered) > 1 && t.has(secondPicked) {
		return offered[1].topic, true
	}
	return offered[0].topic, len(offered) == 1 || t.has(firstPicked)
}

var (
	firstPicked  = phrases("the first\nfirst one\nthe former")
	secondPicked = phrases("the second\nsecond one\nlatter\nthe other")
)

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
