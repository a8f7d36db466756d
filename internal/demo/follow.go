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
	stillNotLines = []string{
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

// complaint answers who finds the last reply repeated, beside the point or
// dark.
func (t *talk) complaint() string {
	if len(t.words) > smallLine || t.last == "" || t.finds() && t.own(t.hit) {
		return ""
	}
	switch {
	case t.has(repeatSaid):
		return join(t.pick(repeatLines), t.volunteer())
	case t.has(besideSaid):
		return join(t.pick(besideLines), t.offer())
	case t.has(unclearSaid):
		if more := t.onward(); more != "" {
			return join(t.pick(unclearLines), more)
		}
		return join(t.pick(unclearLines), t.volunteer())
	}
	return ""
}

// pointing are words that mean what was just spoken of.
var pointing = set("he him his she her they them their it its")

// longestFollow is the longest line, in words, that is taken to follow on.
const longestFollow = 8

// follow goes on with the running topic when a question names nothing of its
// own but points back at it.
func (t *talk) follow() string {
	if !t.onThread || !t.asks() && first(t.words) != "you" || len(t.words) > longestFollow || !t.pointsBack() {
		return ""
	}
	if more := t.onward(); more != "" {
		return join(t.pick(followLines), more)
	}
	return ""
}

func (t *talk) pointsBack() bool {
	last := t.words[len(t.words)-1]
	return last == "that" || last == "this" || slices.ContainsFunc(t.words, func(w string) bool { return pointing[w] })
}

// passing tells whether a text merely holds one word of the question, and is
// not of the subject that is being talked of.
func (t *talk) passing(f find) bool {
	topic := t.snippets[f.snippet].topic
	return topic >= 0 && (topic != t.thread || !t.onThread) && f.matched < 2 && !t.own(f)
}

// near tells a text that touches on the question only in passing, with the
// question that it was written to answer.
func (t *talk) near(f find) string {
	topic := t.topics[t.snippets[f.snippet].topic]
	id := t.untoldOf(t.snippets[f.snippet].topic)
	if !t.told[f.snippet] {
		id = f.snippet
	}
	if id < 0 || topic.ask == "" || !t.asks() || f.coverage < sayCoverage {
		return ""
	}
	return join(t.pick(filled(nearLines, topic.quotable)), t.snippets[id].text)
}

// askedBefore tells whether the user put the same question earlier.
func (t *talk) askedBefore() bool {
	if !t.asks() || len(t.query) == 0 {
		return false
	}
	line := strings.Trim(t.line, " ?!.\n")
	for _, m := range t.msgs[:max(len(t.msgs)-1, 0)] {
		if m.Role == llm.User && strings.EqualFold(strings.Trim(m.Content, " ?!.\n"), line) {
			return true
		}
	}
	return false
}

// own tells whether a find rests on what its topic is known by, and not only
// on a word that the text happens to hold.
func (t *talk) own(f find) bool {
	topic := t.snippets[f.snippet].topic
	return topic >= 0 && slices.ContainsFunc(t.query, func(q string) bool {
		return slices.Contains(t.topics[topic].known, q) || slices.Contains(t.topics[topic].known, t.mend(q))
	})
}
