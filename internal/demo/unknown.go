package demo

import (
	"cmp"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

// admitUnknown says in one line that the persona has no text about the message. The
// suggestions below the reply lead on. For a statement, or a second such message in a row,
// it adds a question to the user or an offer of two topics. Rule demo-miss.
func (t *turn) admitUnknown() string {
	if heard := t.hearStory(); heard != "" {
		return heard
	}
	miss := t.unknownLine()
	if !t.lastReplyMissed() && (t.isQuestion() || !t.hasOwnAnswers()) {
		return miss
	}
	if question := t.persona.Core[core.AsksQuestion]; question != "" && t.timesSaid(question) == 0 {
		return joinParts(miss, question)
	}
	if t.hasOwnAnswers() {
		return miss
	}
	if offer := t.offerTwoTopics(); offer != "" {
		return joinParts(miss, offer)
	}
	return joinParts(miss, t.nextUntold())
}

// hearStory asks about what users tell of themselves or their family. It returns "" for
// other messages. Rule demo-story.
func (t *turn) hearStory() string {
	if t.isQuestion() || !t.hasOwnAnswers() {
		return ""
	}
	if kin := t.ownKin(); kin != "" {
		return t.pickUnsaid(fillLines(kinLines, kin))
	}
	if them := objectForms[firstWord(withoutFillers(t.words))]; them != "" && english.HasPhrase(english.JoinWords(english.Words(t.previousLine())), possessivePhrases) {
		return t.pickUnsaid(fillLines(kinAgainLines, them))
	}
	if slices.ContainsFunc(t.words, func(w string) bool { return w == "i" || w == "my" || w == "we" || w == "me" }) && len(t.words) > 3 {
		return t.pickUnsaid(storyLines)
	}
	return ""
}

// objectForms has the object form of the pronouns for people.
var objectForms = map[string]string{"he": "him", "she": "her", "they": "them"}

// ownKin returns the word for the first person or animal of the user in the message, such
// as "mother" after "my", or "".
func (t *turn) ownKin() string {
	for i, w := range t.words[:max(len(t.words)-1, 0)] {
		if kin := t.words[i+1]; (w == "my" || w == "our") && kinWords[kin] {
			return kin
		}
	}
	return ""
}

// lastReplyMissed reports whether the latest reply had no text about its message.
func (t *turn) lastReplyMissed() bool {
	return t.lastReplyContains(t.persona.Voice.Unknown) || t.lastReplyContains(unknownLines) || t.lastReplyContains(heardLines)
}

// unknownLine returns a line that says that the persona has no text about the message. It
// prefers the persona's own lines that were not said.
func (t *turn) unknownLine() string {
	if t.isAfterHorizon() {
		if slices.ContainsFunc(t.words, func(w string) bool { return laterPeople[w] }) {
			return t.pick(fillLines(laterLines, yearName(t.persona.Horizon.Year)))
		}
		return cmp.Or(t.pickUnsaid([]string{t.persona.Core[core.AsksOurTime]}), t.pickUnsaid(fillLines(laterLines, yearName(t.persona.Horizon.Year))), t.pick(unknownLines))
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

// isFragment reports whether the message is a question without a verb, such as "favourite
// food".
func (t *turn) isFragment() bool {
	return len(t.words) <= 3 && len(t.query) > 0 && !strings.HasSuffix(t.lastReply, "?") && !t.hasPhrase(possessivePhrases)
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

// thankForAnswer thanks users for their answer to a question of the persona, and
// continues.
func (t *turn) thankForAnswer() string {
	if t.isQuestion() || t.line == "" || !strings.HasSuffix(strings.TrimRight(t.lastReply, " \n\"”"), "?") {
		return ""
	}
	if t.lastReplyContains(answeredLines) {
		return ""
	}
	if heard := t.hearStory(); heard != "" {
		return heard
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
