package demo

import (
	"strings"

	"colloquy/internal/core"
)

// firstUntoldSnippetID returns the id of a topic's first untold text, or -1.
func (t *turn) firstUntoldSnippetID(topic int) int {
	for _, id := range t.topics[topic].snippetIDs {
		if !t.toldSnippets[id] {
			return id
		}
	}
	return -1
}

// nextUntoldText returns an untold saying, or else an untold part of the bio, or else a text
// of a topic. It is used when the matching texts were told.
func (t *turn) nextUntoldText() string {
	for _, id := range t.rotatedIDs(t.sayingSnippetIDs) {
		if !t.toldSnippets[id] {
			return t.padWithOffer(t.quoteSaying(t.persona.Sayings[t.snippets[id].sayingIndex]))
		}
	}
	for _, id := range t.bioSnippetIDs {
		if !t.toldSnippets[id] {
			return t.padWithOffer(t.bioExcerpt(id))
		}
	}
	return t.volunteerTopic()
}

// volunteerTopic tells an untold text that the user did not ask for. It prefers topics other than
// the current one.
func (t *turn) volunteerTopic() string {
	candidates := t.untoldTopics()
	if named := t.offerableTopics(); len(named) > 0 {
		candidates = named
	}
	if len(candidates) == 0 {
		return ""
	}
	return t.introduceText(candidates[0])
}

// introduceText returns a line that names a topic, followed by the topic's next untold text. The
// text needs the line because it was written as an answer. For a persona with CoreAnswers,
// introduceText returns the text without the line.
func (t *turn) introduceText(topic int) string {
	text := t.snippets[t.firstUntoldSnippetID(topic)].text
	if t.hasCoreAnswers() {
		return text
	}
	return joinParts(t.pickWording(topicIntros(t.topics[topic])), text)
}

// textToRepeat returns the text that was told least often. It is used when no untold text
// is left.
func (t *turn) textToRepeat() string {
	var snippetIDs []int
	for _, topic := range t.topics {
		snippetIDs = append(snippetIDs, topic.snippetIDs...)
	}
	return t.leastToldText(append(snippetIDs, t.bioSnippetIDs...))
}

// leastToldText returns the text that was told least often, the first of equal ones.
func (t *turn) leastToldText(ids []int) string {
	text, fewest := "", -1
	for _, id := range ids {
		if useCount := t.timesSaid(t.snippets[id].text); fewest < 0 || useCount < fewest {
			text, fewest = t.snippets[id].text, useCount
		}
	}
	return text
}

// rotatedIDs returns ids, starting at a different one in each turn.
func (t *turn) rotatedIDs(ids []int) []int {
	if len(ids) == 0 {
		return nil
	}
	at := t.turnHash("rotate") % len(ids)
	return append(append(make([]int, 0, len(ids)), ids[at:]...), ids[:at]...)
}

// Limits of an excerpt of the bio, in words. A sentence of less than minStandaloneWords is
// told with the sentence before it.
const (
	minStandaloneWords = 9
	minBioWords        = 25
	maxBioWords        = 60
)

// bioExcerpt returns a part of the bio. The part begins with the sentence t.snippets[id], or one
// sentence earlier if that sentence is short. bioExcerpt adds the next untold sentences until the
// part has minBioWords words. A sentence is not added if the part would then have more than
// maxBioWords words.
func (t *turn) bioExcerpt(id int) string {
	text := t.snippets[id].text
	if before := id - 1; countWords(text) < minStandaloneWords && before >= 0 && !t.toldSnippets[before] && t.snippets[before].topicIndex == bioTopicIndex {
		text = t.snippets[before].text + " " + text
	}
	for at := id + 1; countWords(text) < minBioWords; at++ {
		if at >= len(t.snippets) || t.snippets[at].topicIndex != bioTopicIndex || t.toldSnippets[at] {
			break
		}
		if countWords(text)+countWords(t.snippets[at].text) > maxBioWords {
			break
		}
		text += " " + t.snippets[at].text
	}
	return text
}

// quoteSaying returns a saying. Only a documented saying is a quotation with its source.
// Other sayings are plain speech, so that no invented quotation looks like a fact.
func (t *turn) quoteSaying(s core.Saying) string {
	text := strings.TrimSpace(s.Text)
	if s.SourceStatus != "documented" || s.Source == "" {
		return text
	}
	lines := documentedSayingIntros
	if reportedSourcePattern.MatchString(s.Source) {
		lines = reportedSayingIntros
	}
	return t.pickInOrder(fillWordings(lines, firstPersonSource(s.Source))) + " “" + trimQuotes(text) + "”"
}

// padWithOffer adds an offer to a short reply.
func (t *turn) padWithOffer(reply string) string {
	if countWords(reply) >= 20 {
		return reply
	}
	return joinParts(reply, t.offerTwoTopics())
}
