package memory

import (
	"context"
	"strings"
	"time"

	"colloquy/internal/core/plain"
)

const (
	// awayAfter is how long a talk rests until Previously is shown.
	awayAfter       = 24 * time.Hour
	lastLines       = 6
	previouslyChars = 160 // of each quotation
)

// previously recalls a talk that has rested for a day: the last statements of the summary,
// and the last words of both. Rule memory-previously.
func (s *Service) previously(ctx context.Context, t talk, name, summary string) (string, error) {
	list, err := s.deps.Talks.Newest(ctx, t.conversationID(), lastLines)
	if err != nil || len(list) == 0 || s.deps.Clock.Now().Sub(list[len(list)-1].CreatedAt) < awayAfter {
		return "", err
	}
	var out []string
	said := usersOf(list)
	if len(said) == 0 {
		return "", nil
	}
	if statements := strings.Split(summary, "\n"); summary != "" {
		out = append(out, statements[len(statements)-1])
	}
	out = append(out, "Your last words: "+quote(said[len(said)-1].Text))
	if last := list[len(list)-1]; !last.IsUser && last.Text != "" {
		out = append(out, name+": "+quote(last.Text))
	}
	return strings.Join(out, "\n"), nil
}

func quote(text string) string {
	text = oneLine(strings.ReplaceAll(text, "*", ""))
	if short := plain.First(text, previouslyChars); short != text {
		text = strings.TrimSpace(short) + "…"
	}
	return "“" + text + "”"
}
