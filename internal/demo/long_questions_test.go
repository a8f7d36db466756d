package demo_test

import (
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/demo"
	"colloquy/internal/llm"
	"colloquy/internal/llm/llmtest"
	"colloquy/seed"
)

// Most words of a long question do not name its subject.
func TestLongQuestionsFindTheirSubject(t *testing.T) {
	list, err := seed.Personas()
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]*core.Persona{}
	for i := range list {
		by[list[i].Slug] = &list[i]
	}
	for _, c := range [][3]string{
		{"ada-lovelace", "What does the Analytical Engine actually do that a very patient person with a pencil couldn’t?", "The Analytical Engine"},
		{"cleopatra", "How did you get Caesar to listen to you when you were only twenty one years old?", "Caesar"},
	} {
		req := llm.Request{Persona: by[c[0]], Messages: []llm.Message{{Role: llm.User, Content: c[1]}}}
		got, err := llmtest.Collect(t.Context(), demo.New(demo.Options{}), req)
		if err != nil || !strings.Contains(got.Text, c[2]) {
			t.Errorf("%s answered %q with %q, %v", c[0], c[1], got.Text, err)
		}
	}
}
