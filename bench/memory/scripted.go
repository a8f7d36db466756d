package memory

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"colloquy/internal/llm"
	room "colloquy/internal/memory"
)

// Scripted is a model that knows the facts of the talk: it notes each in words of its own,
// invents some that nobody said, and sums up by repeating what was said.
type Scripted struct{ Facts []Fact }

// Name returns the name of the model.
func (Scripted) Name() string { return "scripted" }

// Stream answers a request of the memory room.
func (s Scripted) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		answer := s.notes(req.Messages[0].Content)
		if strings.HasPrefix(req.System[0], room.SummaryTask) {
			answer = s.summary(req.Messages[0].Content)
		}
		yield(llm.Delta{Text: answer, Finish: llm.FinishStop}, nil)
	}
}

func (s Scripted) notes(lines string) string {
	out := []string{"1 | home | Lives in Atlantis"} // invented
	for line := range strings.Lines(lines) {
		number, text, _ := strings.Cut(line, ": ")
		for _, f := range s.Facts {
			switch {
			case strings.Contains(text, f.Said):
				out = append(out, fmt.Sprintf("%s | %s | %s", number, f.Kind, f.Noted))
			case strings.Contains(text, f.Key):
				out = append(out, fmt.Sprintf("%s | other | Spoke of %s", number, f.Key))
			}
		}
		if strings.Contains(text, "clouds") {
			out = append(out, number+" | other | Spoke of low clouds over a river")
		}
	}
	return strings.Join(out, "\n")
}

func (Scripted) summary(lines string) string {
	var out []string
	for line := range strings.Lines(lines) {
		if text, is := strings.CutPrefix(line, "Person: "); is && len(text) > 30 {
			out = append(out, "They said: "+strings.TrimSpace(text))
		}
	}
	return strings.Join(out, "\n")
}
