package prompt

import (
	"cmp"
	"strings"

	"colloquy/internal/llm"
)

// emptyMessage replaces a message that is empty after stripping.
const emptyMessage = "..."

// normaliseHistory strips the marks around notes (fenceOpen, fenceClose) and role tokens,
// drops empty messages and joins successive messages of one role, so that the roles alternate.
// If the last message is empty, emptyMessage replaces it.
func normaliseHistory(history []llm.Message) []llm.Message {
	talk := make([]llm.Message, 0, len(history))
	for i, m := range history {
		text := strippedText(m.Content)
		if text == emptyMessage && i < len(history)-1 {
			continue
		}
		role := llm.Assistant
		if m.Role == llm.User {
			role = llm.User
		}
		if n := len(talk); n > 0 && talk[n-1].Role == role {
			talk[n-1].Content += "\n\n" + text
			continue
		}
		talk = append(talk, llm.Message{Role: role, Content: text})
	}
	return talk
}

// strippedText returns the text of a message without the marks around notes and role
// tokens, or emptyMessage if nothing is left.
func strippedText(content string) string {
	return cmp.Or(strings.TrimSpace(StripTokens(content)), emptyMessage)
}

// evictOldTurns drops the oldest turns of an alternating history that needs more than room
// tokens, and returns the rest with its size.
//
// It replays the history from its first message. After each user message it repeats the
// eviction that Build made at that turn: if the size exceeded room, Build cut the history to
// keptHistoryShare of room. So the cuts of earlier turns stay the same, and a new cut is made
// only when the rest exceeds room again. Between two cuts the request only grows. The last
// message is never dropped, and the remaining part begins with a user message.
func evictOldTurns(talk []llm.Message, b Budget, room int) (kept []llm.Message, usedTokens int) {
	targetTokens := int(float64(room) * keptHistoryShare)
	costs := make([]int, len(talk))
	firstKept := 0
	for i, m := range talk {
		costs[i] = b.tokenCost(m.Content)
		usedTokens += costs[i]
		if m.Role != llm.User || usedTokens <= room {
			continue
		}
		for firstKept < i && (usedTokens > targetTokens || talk[firstKept].Role != llm.User) {
			usedTokens -= costs[firstKept]
			firstKept++
		}
	}
	return talk[firstKept:], usedTokens
}
