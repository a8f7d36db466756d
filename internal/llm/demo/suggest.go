package demo

import (
	"slices"
	"strings"

	"colloquy/internal/llm"
	"colloquy/internal/llm/distress"
	"colloquy/internal/llm/english"
)

// maxSuggestions is how many lines the user is offered (spec 3 §3).
const maxSuggestions = 3

// suggest returns up to three questions, one a line: those of topics with
// something untold that the user has not asked, beginning with another one
// each turn. Nothing is suggested to someone who spoke of harming themselves.
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
	var lines []string
	for _, n := range t.openTopics() {
		topic := t.topics[n]
		if len(lines) < maxSuggestions && topic.ask != "" && !asked[topic.askFlat] && !slices.Contains(lines, topic.ask) {
			lines = append(lines, topic.ask)
		}
	}
	return strings.Join(lines, "\n")
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
