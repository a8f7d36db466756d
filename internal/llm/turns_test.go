package llm_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"colloquy/internal/llm"
)

func TestMergeMessagesJoinsConsecutiveOnes(t *testing.T) {
	in := []llm.Message{
		{Role: llm.Assistant, Content: "Hello"},
		{Role: llm.User, Content: "a"},
		{Role: llm.Assistant, Content: " \n"},
		{Role: llm.User, Content: "b"},
		{Role: llm.Assistant, Content: "c"},
		{Role: llm.Assistant, Content: "d"},
	}
	originalMessages := append([]llm.Message(nil), in...)
	want := []llm.Message{
		{Role: llm.Assistant, Content: "Hello"},
		{Role: llm.User, Content: "a\n\nb"},
		{Role: llm.Assistant, Content: "c\n\nd"},
	}
	if diff := cmp.Diff(want, llm.MergeMessages(in)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(originalMessages, in); diff != "" {
		t.Error("the input was changed:", diff)
	}
	if got := llm.MergeMessages(nil); len(got) != 0 {
		t.Error(got)
	}
}

func TestGreetingMovesToTheSystemPart(t *testing.T) {
	system := make([]string, 1, 4)
	system[0] = "You are Ada."
	turns := []llm.Message{{Role: llm.Assistant, Content: "Hello"}, {Role: llm.User, Content: "a"}}
	systemParts, restTurns := llm.MoveGreetingToSystem(system, turns)
	if diff := cmp.Diff([]string{"You are Ada.", "You opened with: Hello"}, systemParts); diff != "" {
		t.Error(diff)
	}
	if len(restTurns) != 1 || restTurns[0].Content != "a" {
		t.Error(restTurns)
	}
	if cmp.Equal(system[:2], systemParts) {
		t.Error("the caller's slice was written to")
	}
	systemParts, restTurns = llm.MoveGreetingToSystem(system, turns[1:])
	if len(systemParts) != 1 || len(restTurns) != 1 {
		t.Error(systemParts, restTurns)
	}
}
