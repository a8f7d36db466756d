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
// keptHistoryShare of room. So each turn repeats the cuts of earlier turns and adds one only
// when the rest has filled up again; between two cuts the request only grows. The last
// message is never dropped, and the remaining part begins with a user message.
func evictOldTurns(talk []llm.Message, b Budget, room int) (kept []llm.Message, used int) {
	low := int(float64(room) * keptHistoryShare)
	costs := make([]int, len(talk))
	cut := 0
	for i, m := range talk {
		costs[i] = b.tokenCost(m.Content)
		used += costs[i]
		if m.Role != llm.User || used <= room {
			continue
		}
		for cut < i && (used > low || talk[cut].Role != llm.User) {
			used -= costs[cut]
			cut++
		}
	}
	return talk[cut:], used
}
