package demo

import (
	"slices"
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/english"
	"colloquy/internal/llm"
)

// maxSuggestions is how many lines the user is offered (spec 3 §3).
const maxSuggestions = 3

// suggest returns up to three questions, one a line: those of topics of which
// nothing was told and that the user has not asked, beginning with another one
// each turn. When all were begun, those of which more is to be told, but for
// the one just spoken of. Nothing is suggested to someone who spoke of harming themselves.
func (t *talk) suggest() string {
	asked := make(map[string]bool, t.turn)
	for _, m := range t.msgs {
		if m.Role == llm.User {
			asked[english.Flat(english.Words(m.Content))] = true
		}
	}
	if distress.Said(t.lastUserLine()) {
		return ""
	}
	lines := t.chips(asked, func(n int) bool { return !t.begun(n) })
	if len(lines) == 0 {
		lines = t.chips(asked, func(n int) bool { return n != t.thread })
	}
	return strings.Join(lines, "\n")
}

// chips are the asks of the open topics that fit, without those that were asked.
func (t *talk) chips(asked map[string]bool, fits func(topic int) bool) (lines []string) {
	for _, n := range t.openTopics() {
		topic := t.topics[n]
		if len(lines) < maxSuggestions && fits(n) && topic.ask != "" && !asked[topic.askFlat] && !slices.Contains(lines, topic.ask) {
			lines = append(lines, topic.ask)
		}
	}
	return lines
}

// begun tells whether something of a topic was told, in answer to whatever
// question: its own would be answered already.
func (t *talk) begun(n int) bool {
	return slices.ContainsFunc(t.topics[n].snippets, func(id int) bool { return t.told[id] })
}

// lastUserLine returns what the user wrote last, answered or not.
func (t *talk) lastUserLine() string {
	for i := len(t.msgs) - 1; i >= 0; i-- {
		if t.msgs[i].Role == llm.User {
			return t.msgs[i].Content
		}
	}
	return ""
}
