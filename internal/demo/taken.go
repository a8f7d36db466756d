package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

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
	firstPicked  = english.Phrases("the first\nfirst one\nthe former")
	secondPicked = english.Phrases("the second\nsecond one\nlatter\nthe other")
)

// lastOffers tells whether the latest reply ends in an offer.
func (t *talk) lastOffers() bool {
	for _, lines := range [][]string{askTwo, tellTwo, quoteTwo, askOne, tellOne, quoteOne} {
		for _, line := range lines {
			if head, _, _ := strings.Cut(line, "%"); len(head) > 3 && strings.Contains(t.last, head) {
				return true
			}
		}
	}
	return false
}
