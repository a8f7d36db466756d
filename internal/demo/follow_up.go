package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
	"colloquy/internal/llm"
)

var (
	followUpIntros = []string{
		"As to that, hear the rest of it.",
		"I can only go on from where I was.",
		"Perhaps this answers you.",
		"There is a little more to it.",
	}
	repeatedQuestionIntros = []string{
		"You asked me that before, so here is more of it.",
		"Since you ask again, I will go on.",
		"That again? Then hear the part I left out.",
	}
	stillDontKnowAnswers = []string{
		"I have looked again, and still have nothing on that.",
		"Asked twice, I know it no better.",
		"My answer is the same as before: I do not know.",
	}
	repetitionApologies = []string{
		"So I did; forgive me.",
		"True, I go round in a circle.",
		"You listen better than I do.",
	}
	offPointApologies = []string{
		"You are right, that was beside the question.",
		"Fair enough; I answered something else.",
		"I heard one word of it and answered that.",
	}
	unclearnessApologies = []string{
		"Then I put it badly.",
		"Let me come at it from another side.",
		"I shall try to be plainer.",
	}
)

var (
	repeatPhrases = english.ParsePhrases(`
you already said that
you said that already
you already told me
you told me that already
you told me that
you just said that
you are repeating
you repeat yourself
stop repeating`)
	offPointPhrases = english.ParsePhrases(`
not what i asked
did not ask that
did not ask you that
did not answer me
did not answer my question
not answer my question
not answering my question
answer my question
answer the question
has nothing to do with
makes no sense
does not make sense
make any sense`)
	unclearPhrases = english.ParsePhrases(`
i do not understand
i do not get it
i am confused
what do you mean
what does that mean
explain that
explain it
explain like
explain this
dumb it down
eli5
like i am a
like i am five
like i am 5
like i am 10
like i am 12
in plain english
in plain words
simpler
too complicated
you lost me
explain please
in simple words
in other words`)
)

// answerComplaint answers a user who says that the latest reply was repeated, off the point or
// unclear.
func (t *turn) answerComplaint() string {
	if len(t.words) > maxSmallTalkWords || t.lastReply == "" || t.findsMatchingText() && t.matchesTopicTerms(t.bestMatch) {
		return ""
	}
	switch {
	case t.hasPhrase(repeatPhrases):
		return joinParts(t.pickWording(repetitionApologies), t.volunteerTopic())
	case t.hasPhrase(offPointPhrases):
		return joinParts(t.pickWording(offPointApologies), t.offerTwoTopics())
	case t.hasPhrase(unclearPhrases):
		if text := t.textOfPreviousSubject(); !t.isOnCurrentTopic && text != "" {
			return joinParts(t.pickWording(unclearnessApologies), text)
		}
		if more := t.nextTextOfCurrentTopic(); more != "" {
			return joinParts(t.pickWording(unclearnessApologies), more)
		}
		return joinParts(t.pickWording(unclearnessApologies), t.volunteerTopic())
	}
	return ""
}

// pronouns are words that refer to the subject of an earlier message.
var pronouns = wordSet("he him his she her they them their it its")

// maxFollowUpWords is the length up to which a message counts as a follow-up, in words.
const maxFollowUpWords = 8

// answerFollowUp continues the current topic after a question that refers back with a pronoun or
// has only general words. Rule demo-talks, whose percentages are in talks_test.go.
func (t *turn) answerFollowUp() string {
	if !t.isOnCurrentTopic || !t.isQuestion() && firstWord(t.words) != "you" || !t.refersBack() && t.namesSubject() {
		return ""
	}
	if t.hasCoreAnswers() && !t.beginsWithAnd() && t.namesOtherSubject() {
		return ""
	}
	if len(t.words) > maxFollowUpWords && !t.beginsWithAnd() {
		return ""
	}
	if more := t.nextTextOfCurrentTopic(); more != "" {
		return joinParts(t.pickWording(followUpIntros), more)
	}
	return ""
}

// namesSubject reports whether the message has a word that is neither a stop word nor one
// of generalTerms.
func (t *turn) namesSubject() bool {
	return slices.ContainsFunc(t.queryTerms, func(q string) bool { return !generalTerms[q] })
}

