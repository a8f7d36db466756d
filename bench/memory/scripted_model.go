package memory

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"colloquy/internal/llm"
	room "colloquy/internal/memory"
)

// ScriptedModel is a model that knows the facts of the talk. It notes each fact in words that differ
// from the user's. It also notes facts that nobody said. Its summary of a talk repeats the talk.
type ScriptedModel struct{ Facts []Fact }

// Name returns the name of the model.
func (ScriptedModel) Name() string { return "scripted" }

// Stream implements llm.Provider. It answers a request of package memory for facts or a summary.
func (s ScriptedModel) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		answer := s.factNotes(req.Messages[0].Content)
		if strings.HasPrefix(req.System[0], room.SummaryTask) {
			answer = s.repeatLines(req.Messages[0].Content)
		}
		yield(llm.Delta{Text: answer, Finish: llm.FinishStop}, nil)
	}
}

func (s ScriptedModel) factNotes(lines string) string {
	out := []string{"1 | home | Lives in Atlantis"} // a fact that nobody said
	for line := range strings.Lines(lines) {
		number, text, _ := strings.Cut(line, ": ")
		for _, f := range s.Facts {
			switch {
			case strings.Contains(text, f.Statement):
				out = append(out, fmt.Sprintf("%s | %s | %s", number, f.Kind, f.Note))
			case strings.Contains(text, f.UniqueWord):
				out = append(out, fmt.Sprintf("%s | other | Spoke of %s", number, f.UniqueWord))
			}
		}
		if strings.Contains(text, "clouds") {
			out = append(out, number+" | other | Spoke of low clouds over a river")
		}
	}
	return strings.Join(out, "\n")
}

func (ScriptedModel) repeatLines(lines string) string {
	var out []string
	for line := range strings.Lines(lines) {
		if text, is := strings.CutPrefix(line, "Person: "); is && len(text) > 30 {
			out = append(out, "They said: "+strings.TrimSpace(text))
		}
	}
	return strings.Join(out, "\n")
}
