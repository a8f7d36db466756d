package memory

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/core/plain"
)

const (
	// minAbsence is the time without messages after which previousTalkReminder returns a text.
	minAbsence             = 24 * time.Hour
	newestMessageReadCount = 6   // number of newest messages in which previousTalkReminder looks for the last message of each side
	maxQuoteLength         = 160 // characters of each quotation
)

// previousTalkReminder returns a reminder of a talk that had no messages for minAbsence. The reminder has
// the last statement of the summary, the user's last message, and the character's reply to that
// message. For other talks previousTalkReminder returns "". Rule memory-previously.
func (s *Service) previousTalkReminder(ctx context.Context, t talk, name, summary string) (string, error) {
	newestMessages, err := s.deps.Talks.Newest(ctx, t.conversationID(), newestMessageReadCount)
	if err != nil || len(newestMessages) == 0 || s.deps.Clock.Now().Sub(newestMessages[len(newestMessages)-1].CreatedAt) < minAbsence {
		return "", err
	}
	var out []string
	userMessages := messagesOfUser(newestMessages)
	if len(userMessages) == 0 {
		return "", nil
	}
	if statements := strings.Split(summary, "\n"); summary != "" {
		out = append(out, statements[len(statements)-1])
	}
	out = append(out, "Your last words: "+shortQuote(userMessages[len(userMessages)-1].Text))
	if last := newestMessages[len(newestMessages)-1]; !last.IsUser && last.Text != "" {
		out = append(out, name+": "+shortQuote(last.Text))
	}
	return strings.Join(out, "\n"), nil
}

func shortQuote(text string) string {
	text = cleanToOneLine(strings.ReplaceAll(text, "*", ""))
	if short := plain.FirstCharacters(text, maxQuoteLength); short != text {
		text = strings.TrimSpace(short) + "…"
	}
	return "“" + text + "”"
}