// namesOtherSubject reports whether the message names a subject and shares no term with the current
// topic and its texts.
func (t *turn) namesOtherSubject() bool {
	if !t.namesSubject() {
		return false
	}
	topicTerms := slices.Clone(t.topics[t.currentTopic].terms)
	for _, id := range t.topics[t.currentTopic].snippetIDs {
		topicTerms = append(topicTerms, queryTerms(english.Words(t.snippets[id].text))...)
	}
	return !slices.ContainsFunc(t.queryTerms, func(q string) bool { return slices.Contains(topicTerms, q) })
}

// beginsWithAnd reports whether the message adds to what was said before: it begins with "and", and
// has at most twice maxFollowUpWords words.
func (t *turn) beginsWithAnd() bool {
	return firstWord(t.words) == "and" && len(t.words) <= 2*maxFollowUpWords
}

// textOfPreviousSubject returns an untold text of the topic that the user's previous message names. If there
// is none, it looks for the topic that shares most terms, at least two, with the latest reply. For
// a question it does so only if the previous message has no terms. The result may be "".
func (t *turn) textOfPreviousSubject() string {
	lineBefore := t.previousLine()
	if text := t.textOfClosestTopic(lineBefore, 1); text != "" || t.isQuestion() && len(queryTerms(english.Words(lineBefore))) > 0 {
		return text
	}
	return t.textOfClosestTopic(t.lastReply, 2)
}

// textOfClosestTopic looks for the topic that shares the most terms with the text `said`. It
// returns the untold text of this topic that fits `said` best. The topic must share at least as
// many terms as the parameter `least` says. If no topic does, the result is "".
func (t *turn) textOfClosestTopic(said string, least int) string {
	terms := queryTerms(english.Words(said))
	bestTopic, most := -1, least-1
	for n, topic := range t.topics {
		if shared := countSharedTerms(terms, topic.terms); shared > most && t.firstUntoldSnippetID(n) >= 0 {
			bestTopic, most = n, shared
		}
	}
	if bestTopic < 0 {
		return ""
	}
	f, _ := t.search(terms, t.toldSnippets, bestTopic)
	id := t.firstUntoldSnippetID(bestTopic)
	for _, other := range t.topics[bestTopic].snippetIDs {
		if !t.toldSnippets[other] && f.rawScores[other] > f.rawScores[id] {
			id = other
		}
	}
	return t.snippets[id].text
}

// countSharedTerms returns how many of terms occur in ofTopic. It does not count generalTerms.
func countSharedTerms(terms, ofTopic []string) (n int) {
	for _, q := range terms {
		if !generalTerms[q] && slices.Contains(ofTopic, q) {
			n++
		}
	}
	return n
}

// refersBack reports whether the message has a pronoun, or ends in "that" or "this".
func (t *turn) refersBack() bool {
	lastWord := t.words[len(t.words)-1]
	return lastWord == "that" || lastWord == "this" || slices.ContainsFunc(t.words, func(w string) bool { return pronouns[w] })
}

// isPassingMention reports whether a text of another topic only mentions words of the message. A
// mention means that the other topic has no term of the message, and the text has at most one. If
// the message adds to the current topic (beginsWithAnd), the text may have more terms. Rule
// demo-miss.
func (t *turn) isPassingMention(f searchMatch) bool {
	topic := t.snippets[f.snippetID].topicIndex
	if topic < 0 || topic == t.currentTopic && t.isOnCurrentTopic || t.matchesTopicTerms(f) {
		return false
	}
	return f.matchedTerms < 2 || t.isOnCurrentTopic && t.beginsWithAnd()
}

// wasAskedBefore reports whether the user asked the same question earlier.
func (t *turn) wasAskedBefore() bool {
	if !t.isQuestion() || len(t.queryTerms) == 0 {
		return false
	}
	line := strings.Trim(t.line, " ?!.\n")
	for _, m := range t.messages[:max(len(t.messages)-1, 0)] {
		if m.Role == llm.User && strings.EqualFold(strings.Trim(m.Content, " ?!.\n"), line) {
			return true
		}
	}
	return false
}

// matchesTopicTerms reports whether a term of the message is a term of the topic of a match. A term
// that occurs only in the matching text does not count.
func (t *turn) matchesTopicTerms(f searchMatch) bool {
	topic := t.snippets[f.snippetID].topicIndex
	return topic >= 0 && slices.ContainsFunc(t.queryTerms, func(q string) bool {
		return slices.Contains(t.topics[topic].terms, q) || slices.Contains(t.topics[topic].terms, t.correctSpelling(q))
	})
}
