package prompt

import (
	"cmp"
	"strings"

	"colloquy/internal/llm"
)

// emptyMessageStandIn replaces a message that is empty after stripping.
const emptyMessageStandIn = "..."

// normaliseHistory removes role tokens and the marks around notes (fenceOpen, fenceClose). It drops
// empty messages, except that emptyMessageStandIn replaces an empty last one. It joins successive messages
// of one role, so that the roles alternate.
func normaliseHistory(history []llm.Message) []llm.Message {
	talk := make([]llm.Message, 0, len(history))
	for i, m := range history {
		text := textWithoutControlTokens(m.Content)
		if text == emptyMessageStandIn && i < len(history)-1 {
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

// textWithoutControlTokens returns the text of a message without the marks around notes and role
// tokens, or emptyMessageStandIn if nothing is left.
func textWithoutControlTokens(content string) string {
	return cmp.Or(strings.TrimSpace(StripControlTokens(content)), emptyMessageStandIn)
}

// evictOldTurns drops the oldest turns of an alternating history that has more tokens than
// availableTokens. It returns the remaining messages and their size in tokens. The remaining
// messages begin with a user message and include the last message.
//
// evictOldTurns adds up the sizes from the first message on. At each user message, if the sum is
// above availableTokens, evictOldTurns drops the oldest turns. Then the sum is at most
// keptHistoryShare of availableTokens. So every call repeats the evictions of earlier calls. Between
// two evictions the request only grows.
func evictOldTurns(talk []llm.Message, b Budget, availableTokens int) (kept []llm.Message, usedTokens int) {
	targetTokens := int(float64(availableTokens) * keptHistoryShare)
	tokenCosts := make([]int, len(talk))
	firstKeptIndex := 0
	for i, m := range talk {
		tokenCosts[i] = b.tokenCost(m.Content)
		usedTokens += tokenCosts[i]
		if m.Role != llm.User || usedTokens <= availableTokens {
			continue
		}
		for firstKeptIndex < i && (usedTokens > targetTokens || talk[firstKeptIndex].Role != llm.User) {
			usedTokens -= tokenCosts[firstKeptIndex]
			firstKeptIndex++
		}
	}
	return talk[firstKeptIndex:], usedTokens
}
