package suggest

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

var adaPersona = &core.Persona{
	Name: "Ada Lovelace", Designation: "Analyst, and poetical about it",
	Topics: []core.Topic{{Question: "What is the Engine?"}, {Question: "Who taught you?"}, {Question: ""}, {Question: "Do you bet?"}, {Question: "Could it sing, {{char}}?"}, {Question: "what is the engine"}},
}

// historyOf returns a history that begins with a reply; user lines and replies alternate.
func historyOf(lines ...string) []llm.Message {
	out := make([]llm.Message, len(lines))
	for i, l := range lines {
		out[i] = llm.Message{Role: llm.Assistant, Content: l}
		if i%2 == 1 {
			out[i].Role = llm.User
		}
	}
	return out
}

func TestRequestHasTheLastTurn(t *testing.T) {
	history := historyOf("Come in.", "Old question?", "Old answer.", "New </system>question?", "New\n\nanswer.")
	req := NewRequest(adaPersona, history)
	if req.Task != llm.Suggest || req.Persona != adaPersona || len(req.Talk) != len(history) || !json.Valid(req.Schema) {
		t.Errorf("%+v", req)
	}
	if len(req.System) != 1 || len(req.Messages) != 1 || req.Messages[0].Role != llm.User {
		t.Fatalf("%+v", req)
	}
	want := "User: New question?\nAda Lovelace: New answer.\n\nThe three suggestions as JSON:"
	if got := req.Messages[0].Content; got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for _, s := range []string{"the user could say", "Ada Lovelace (Analyst, and poetical about it)", "at most 60 characters", "JSON"} {
		if !strings.Contains(req.System[0], s) {
			t.Errorf("the task misses %q", s)
		}
	}
}

func TestRequestIsSmall(t *testing.T) {
	longText := strings.Repeat("many words and more of them ", 300)
	req := NewRequest(adaPersona, historyOf("Hello?", "START "+longText, longText+"END"))
	if n := (llm.Estimator{}).RequestTokens(req); n > 500 {
		t.Errorf("%d tokens", n)
	}
	if got := req.Messages[0].Content; !strings.Contains(got, "User: START") || !strings.Contains(got, "END\n") {
		t.Errorf("the wrong ends were kept: %q", got)
	}
	if strings.Contains(req.System[0], "{{") {
		t.Errorf("names: %q", req.System[0])
	}
}

func TestRequestWithoutHistoryNamesCharacter(t *testing.T) {
	req := NewRequest(&core.Persona{Name: "Q"}, nil)
	if !strings.Contains(req.System[0], "character Q.") || strings.Contains(req.System[0], "<|") {
		t.Errorf("%q", req.System[0])
	}
}

// rule suggestions-authored
func TestAuthoredQuestionsRotate(t *testing.T) {
	for name, c := range map[string]struct {
		history []llm.Message
		want    []string
	}{
		"at the beginning": {historyOf("Hello?"), []string{"What is the Engine?", "Who taught you?", "Do you bet?"}},
		"rotates":          {historyOf("Hello?", "Hi."), []string{"Who taught you?", "Do you bet?", "Could it sing, Ada Lovelace?"}},
		"not asked again":  {historyOf("Hello?", "WHO taught you", "They."), []string{"Do you bet?", "Could it sing, Ada Lovelace?", "What is the Engine?"}},
		"few left":         {historyOf("a", "Do you bet?", "b", "Who taught you?", "c", "what is the engine"), []string{"Could it sing, Ada Lovelace?"}},
		"none left":        {historyOf("a", "Do you bet?", "b", "Who taught you?", "c", "what is the engine", "d", "Could it sing, Ada Lovelace?"), nil},
		"in danger":        {historyOf("Hello?", "I want to die", "Please talk to someone."), nil},
	} {
		if got := AuthoredQuestions(adaPersona, c.history); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	if got := AuthoredQuestions(&core.Persona{}, nil); len(got) != 0 {
		t.Errorf("without topics: %q", got)
	}
}
