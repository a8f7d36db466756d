package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

// answerAcceptedOffer tells a text of the topic that the user chooses from the offer in the latest
// reply. If the offer had two topics and the user only says "yes", the reply also names the topic.
// Without an offer the result is "".
func (t *turn) answerAcceptedOffer() string {
	topic, named := t.chosenTopic()
	switch {
	case topic < 0 || t.firstUntoldSnippetID(topic) < 0:
		return ""
	case named:
		return t.snippets[t.firstUntoldSnippetID(topic)].text
	}
	return t.introduceText(topic)
}

// chosenTopic returns the topic that a "yes", "the first" or "the second" chooses from the
// latest offer, or -1. named is true if the choice is unambiguous.
func (t *turn) chosenTopic() (topic int, named bool) {
	type mention struct{ at, topic int }
	var offeredTopics []mention
	for n, topic := range t.topics {
		for _, name := range [...]string{"“" + topic.quotableQuestion + "”", topic.phrase} {
			if at := strings.Index(t.lastReply, name); at >= 0 && len(name) > len("“”") {
				offeredTopics = append(offeredTopics, mention{at, n})
				break
			}
		}
	}
	if len(offeredTopics) == 0 || !t.lastReplyOffersTopic() {
		return -1, false
	}
	slices.SortFunc(offeredTopics, func(a, b mention) int { return a.at - b.at })
	if len(offeredTopics) > 1 && t.hasPhrase(secondChoicePhrases) {
		return offeredTopics[1].topic, true
	}
	return offeredTopics[0].topic, len(offeredTopics) == 1 || t.hasPhrase(firstChoicePhrases)
}

var (
	firstChoicePhrases  = english.ParsePhrases("the first\nfirst one\nthe former")
	secondChoicePhrases = english.ParsePhrases("the second\nsecond one\nlatter\nthe other")
)

// lastReplyOffersTopic reports whether the latest reply contains an offer.
func (t *turn) lastReplyOffersTopic() bool {
	for _, lines := range [][]string{askTwoOffers, tellTwoOffers, quoteTwoOffers, askOneOffers, tellOneOffers, quoteOneOffers} {
		for _, line := range lines {
			if head, _, _ := strings.Cut(line, "%"); len(head) > 3 && strings.Contains(t.lastReply, head) {
				return true
			}
		}
	}
	return false
}
