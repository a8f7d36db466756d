package demo

import (
	"cmp"
	"slices"
	"strings"

	"colloquy/internal/english"
)

// moves are the ways to answer, tried in order until one has something to say.
// Safety and honesty come first; the last resort is steer, which always does.
var moves = []func(*talk) string{
	(*talk).danger, (*talk).afterDanger, (*talk).identity, (*talk).child, (*talk).advice,
	(*talk).authored, (*talk).foreign, (*talk).smallTalk, (*talk).complaint,
	(*talk).mourn, (*talk).ail, (*talk).console, (*talk).plainFacts, (*talk).request, (*talk).quotable,
	(*talk).recall, (*talk).menu, (*talk).self, (*talk).goOn, (*talk).follow,
	(*talk).mirror, (*talk).answered, (*talk).looked, (*talk).neighbour,
}

func (t *talk) answer() string {
	for _, move := range moves {
		if reply := move(t); reply != "" {
			return reply
		}
	}
	return t.steer()
}

// authored answers a question that is an ask word for word, as suggestions are.
func (t *talk) authored() string {
	for n, topic := range t.topics {
		if topic.askFlat != t.flat || topic.ask == "" {
			continue
		}
		if id := t.untoldOf(n); id >= 0 {
			return t.asAnswer(t.snippets[id].text)
		}
	}
	return ""
}

// asAnswer tells a text as the answer to what was asked, which may have been
// asked before.
func (t *talk) asAnswer(text string) string {
	if t.askedBefore() {
		if again := t.fresh(askedAgainLines); again != "" {
			return join(again, text)
		}
	}
	return t.withOpener(text)
}

// recall answers with the persona's own words on what was asked.
func (t *talk) recall() string {
	if !t.finds() {
		return ""
	}
	f := t.hit
	switch {
	case !t.asks() && f.coverage < sayCoverage:
		return ""
	case !(f.coverage >= sureCoverage && t.onOwnSubject()) && t.mirror() != "":
		return ""
	}
	s := t.snippets[f.snippet]
	switch {
	case t.passing(f):
		return cmp.Or(t.follow(), t.near(f))
	case s.topic < 0 && f.matched < 2 && t.follow() != "":
		return t.follow()
	case s.topic == bioTopic && f.matched < 2 && len(t.query) > 1 && !t.names(s.text):
		return ""
	case s.topic == bioTopic && !t.told[f.snippet]:
		return t.withOpener(t.bioFrom(f.snippet))
	case s.topic == sayingTopic && !t.told[f.snippet]:
		return t.filledUp(t.quoted(t.persona.Sayings[s.saying]))
	case s.topic >= 0:
		if id, untold := t.inOrder(f, t.told); untold {
			return t.asAnswer(t.snippets[id].text)
		}
	}
	if next := t.next(); next != "" {
		return join(t.pick(toldOutLines), next)
	}
	again := []int{f.snippet}
	if s.topic >= 0 {
		again = t.topics[s.topic].snippets
	}
	return join(t.pick(againLines), t.leastTold(again))
}

// names tells whether a text has a word of the line as a name: another word,
// alone, is held in passing.
func (t *talk) names(text string) bool {
	for i, w := range strings.Fields(text) {
		if i > 0 && w != strings.ToLower(w) && slices.ContainsFunc(queryTerms(english.Words(w)), func(q string) bool { return slices.Contains(t.query, q) }) {
			return true
		}
	}
	return false
}

// onOwnSubject tells whether the line names what a topic is known by, and not
// only a word that a text happens to hold.
func (t *talk) onOwnSubject() bool {
	return slices.ContainsFunc(t.query, func(q string) bool { return slices.Contains(t.spelling, q) })
}

// goOn follows a line that names no subject: "tell me more", "why?", "yes".
func (t *talk) goOn() string {
	for _, w := range t.words {
		if !stopWords[w] && !urging[w] && (t.asks() || !reactions[w]) {
			return ""
		}
	}
	if n := len(t.words); n <= 3 && (first(t.words) == "no" || first(t.words) == "not") {
		return join(t.pick(declinedLines), t.offer())
	}
	if text := t.takenUp(); text != "" {
		return text
	}
	if t.thread < 0 {
		return cmp.Or(t.volunteer(), t.next())
	}
	if more := cmp.Or(t.onward(), t.next()); more != "" {
		return more
	}
	return join(t.pick(emptyLines), t.repeated())
}

// onward tells the next text of the running topic, "" when there is none. It
// names the topic if the latest reply was about something else.
func (t *talk) onward() string {
	if t.thread < 0 {
		return ""
	}
	id := t.untoldOf(t.thread)
	switch {
	case id < 0:
		return ""
	case t.onThread:
		return t.snippets[id].text
	}
	return t.introduced(t.thread)
}

// reactions are words that answer a text where nothing is asked.
var reactions = set(`scary creepy deep dark awful terrible horrible weird strange crazy tragic moving touching
impressive stupid unfair rude bad wrong cruel mean boring silly nonsense disgusting hilarious surprising shocking wild intense heavy clever smart wise powerful inspiring tough brave lot sorry pity poor`)

// urging are words that ask to go on, beside the stop words.
var urging = set(`continue interesting fascinating wow cool nice great amazing indeed keep going
elaborate course haha lol hmm happened happen next further awesome wonderful lovely beautiful true
right sure agreed exactly funny sad incredible brilliant first second former latter both oh ah aha
come wait surely means mean understand curious excellent good fine perfect story else way love`)
