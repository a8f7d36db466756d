package demo

import (
	"cmp"
	"slices"
	"strings"
)

// admitUnknown says that the persona has no text about the message and offers two
// topics. If the previous message had no text either, it tells a text instead of
// offering again.
func (t *turn) admitUnknown() string {
	miss := t.unknownLine()
	if t.lastReplyContains(t.persona.Voice.Unknown) || t.lastReplyContains(unknownLines) || t.lastReplyContains(heardLines) {
		if text := t.volunteerTopic(); text != "" {
			return joinParts(miss, text)
		}
	}
	if offer := t.offerTwoTopics(); offer != "" {
		return joinParts(miss, offer)
	}
	if next := t.nextUntold(); next != "" {
		return joinParts(miss, next)
	}
	return miss
}

// unknownLine returns a line that says that the persona has no text, if possible one of
// the persona's own lines that was not said.
func (t *turn) unknownLine() string {
	if later := t.afterHorizon(); later != "" {
		return later
	}
	if t.askedBefore() {
		return t.pick(stillUnknownLines)
	}
	if !t.isQuestion() && !t.isFragment() {
		return t.pick(heardLines)
	}
	if own := t.pickUnsaid(t.persona.Voice.Unknown); own != "" {
		return own
	}
	return t.pick(append(slices.Clone(unknownLines), t.persona.Voice.Unknown...))
}

// isFragment reports whether the message is a question without its verb, such as
// "favourite food".
func (t *turn) isFragment() bool {
	return len(t.words) <= 3 && len(t.query) > 0 && !strings.HasSuffix(t.lastReply, "?") && !t.hasPhrase(ourOwn)
}

// lastReplyContains reports whether the latest reply contains one of the lines.
func (t *turn) lastReplyContains(lines []string) bool {
	for _, line := range lines {
		if line != "" && strings.Contains(t.lastReply, line) {
			return true
		}
	}
	return false
}

// thankForAnswer thanks for the user's answer to a question of the persona and
// continues.
func (t *turn) thankForAnswer() string {
	if t.isQuestion() || t.line == "" || !strings.HasSuffix(strings.TrimRight(t.lastReply, " \n\"”"), "?") {
		return ""
	}
	if t.lastReplyContains(answeredLines) {
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

// beginFirstTopic starts the first topic of an invented character, which is its
// purpose. It returns "" for historical personas and if the topic was begun before.
func (t *turn) beginFirstTopic() string {
	if t.isHistorical() || len(t.topics) == 0 || len(t.topics[0].snippets) == 0 || t.told[t.topics[0].snippets[0]] {
		return ""
	}
	return t.introduceText(0)
}
