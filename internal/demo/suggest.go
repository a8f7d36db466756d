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
func (t *turn) suggest() string {
	asked := make(map[string]bool, t.number)
	for _, m := range t.messages {
		if m.Role == llm.User {
			asked[english.Flat(english.Words(m.Content))] = true
		}
	}
	if distress.Said(t.lastUserLine()) {
		return ""
	}
	lines := t.topicQuestions(asked, func(n int) bool { return !t.isBegun(n) })
	if len(lines) == 0 {
		lines = t.topicQuestions(asked, func(n int) bool { return n != t.thread })
	}
	return strings.Join(lines, "\n")
}

// chips are the asks of the open topics that fit, without those that were asked.
func (t *turn) topicQuestions(asked map[string]bool, fits func(topic int) bool) (lines []string) {
	for _, n := range t.untoldTopics() {
		topic := t.topics[n]
		if len(lines) < maxSuggestions && fits(n) && topic.ask != "" && !asked[topic.askFlat] && !slices.Contains(lines, topic.ask) {
			lines = append(lines, topic.ask)
		}
	}
	return lines
}

// begun tells whether something of a topic was told, in answer to whatever
// question: its own would be answered already.
func (t *turn) isBegun(n int) bool {
	return slices.ContainsFunc(t.topics[n].snippets, func(id int) bool { return t.told[id] })
}

// lastUserLine returns what the user wrote last, answered or not.
func (t *turn) lastUserLine() string {
	for i := len(t.messages) - 1; i >= 0; i-- {
		if t.messages[i].Role == llm.User {
			return t.messages[i].Content
		}
	}
	return ""
}
