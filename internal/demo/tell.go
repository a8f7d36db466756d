package demo

import (
	"strings"

	"colloquy/internal/core"
)

// untoldOf returns a topic's first untold text, or -1.
func (t *talk) untoldOf(topic int) int {
	for _, id := range t.topics[topic].snippets {
		if !t.told[id] {
			return id
		}
	}
	return -1
}

// next is the best thing still untold when the subject is used up: a saying,
// something of the life, then another topic.
func (t *talk) next() string {
	for _, id := range t.rotated(t.sayings) {
		if !t.told[id] {
			return t.filledUp(t.quoted(t.persona.Sayings[t.snippets[id].saying]))
		}
	}
	for _, id := range t.bio {
		if !t.told[id] {
			return t.filledUp(t.bioFrom(id))
		}
	}
	return t.volunteer()
}

// volunteer tells an untold text that nobody asked for: of another topic than
// the last one, while there is one.
func (t *talk) volunteer() string {
	open := t.openTopics()
	if named := t.subjects(); len(named) > 0 {
		open = named
	}
	if len(open) == 0 {
		return ""
	}
	return t.introduced(open[0])
}

// introduced tells the next text of a topic and names the topic first, because
// the text was written as an answer.
func (t *talk) introduced(topic int) string {
	text := t.snippets[t.untoldOf(topic)].text
	return join(t.pick(leads(t.topics[topic])), text)
}

// repeated tells an old text again, when there is no new one.
func (t *talk) repeated() string {
	var all []int
	for _, topic := range t.topics {
		all = append(all, topic.snippets...)
	}
	return t.leastTold(append(all, t.bio...))
}

// leastTold returns the text that was told least often, the first of equals.
func (t *talk) leastTold(ids []int) string {
	text, fewest := "", -1
	for _, id := range ids {
		if uses := t.uses(t.snippets[id].text); fewest < 0 || uses < fewest {
			text, fewest = t.snippets[id].text, uses
		}
	}
	return text
}

func (t *talk) rotated(ids []int) []int {
	if len(ids) == 0 {
		return nil
	}
	at := t.hash("rotate") % len(ids)
	return append(append(make([]int, 0, len(ids)), ids[at:]...), ids[:at]...)
}

// shortest and longest bound what is told of a life at once, in words. Less
// than alone is not told without what stands before it.
const (
	alone    = 9
	shortest = 25
	longest  = 60
)

// bioFrom tells the bio from sentence id on, until it is enough.
func (t *talk) bioFrom(id int) string {
	text := t.snippets[id].text
	if before := id - 1; countWords(text) < alone && before >= 0 && !t.told[before] && t.snippets[before].topic == bioTopic {
		text = t.snippets[before].text + " " + text
	}
	for at := id + 1; countWords(text) < shortest; at++ {
		if at >= len(t.snippets) || t.snippets[at].topic != bioTopic || t.told[at] {
			break
		}
		if countWords(text)+countWords(t.snippets[at].text) > longest {
			break
		}
		text += " " + t.snippets[at].text
	}
	return text
}

// quoted renders a saying. Only a documented one is presented as a quotation,
// with its source; the others are told as plain speech (design: no invented
// quotation shown as fact).
func (t *talk) quoted(s core.Saying) string {
	text := strings.TrimSpace(s.Text)
	if s.Status != "documented" || s.Source == "" {
		return text
	}
	lines := recordLines
	if handedDown.MatchString(s.Source) {
		lines = toldOfMeLines
	}
	return t.inTurn(filled(lines, ownSource(s.Source))) + " “" + bare(text) + "”"
}

// filledUp adds an offer to a reply that is too short to stand alone.
func (t *talk) filledUp(reply string) string {
	if countWords(reply) >= 20 {
		return reply
	}
	return join(reply, t.offer())
}
