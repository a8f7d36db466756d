package demo

import (
	"cmp"
	"slices"
	"strings"

	"colloquy/internal/english"
)

// moves are the ways to answer a message, in order; the first that returns a text is
// used. Risk and honesty come first. admitUnknown, which always returns a text, is used
// if no move does.
var moves = []func(*turn) string{
	(*turn).answerRisk, (*turn).answerAfterRisk, (*turn).answerIdentity, (*turn).refuseForMinor, (*turn).refuseAdvice,
	(*turn).answerOwnAsk, (*turn).answerOtherLanguage, (*turn).answerSmallTalk, (*turn).answerComplaint,
	(*turn).answerGrief, (*turn).answerTrouble, (*turn).consoleAfterTrouble, (*turn).answerPlainFact, (*turn).answerCommonRequest, (*turn).answerQuoteRequest,
	(*turn).answerFromTexts, (*turn).listSubjects, (*turn).answerAboutSelf, (*turn).continueTopic, (*turn).followUp,
	(*turn).mirrorFeeling, (*turn).thankForAnswer, (*turn).answerFromDatedFacts, (*turn).answerRelatedTopic,
}

func (t *turn) answer() string {
	for _, move := range moves {
		if reply := move(t); reply != "" {
			return reply
		}
	}
	return t.admitUnknown()
}

// answerOwnAsk answers a message that equals the ask of a topic, as suggestions do.
func (t *turn) answerOwnAsk() string {
	for n, topic := range t.topics {
		if topic.askFlat != t.flat || topic.ask == "" {
			continue
		}
		if id := t.firstUntold(n); id >= 0 {
			return t.tellAsAnswer(t.snippets[id].text)
		}
	}
	return ""
}

// tellAsAnswer returns a text as the answer to a question that the user may have asked
// before.
func (t *turn) tellAsAnswer(text string) string {
	if t.askedBefore() {
		if again := t.pickUnsaid(askedAgainLines); again != "" {
			return joinParts(again, text)
		}
	}
	return t.withOpener(text)
}

// answerFromTexts answers with the persona's text that matches the message best.
func (t *turn) answerFromTexts() string {
	if !t.findsText() {
		return ""
	}
	f := t.match
	switch {
	case !t.isQuestion() && f.coverage < sayCoverage:
		return ""
	case !(f.coverage >= sureCoverage && t.namesTopic()) && t.mirrorFeeling() != "":
		return ""
	}
	s := t.snippets[f.snippet]
	switch {
	case t.isPassingMention(f):
		return cmp.Or(t.followUp(), t.answerNearby(f))
	case s.topic < 0 && f.matched < 2 && t.followUp() != "":
		return t.followUp()
	case s.topic == bioTopic && f.matched < 2 && len(t.query) > 1 && !t.containsNameFromLine(s.text):
		return ""
	case s.topic == bioTopic && !t.told[f.snippet]:
		return t.withOpener(t.bioExcerpt(f.snippet))
	case s.topic == sayingTopic && !t.told[f.snippet]:
		return t.padWithOffer(t.quoteSaying(t.persona.Sayings[s.saying]))
	case s.topic >= 0:
		if id, untold := t.nextInTopic(f, t.told); untold {
			return t.tellAsAnswer(t.snippets[id].text)
		}
	}
	if next := t.nextUntold(); next != "" {
		return joinParts(t.pick(toldOutLines), next)
	}
	again := []int{f.snippet}
	if s.topic >= 0 {
		again = t.topics[s.topic].snippets
	}
	return joinParts(t.pick(againLines), t.leastTold(again))
}

// containsNameFromLine reports whether a text contains a word of the message as a name.
// One other common word is not enough to answer with the text.
func (t *turn) containsNameFromLine(text string) bool {
	for i, w := range strings.Fields(text) {
		if i > 0 && w != strings.ToLower(w) && slices.ContainsFunc(queryTerms(english.Words(w)), func(q string) bool { return slices.Contains(t.query, q) }) {
			return true
		}
	}
	return false
}

// namesTopic reports whether the message contains a term of a topic, and not only a
// word of some text.
func (t *turn) namesTopic() bool {
	return slices.ContainsFunc(t.query, func(q string) bool { return slices.Contains(t.topicTerms, q) })
}

// continueTopic answers a message that names no subject: "tell me more", "why?", "yes".
func (t *turn) continueTopic() string {
	for _, w := range t.words {
		if !stopWords[w] && !continueWords[w] && (t.isQuestion() || !reactionWords[w]) {
			return ""
		}
	}
	if n := len(t.words); n <= 3 && (firstWord(t.words) == "no" || firstWord(t.words) == "not") {
		return joinParts(t.pick(declinedLines), t.offerTwoTopics())
	}
	if text := t.acceptedOffer(); text != "" {
		return text
	}
	if t.thread < 0 {
		return cmp.Or(t.volunteerTopic(), t.nextUntold())
	}
	if more := cmp.Or(t.nextOfThread(), t.nextUntold()); more != "" {
		return more
	}
	return joinParts(t.pick(emptyLines), t.repeatText())
}

// nextOfThread returns the next text of the current topic, or "". If the latest reply
// was about another topic, it first names the current one.
func (t *turn) nextOfThread() string {
	if t.thread < 0 {
		return ""
	}
	id := t.firstUntold(t.thread)
	switch {
	case id < 0:
		return ""
	case t.onThread:
		return t.snippets[id].text
	}
	return t.introduceText(t.thread)
}

// reactionWords are words of a message that reacts to a text without a question.
var reactionWords = wordSet(`scary creepy deep dark awful terrible horrible weird strange crazy tragic moving touching
impressive stupid unfair rude bad wrong cruel mean boring silly nonsense disgusting hilarious surprising shocking wild intense heavy clever smart wise powerful inspiring tough brave lot sorry pity poor`)

// continueWords are words that ask to continue, in addition to the stop words.
var continueWords = wordSet(`continue interesting fascinating wow cool nice great amazing indeed keep going
elaborate course haha lol hmm happened happen next further awesome wonderful lovely beautiful true
right sure agreed exactly funny sad incredible brilliant first second former latter both oh ah aha
come wait surely means mean understand curious excellent good fine perfect story else way love`)
