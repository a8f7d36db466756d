package prompt

import (
	"cmp"
	"strings"

	"colloquy/internal/llm"
)

// silence stands for a message of which nothing is left after stripping.
const silence = "..."

// normalise strips fences and role tokens, drops empty messages and joins
// neighbours of one role, so that the roles alternate.
func normalise(history []llm.Message) []llm.Message {
	talk := make([]llm.Message, 0, len(history))
	for i, m := range history {
		text := words(m.Content)
		if text == silence && i < len(history)-1 {
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

// words are what a message says, without fences and role tokens.
func words(content string) string {
	return cmp.Or(strings.TrimSpace(Strip(content)), silence)
}

// evict drops the oldest turns of an alternating talk that takes more than room,
// and returns what the rest takes.
//
// It replays the talk from its first message and asks after each message of the
// user, as Build did then: where the room was exceeded, it cut down to evictTo
// of it. So every turn finds the cuts of the turns before it and adds one only
// when the rest has grown full again, and in between the request only grows.
// The last message stays whatever it takes, and what stays begins with a
// message of the user.
func evict(talk []llm.Message, b Budget, room int) (kept []llm.Message, used int) {
	low := int(float64(room) * evictTo)
	costs := make([]int, len(talk))
	cut := 0
	for i, m := range talk {
		costs[i] = b.cost(m.Content)
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
