package prompt

import (
	"strings"

	"colloquy/internal/llm"
)

// Limits of the notes about habits.
const (
	openingWordCount = 4 // words that count as the opening of a reply (rule prompt-opening)
	// rule prompt-habits
	comparedReplyCount = 2  // number of last replies whose openings must not be repeated
	maxOpeningChars    = 60 // only this many characters of a reply are searched for its opening
)

// habitNotes returns notes against two habits of models (rule prompt-habits). One habit is to begin
// like the last replies, the other to end every reply with a question. The notes quote words of
// earlier replies as data.
func habitNotes(t notesInput) (lines []string) {
	replies := lastReplies(t.talk, comparedReplyCount)
	var openings []string
	for _, r := range replies {
		if o := Opening(r); o != "" {
			openings = append(openings, "“"+o+"”")
		}
	}
	if o := sanitiseLine(t.in.AvoidOpening, maxOpeningChars); o != "" {
		openings = append(openings, "“"+o+"”")
	}
	if len(openings) > 0 {
		lines = append(lines, "Do not begin as you did before: "+strings.Join(openings, ", ")+".")
	}
	if len(replies) > 0 && endsWithQuestion(replies[0]) {
		lines = append(lines, "End this reply without a question.")
	}
	return lines
}

// Opening returns the first four words of a reply, without marks at its beginning. It returns
// "" for a shorter reply.
func Opening(reply string) string {
	words := strings.Fields(strings.TrimLeft(sanitiseLine(reply, maxOpeningChars), "'“”«„*_ "))
	if len(words) < openingWordCount {
		return ""
	}
	return strings.TrimRight(strings.Join(words[:openingWordCount], " "), ",.;:!?”")
}

// lastReplies returns the last n replies of a talk, newest first.
func lastReplies(talk []llm.Message, n int) (replies []string) {
	for i := len(talk) - 1; i >= 0 && len(replies) < n; i-- {
		if talk[i].Role == llm.Assistant {
			replies = append(replies, talk[i].Content)
		}
	}
	return replies
}

func endsWithQuestion(reply string) bool {
	return strings.HasSuffix(strings.TrimRight(reply, "\"'”’*_ \n"), "?")
}
