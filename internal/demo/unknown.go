package demo

import (
	"cmp"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

// admitUnknown returns a line that says that the persona has no text about the message. If a user
// tells about themselves, admitUnknown returns a question about the user's story instead. A second
// text may follow the line:
//
//   - For a persona with CoreAnswers: the persona's question to the user. The question follows if
//     the message is a statement, or if the previous reply also had no text about its message.
//   - For a persona without CoreAnswers: an offer of two topics, or an untold text. The offer or
//     the text follows if the previous reply also had no text about its message.
//
// Rule demo-miss.
func (t *turn) admitUnknown() string {
	if heard := t.askAboutStory(); heard != "" {
		return heard
	}
	unknownReply := t.dontKnowAnswer()
	if !t.lastReplyHadNoMatch() && (t.isQuestion() || !t.hasCoreAnswers()) {
		return unknownReply
	}
	if question := t.persona.CoreAnswers[core.AsksQuestion]; question != "" && t.timesSaid(question) == 0 {
		return joinParts(unknownReply, question)
	}
	if t.hasCoreAnswers() {
		return unknownReply
	}
	if offer := t.offerTwoTopics(); offer != "" {
		return joinParts(unknownReply, offer)
	}
	return joinParts(unknownReply, t.nextUntoldText())
}

// askAboutStory asks about what users tell of themselves or their family. It returns "" for
// other messages. Rule demo-story.
func (t *turn) askAboutStory() string {
	if t.isQuestion() || !t.hasCoreAnswers() {
		return ""
	}
	if kin := t.userKinWord(); kin != "" {
		return t.pickUnsaid(fillWordings(kinQuestions, kin))
	}
	if them := objectForms[firstWord(withoutFillers(t.words))]; them != "" && english.HasPhrase(english.JoinWords(english.Words(t.previousLine())), possessivePhrases) {
		return t.pickUnsaid(fillWordings(kinFollowUpQuestions, them))
	}
	if slices.ContainsFunc(t.words, func(w string) bool { return w == "i" || w == "my" || w == "we" || w == "me" }) && len(t.words) > 3 {
		return t.pickUnsaid(userStoryAnswers)
	}
	return ""
}

// objectForms has the object form of the pronouns for people.
var objectForms = map[string]string{"he": "him", "she": "her", "they": "them"}

// userKinWord returns the user's first relative, friend or pet in the message, such as "mother" in "my
// mother". If there is none, it returns "".
func (t *turn) userKinWord() string {
	for i, w := range t.words[:max(len(t.words)-1, 0)] {
		if kin := t.words[i+1]; (w == "my" || w == "our") && kinWords[kin] {
			return kin
		}
	}
	return ""
}

// lastReplyHadNoMatch reports whether the latest reply had no text about its message.
func (t *turn) lastReplyHadNoMatch() bool {
	return t.lastReplyContains(t.persona.Voice.DontKnowAnswers) || t.lastReplyContains(dontKnowAnswers) || t.lastReplyContains(statementAnswers)
}

// dontKnowAnswer returns a line that says that the persona has no text about the message. It
// prefers the persona's own lines that were not said. Rule demo-miss.
func (t *turn) dontKnowAnswer() string {
	if t.isAfterHorizon() {
		if slices.ContainsFunc(t.words, func(w string) bool { return modernPeople[w] }) {
			return t.pickWording(fillWordings(afterHorizonAnswers, yearName(t.persona.Horizon.Year)))
		}
		return cmp.Or(t.pickUnsaid([]string{t.persona.CoreAnswers[core.AsksOurTime]}), t.pickUnsaid(fillWordings(afterHorizonAnswers, yearName(t.persona.Horizon.Year))), t.pickWording(dontKnowAnswers))
	}
	if t.wasAskedBefore() {
		return t.pickWording(stillDontKnowAnswers)
	}
	if !t.isQuestion() && !t.isShortQuestion() {
		return t.pickWording(statementAnswers)
	}
	if own := t.pickUnsaid(t.persona.Voice.DontKnowAnswers); own != "" {
		return own
	}
	return t.pickWording(append(slices.Clone(dontKnowAnswers), t.persona.Voice.DontKnowAnswers...))
}

// isShortQuestion reports whether the message is short enough to be a question without a verb, such as
// "favourite food". It returns false if the latest reply ends in a question.
func (t *turn) isShortQuestion() bool {
	return len(t.words) <= 3 && len(t.queryTerms) > 0 && !strings.HasSuffix(t.lastReply, "?") && !t.hasPhrase(possessivePhrases)
}

// lastReplyContains reports whether the latest reply contains one of the wordings.
func (t *turn) lastReplyContains(wordings []string) bool {
	for _, line := range wordings {
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
	if t.lastReplyContains(thanksForAnswerRemarks) {
		return ""
	}
	if heard := t.askAboutStory(); heard != "" {
		return heard
	}
	thanks := t.pickUnsaid(thanksForAnswerRemarks)
	if thanks == "" {
		return ""
	}
	if more := cmp.Or(t.nextTextOfCurrentTopic(), t.beginFirstTopic(), t.volunteerTopic()); more != "" {
		return joinParts(thanks, more)
	}
	return ""
}

// beginFirstTopic starts the first topic of an invented character, which is its
// purpose. It returns "" for historical personas and if the topic was begun before.
func (t *turn) beginFirstTopic() string {
	if t.isPersonaHistorical() || len(t.topics) == 0 || len(t.topics[0].snippetIDs) == 0 || t.toldSnippets[t.topics[0].snippetIDs[0]] {
		return ""
	}
	return t.introduceText(0)
}
