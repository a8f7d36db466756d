package demo

import (
	"slices"
	"strings"

	"colloquy/internal/distress"
	"colloquy/internal/english"
	"colloquy/internal/llm"
)

// suggest returns at most llm.MaxSuggestions questions, one a line, that the user has not asked.
// The questions belong to topics of which no text was told. If those topics yield no question,
// suggest takes questions from all topics with an untold text, except the current topic. The search
// starts at a different topic in each turn. A user at risk gets no questions (rules
// suggestions-authored, suggestions-none-at-risk).
func (t *turn) suggest() string {
	askedQuestions := make(map[string]bool, t.userMessageCount)
	for _, m := range t.messages {
		if m.Role == llm.User {
			askedQuestions[english.JoinWords(english.Words(m.Content))] = true
		}
	}
	if distress.IsAtRisk(t.lastUserLine()) {
		return ""
	}
	lines := t.topicQuestions(askedQuestions, func(n int) bool { return !t.isTopicBegun(n) })
	if len(lines) == 0 {
		lines = t.topicQuestions(askedQuestions, func(n int) bool { return n != t.currentTopic })
	}
	return strings.Join(lines, "\n")
}

// topicQuestions returns at most llm.MaxSuggestions questions that the user has not asked. Each
// question belongs to a topic with an untold text. The function `fits` must return true for the
// topic.
func (t *turn) topicQuestions(asked map[string]bool, fits func(topic int) bool) (lines []string) {
	for _, n := range t.untoldTopics() {
		topic := t.topics[n]
		if len(lines) < llm.MaxSuggestions && fits(n) && topic.question != "" && !asked[topic.joinedQuestion] && !slices.Contains(lines, topic.question) {
			lines = append(lines, topic.question)
		}
	}
	return lines
}

// isTopicBegun reports whether a text of a topic was told, in answer to any question.
func (t *turn) isTopicBegun(n int) bool {
	return slices.ContainsFunc(t.topics[n].snippetIDs, func(id int) bool { return t.toldSnippets[id] })
}

// lastUserLine returns the user's last message, even if a reply follows it.
func (t *turn) lastUserLine() string {
	for i := len(t.messages) - 1; i >= 0; i-- {
		if t.messages[i].Role == llm.User {
			return t.messages[i].Content
		}
	}
	return ""
}
