package demo

import (
	"slices"
	"strings"
	"testing"

	"colloquy/internal/core"
)

// A topic with a told text is not suggested, even if the text answered another
// question.
func TestSuggestionsSkipAnsweredTopics(t *testing.T) {
	for slug, p := range allPersonas(t) {
		provider := New(Options{})
		for n, topic := range p.Topics {
			c := startConversationWith(t, provider, p, "chips")
			reply := c.say("tell me about " + topic.Words[0])
			suggestions := c.suggestions()
			for k, other := range p.Topics {
				isTopicTold := slices.ContainsFunc(other.Texts, func(text string) bool { return strings.Contains(reply, text[1:]) })
				if isTopicTold && slices.Contains(suggestions, other.Question) {
					t.Errorf("%s: %q is offered after topic %d was told for %q (%d)", slug, other.Question, k, topic.Words[0], n)
				}
			}
		}
	}
}

// The demo responder finds the right text for questions that new users ask the best known personas.
func TestPlainQuestionsFindTheirTopic(t *testing.T) {
	personas := allPersonas(t)
	for _, c := range []struct{ slug, line, has string }{
		{"ada-lovelace", "What does the Engine do that a clerk cannot?", "Engine"},
		{"william-shakespeare", "To be or not to be", "He was eleven"},
		{"william-shakespeare", "to be, or not to be: that is the question!", "He was eleven"},
		{"last-lighthouse-keeper", "are you lonely?", personas["last-lighthouse-keeper"].CoreAnswers[core.AsksHappy]},
	} {
		if reply := startConversation(t, personas[c.slug], "plain").say(c.line); !strings.Contains(reply, c.has) {
			t.Errorf("%s: %q is answered by %q", c.slug, c.line, reply)
		}
	}
	// No text of the persona is about the dark lady, so the reply must not be an unrelated sentence
	// of the bio.
	p := personas["william-shakespeare"]
	for _, line := range []string{"who was the dark lady?", "the dark lady"} {
		if reply := startConversation(t, p, "dark").say(line); strings.Contains(reply, "glover") {
			t.Errorf("%q is answered by %q", line, reply)
		}
	}
}
