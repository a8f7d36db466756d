package memory

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/core/plain"
)

const (
	// minAbsence is the time without messages after which previousTalk returns a text.
	minAbsence      = 24 * time.Hour
	newestLinesRead = 6   // number of newest messages in which previousTalk looks for the last message of each side
	maxQuoteLength  = 160 // characters of each quotation
)

// previousTalk returns a reminder of a talk that had no messages for minAbsence. The reminder has
// the last statement of the summary, the user's last message, and the character's reply to that
// message. For other talks previousTalk returns "". Rule memory-previously.
func (s *Service) previousTalk(ctx context.Context, t talk, name, summary string) (string, error) {
	newestLines, err := s.deps.Talks.Newest(ctx, t.conversationID(), newestLinesRead)
	if err != nil || len(newestLines) == 0 || s.deps.Clock.Now().Sub(newestLines[len(newestLines)-1].CreatedAt) < minAbsence {
		return "", err
	}
	var out []string
	linesOfUser := userLines(newestLines)
	if len(linesOfUser) == 0 {
		return "", nil
	}
	if statements := strings.Split(summary, "\n"); summary != "" {
		out = append(out, statements[len(statements)-1])
	}
	out = append(out, "Your last words: "+shortQuote(linesOfUser[len(linesOfUser)-1].Text))
	if last := newestLines[len(newestLines)-1]; !last.IsUser && last.Text != "" {
		out = append(out, name+": "+shortQuote(last.Text))
	}
	return strings.Join(out, "\n"), nil
}

func shortQuote(text string) string {
	text = cleanLine(strings.ReplaceAll(text, "*", ""))
	if short := plain.FirstCharacters(text, maxQuoteLength); short != text {
		text = strings.TrimSpace(short) + "…"
	}
	return "“" + text + "”"
}
