package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
	"colloquy/internal/llm"
)

var (
	nearLines = []string{
		"I come no nearer to that than with an answer to “%”",
		"That touches on something else that I am asked, “%”",
		"Let me take the neighbour of that question, “%”",
		"A related question has an answer, “%”",
		"Only one page of mine has the word, and it answers “%”",
	}
	followLines = []string{
		"As to that, hear the rest of it.",
		"I can only go on from where I was.",
		"Perhaps this answers you.",
		"There is a little more to it.",
	}
	askedAgainLines = []string{
		"You asked me that before, so here is more of it.",
		"Since you ask again, I will go on.",
		"That again? Then hear the part I left out.",
	}
	stillUnknownLines = []string{
		"I have looked again, and still have nothing on that.",
		"Asked twice, I know it no better.",
		"My answer is the same as before: I do not know.",
	}
	repeatLines = []string{
		"So I did; forgive me, my pages are few.",
		"True, I go round in a circle.",
		"You listen better than I do.",
	}
	besideLines = []string{
		"You are right, that was beside the question.",
		"Fair enough; I took the nearest page that I had.",
		"I heard one word and answered that, as portraits do.",
	}
	unclearLines = []string{
		"Then I put it badly.",
		"Let me come at it from another side.",
		"I shall try to be plainer.",
	}
)

var (
	repeatSaid = english.Phrases(`
you already said that
you said that already
you already told me
you told me that already
you told me that
you just said that
you are repeating
you repeat yourself
stop repeating`)
	besideSaid = english.Phrases(`
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
	unclearSaid = english.Phrases(`
i do not understand
i do not get it
i am confused
what do you mean
what does that mean
explain that
explain please
in simple words
in other words`)
)

// answerComplaint answers a user who says that the last reply was repeated, off the
// subject or unclear.
func (t *turn) answerComplaint() string {
	if len(t.words) > maxSmallTalkWords || t.lastReply == "" || t.findsText() && t.matchesTopicTerms(t.match) {
		return ""
	}
	switch {
	case t.hasPhrase(repeatSaid):
		return joinParts(t.pick(repeatLines), t.volunteerTopic())
	case t.hasPhrase(besideSaid):
		return joinParts(t.pick(besideLines), t.offerTwoTopics())
	case t.hasPhrase(unclearSaid):
		if more := t.nextOfThread(); more != "" {
			return joinParts(t.pick(unclearLines), more)
		}
		return joinParts(t.pick(unclearLines), t.volunteerTopic())
	}
	return ""
}

// pronouns are words that refer to the subject of an earlier message.
var pronouns = wordSet("he him his she her they them their it its")

// maxFollowUpWords is the length up to which a message counts as a follow-up, in words.
const maxFollowUpWords = 8

// followUp continues the current topic after a question that names no subject but
// refers back with a pronoun.
func (t *turn) followUp() string {
	if !t.onThread || !t.isQuestion() && firstWord(t.words) != "you" || len(t.words) > maxFollowUpWords || !t.refersBack() {
		return ""
	}
	if more := t.nextOfThread(); more != "" {
		return joinParts(t.pick(followLines), more)
	}
	return ""
}

// refersBack reports whether the message has a pronoun, or ends in "that" or "this".
func (t *turn) refersBack() bool {
	last := t.words[len(t.words)-1]
	return last == "that" || last == "this" || slices.ContainsFunc(t.words, func(w string) bool { return pronouns[w] })
}

// isPassingMention reports whether the matched text only contains one word of the
// question and is not of the current topic.
func (t *turn) isPassingMention(f searchMatch) bool {
	topic := t.snippets[f.snippet].topic
	return topic >= 0 && (topic != t.thread || !t.onThread) && f.matched < 2 && !t.matchesTopicTerms(f)
}

// answerNearby tells a text that mentions the question's subject only in passing, after
// the question that the text answers.
func (t *turn) answerNearby(f searchMatch) string {
	topic := t.topics[t.snippets[f.snippet].topic]
	id := t.firstUntold(t.snippets[f.snippet].topic)
	if !t.told[f.snippet] {
		id = f.snippet
	}
	if id < 0 || topic.ask == "" || !t.isQuestion() || f.coverage < sayCoverage {
		return ""
	}
	return joinParts(t.pick(fill(nearLines, topic.quotable)), t.snippets[id].text)
}

// askedBefore reports whether the user asked the same question earlier.
func (t *turn) askedBefore() bool {
	if !t.isQuestion() || len(t.query) == 0 {
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

// matchesTopicTerms reports whether a match is based on the terms of its topic, and not
// only on a word of the text.
func (t *turn) matchesTopicTerms(f searchMatch) bool {
	topic := t.snippets[f.snippet].topic
	return topic >= 0 && slices.ContainsFunc(t.query, func(q string) bool {
		return slices.Contains(t.topics[topic].terms, q) || slices.Contains(t.topics[topic].terms, t.correctSpelling(q))
	})
}
