package demo

import (
	"cmp"
	"slices"
	"strings"
)

// steer admits that there is no page on something and names two subjects that
// there are pages on. A second miss in a row is met with a text instead, so
// that the talk does not turn into a list of refusals.
func (t *turn) admitUnknown() string {
	miss := t.unknownLine()
	if t.lastReplyHas(t.persona.Voice.Unknown) || t.lastReplyHas(unknownLines) || t.lastReplyHas(heardLines) {
		if text := t.volunteerTopic(); text != "" {
			return joinParts(miss, text)
		}
	}
	if offer := t.offerTwo(); offer != "" {
		return joinParts(miss, offer)
	}
	if next := t.nextUntold(); next != "" {
		return joinParts(miss, next)
	}
	return miss
}

// miss is the honest line: in the persona's own words while there are any.
func (t *turn) unknownLine() string {
	if later := t.afterHorizon(); later != "" {
		return later
	}
	if t.askedBefore() {
		return t.pick(stillNotLines)
	}
	if !t.isQuestion() && !t.isFragment() {
		return t.pick(heardLines)
	}
	if own := t.pickUnsaid(t.persona.Voice.Unknown); own != "" {
		return own
	}
	return t.pick(append(slices.Clone(unknownLines), t.persona.Voice.Unknown...))
}

// fragment tells whether the line is a few words that answer nothing, as in
// "favourite food": a question without its verb.
func (t *turn) isFragment() bool {
	return len(t.words) <= 3 && len(t.query) > 0 && !strings.HasSuffix(t.lastReply, "?") && !t.hasPhrase(ourOwn)
}

// lastHas tells whether the latest reply holds one of the lines.
func (t *turn) lastReplyHas(lines []string) bool {
	for _, line := range lines {
		if line != "" && strings.Contains(t.lastReply, line) {
			return true
		}
	}
	return false
}

// answered thanks for an answer to the persona's own question and goes on.
func (t *turn) thankForAnswer() string {
	if t.isQuestion() || t.line == "" || !strings.HasSuffix(strings.TrimRight(t.lastReply, " \n\"”"), "?") {
		return ""
	}
	if t.lastReplyHas(answeredLines) {
		return ""
	}
	thanks := t.pickUnsaid(answeredLines)
	if thanks == "" {
		return ""
	}
	if more := cmp.Or(t.nextOfThread(), t.beginFirstTopic(), t.volunteerTopic()); more != "" {
		return joinParts(thanks, more)
	}
	return ""
}

// firstTopic begins an invented character's first topic, which is what it came
// for. It is "" for others, and once it was begun.
func (t *turn) beginFirstTopic() string {
	if t.isHistorical() || len(t.topics) == 0 || len(t.topics[0].snippets) == 0 || t.told[t.topics[0].snippets[0]] {
		return ""
	}
	return t.introduce(0)
}
