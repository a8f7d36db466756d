package demo

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

// moves are the ways to answer a message. The first move that returns a text answers. Risk and
// honesty come first. If no move returns a text, admitUnknown answers. Rule demo-core.
var moves = []func(*turn) string{
	(*turn).answerRisk, (*turn).answerAfterRisk, (*turn).answerIdentity, (*turn).refuseForMinor, (*turn).refuseAdvice,
	(*turn).answerTopicQuestion, (*turn).answerOtherLanguage, (*turn).answerSmallTalk, (*turn).answerComplaint, (*turn).answerReaction,
	(*turn).answerGrief, (*turn).answerFeeling, (*turn).consoleAfterTrouble, (*turn).answerPlainFact, (*turn).answerCommonQuestion,
	(*turn).answerCommonRequest, (*turn).answerQuoteRequest, (*turn).replyToAnswerToGreeting,
	(*turn).answerFromTexts, (*turn).answerFromShortAnswers, (*turn).offerRequestedTopics, (*turn).answerAboutSelf, (*turn).continueTopic, (*turn).answerFollowUp,
	(*turn).thankForAnswer, (*turn).answerFromDatedFacts,
}

func (t *turn) answer() string {
	for _, move := range moves {
		if reply := move(t); reply != "" {
			return reply
		}
	}
	return t.admitUnknown()
}

// answerTopicQuestion answers a message that equals the question of a topic. The suggestions
// below a reply are such questions.
func (t *turn) answerTopicQuestion() string {
	for n, topic := range t.topics {
		if topic.joinedQuestion != t.joinedLineWords || topic.question == "" {
			continue
		}
		if id := t.firstUntoldSnippetID(n); id >= 0 {
			return t.withAnswerIntro(t.snippets[id].text)
		}
		if next := t.nextUntoldText(); next != "" {
			return joinParts(t.pickWording(topicExhaustedRemarks), next)
		}
	}
	return ""
}

// withAnswerIntro returns a text as the answer to a question. If the user has asked the question
// before, the answer begins with a line that says so.
func (t *turn) withAnswerIntro(text string) string {
	if t.wasAskedBefore() {
		if again := t.pickUnsaid(repeatedQuestionIntros); again != "" {
			return joinParts(again, text)
		}
	}
	return t.withOpener(text)
}

// answerFromTexts answers with the persona's text that matches the message best. A user
// who tells of their own family gets no text about the family of a historical persona.
func (t *turn) answerFromTexts() string {
	if t.isPersonaHistorical() && t.userKinWord() != "" {
		if heard := t.askAboutStory(); heard != "" {
			return heard
		}
	}
	if !t.findsMatchingText() {
		return ""
	}
	f := t.replaceWeakMatch(t.bestMatch)
	if !t.isQuestion() && f.coverage < minStatementCoverage {
		return ""
	}
	s := t.snippets[f.snippetID]
	switch {
	case t.isPassingMention(f):
		return t.answerFollowUp()
	case s.topicIndex < 0 && f.matchedTerms < 2 && t.answerFollowUp() != "":
		return t.answerFollowUp()
	case s.topicIndex == bioTopicIndex && f.matchedTerms < 2 && len(t.queryTerms) > 1 && !t.containsNameFromLine(s.text):
		return ""
	case s.topicIndex == bioTopicIndex && !t.toldSnippets[f.snippetID]:
		return t.withOpener(t.bioExcerpt(f.snippetID))
	case s.topicIndex == sayingTopicIndex && f.matchedTerms < 2 && (len(t.queryTerms) > 1 || t.hasCoreAnswers()):
		return ""
	case s.topicIndex == sayingTopicIndex && !t.toldSnippets[f.snippetID]:
		return t.padWithOffer(t.quoteSaying(t.persona.Sayings[s.sayingIndex]))
	case s.topicIndex >= 0:
		if id, untold := t.nextSnippetInTopic(f, t.toldSnippets); untold {
			return t.withAnswerIntro(t.snippets[id].text)
		}
	}
	if next := t.nextUntoldText(); next != "" {
		return joinParts(t.pickWording(topicExhaustedRemarks), next)
	}
	snippetIDs := []int{f.snippetID}
	if s.topicIndex >= 0 {
		snippetIDs = t.topics[s.topicIndex].snippetIDs
	}
	return joinParts(t.pickWording(repeatedTextIntros), t.leastToldText(snippetIDs))
}

// answerFromShortAnswers answers a question with the short answer that contains the most words of
// the question, unless that answer was given before.
func (t *turn) answerFromShortAnswers() string {
	if !t.isQuestion() || len(t.shortAnswers.snippets) == 0 {
		return ""
	}
	f, ok := t.shortAnswers.search(t.queryTerms, make([]bool, len(t.shortAnswers.snippets)), -1)
	if !ok || f.coverage < minShortAnswerCoverage || f.matchedTerms < 2 && (f.coverage < minOneTermCoverage || !t.shortAnswers.shortAnswerFits(f.snippetID, t.queryTerms)) {
		return ""
	}
	if text := t.shortAnswers.snippets[f.snippetID].text; t.timesSaid(text) == 0 {
		return text
	}
	return ""
}

// replaceWeakMatch replaces a weak match by the best text of a topic that has at least half of the
// message's terms. A match is weak if its snippet belongs to no topic and has at most one term of
// the message. A match that is not weak, or that no topic can replace, is returned unchanged.
func (t *turn) replaceWeakMatch(f searchMatch) searchMatch {
	if t.snippets[f.snippetID].topicIndex >= 0 || f.matchedTerms > 1 {
		return f
	}
	bestID := -1
	for id, s := range t.snippets {
		if s.topicIndex < 0 || bestID >= 0 && f.rawScores[id] <= f.rawScores[bestID] {
			continue
		}
		if 2*countSharedTerms(t.queryTerms, t.topics[s.topicIndex].terms) >= len(t.queryTerms) {
			bestID = id
		}
	}
	if bestID >= 0 {
		f.snippetID = bestID
	}
	return f
}

// containsNameFromLine reports whether a text contains a word of the message as a name: the word
// is capitalised and is not the first word of the text.
func (t *turn) containsNameFromLine(text string) bool {
	for i, w := range strings.Fields(text) {
		if i > 0 && w != strings.ToLower(w) && slices.ContainsFunc(queryTerms(english.Words(w)), func(q string) bool { return slices.Contains(t.queryTerms, q) }) {
			return true
		}
	}
	return false
}

// continueTopic answers a message that names no subject: "tell me more", "why?", "yes".
func (t *turn) continueTopic() string {
	for _, w := range t.words {
		if !stopWords[w] && !continueWords[w] && (t.isQuestion() || !reactionWords[w]) {
			return ""
		}
	}
	if n := len(t.words); n <= 3 && (firstWord(t.words) == "no" || firstWord(t.words) == "not") {
		return joinParts(t.pickWording(declinedOfferAnswers), t.offerTwoTopics())
	}
	if text := t.answerAcceptedOffer(); text != "" {
		return text
	}
	if t.hasCoreAnswers() && !t.isOnCurrentTopic && !t.hasPhrase(askForMorePhrases) && (!t.isQuestion() || t.lastReplyIsOwnAnswer() || t.lastReplyHadNoMatch() || t.asksAboutPreviousSubject()) {
		return t.answerWithoutSubject()
	}
	if t.currentTopic < 0 {
		if t.hasCoreAnswers() && t.isQuestion() && !t.hasPhrase(askForMorePhrases) {
			return t.answerWithoutSubject()
		}
		return cmp.Or(t.volunteerTopic(), t.nextUntoldText())
	}
	if more := cmp.Or(t.nextTextOfCurrentTopic(), t.nextUntoldText()); more != "" {
		return t.withGoOnIntro(more)
	}
	return joinParts(t.pickWording(nearlyAllToldRemarks), t.textToRepeat())
}

// askForMorePhrases are phrases that ask the persona to go on with any subject.
var askForMorePhrases = english.ParsePhrases("more\ngo on\ncontinue\nkeep going\nelaborate\nnext\nelse\nanother\nsomething")

// lastReplyIsOwnAnswer reports whether the latest reply has one of the persona's short answers.
// These are answers to common questions (Persona.CoreAnswers), texts about people, and replies to
// the user's answer to the greeting.
func (t *turn) lastReplyIsOwnAnswer() bool {
	p := t.persona
	wasJustSaid := func(text string) bool { return text != "" && strings.Contains(t.lastReply, text) }
	if slices.ContainsFunc(p.People, func(k core.KnownPerson) bool { return wasJustSaid(k.Says) }) {
		return true
	}
	if r := p.GreetingFollowUps; r != nil && (wasJustSaid(r.AfterYes) || wasJustSaid(r.AfterNo) || wasJustSaid(r.AfterOther) || r.AfterFirstChoice != nil && wasJustSaid(r.AfterFirstChoice.Text) || r.AfterSecondChoice != nil && wasJustSaid(r.AfterSecondChoice.Text)) {
		return true
	}
	return slices.ContainsFunc(slices.Collect(maps.Values(p.CoreAnswers)), wasJustSaid)
}

// asksAboutPreviousSubject reports whether the message is a question that refers to the user's previous
// message with a pronoun. It is false if the latest reply told a text of a topic.
func (t *turn) asksAboutPreviousSubject() bool {
	return t.isQuestion() && !t.isOnCurrentTopic && t.refersBack() && len(queryTerms(english.Words(t.previousLine()))) > 0
}

// answerWithoutSubject answers a question or a reaction that names no subject, after a reply that belongs
// to no topic. It thanks a user who is pleased. Otherwise it tells a text about the subject of the
// previous messages, or of the current topic.
func (t *turn) answerWithoutSubject() string {
	if t.lastReplyHadNoMatch() && t.hasCoreAnswers() && !t.isQuestion() {
		return ""
	}
	if !t.isQuestion() && slices.ContainsFunc(t.words, func(w string) bool { return pleasedWords[w] }) {
		return t.pickWording(praiseAnswers)
	}
	if text := t.textOfPreviousSubject(); text != "" || t.asksAboutPreviousSubject() {
		return text
	}
	return t.nextTextOfCurrentTopic()
}

// pleasedWords are words of users who are pleased by a reply.
var pleasedWords = wordSet("wow cool nice great amazing awesome wonderful lovely beautiful incredible brilliant fascinating interesting excellent good perfect clever smart wise powerful inspiring impressive moving touching hilarious haha lol")

// nextTextOfCurrentTopic returns the next text of the current topic, or "". If the latest reply told
// no text of the topic, a line that names the topic comes first.
func (t *turn) nextTextOfCurrentTopic() string {
	if t.currentTopic < 0 {
		return ""
	}
	id := t.firstUntoldSnippetID(t.currentTopic)
	switch {
	case id < 0:
		return ""
	case t.isOnCurrentTopic:
		return t.snippets[id].text
	}
	return t.introduceText(t.currentTopic)
}

// reactionWords are words of a message that reacts to a text but asks nothing.
var reactionWords = wordSet(`scary creepy deep dark awful terrible horrible weird strange crazy tragic moving touching
impressive stupid unfair rude bad wrong cruel mean boring silly nonsense disgusting hilarious surprising shocking wild intense heavy clever smart wise powerful inspiring tough brave lot sorry pity poor
sad kinda lowkey literally pretty super damn ouch aww aw heartbreaking funny rough unreal insane mad cute gross harsh relatable`)

// continueWords are words that may occur, besides stop words, in a message that asks to continue.
var continueWords = wordSet(`continue interesting fascinating wow cool nice great amazing indeed keep going
elaborate course haha lol hmm happened happen next further awesome wonderful lovely beautiful true
right sure agreed exactly incredible brilliant former latter both oh ah aha
wait surely understand curious excellent good fine perfect else`)
