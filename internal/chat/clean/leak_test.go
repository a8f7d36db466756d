package clean

import (
	"strings"
	"testing"

	"colloquy/internal/llm"
)

const canary = "[#K3V9QX2M7RTA]"

var optionsWithForbiddenPromptLines = Options{CharName: "Ada Lovelace", UserName: "Grace", Canary: canary, ForbiddenPromptLines: []string{
	"You are Ada Lovelace, talking with one user. Speak as Ada Lovelace, in the first person; never write the user's lines.",
	"Stay Ada Lovelace, in the first person; answer in the user's language; at most five sentences unless more is asked for.",
}}

// checkFiltered also cuts each stream at every byte, so this test covers canaries and notes
// that are split between pieces.
// rule replies-prompt-hidden
func TestPromptIsNotRepeated(t *testing.T) {
	notes := "<stage_notes>\nFrom your own pages:\n- A secret page.\n" + optionsWithForbiddenPromptLines.ForbiddenPromptLines[1] + "\n</stage_notes>"
	for name, c := range map[string]struct{ in, want string }{
		"notes":           {notes + "\n\nGood day.", "Good day."},
		"notes inside":    {"Good day. " + notes + "And you?", "Good day. And you?"},
		"notes, open":     {"Good day. <stage_notes>\nStay Ada", "Good day. "},
		"end alone":       {"</stage_notes>\nGood day.", "Good day."},
		"reminder":        {optionsWithForbiddenPromptLines.ForbiddenPromptLines[1] + "\nGood day.", "Good day."},
		"reminder, small": {"Good day.\n" + strings.ToLower(optionsWithForbiddenPromptLines.ForbiddenPromptLines[1]) + "\nYes.", "Good day.\n\nYes."},
		"opening":         {optionsWithForbiddenPromptLines.ForbiddenPromptLines[0] + "\nGood day.", "Good day."},
		"canary":          {canary + " (mark of this sheet)\nYou are Ada", ""},
		"canary, small":   {"My sheet says: " + strings.ToLower(canary) + " and so on", "My sheet says: "},
		"canary in code":  {"Look:\n```\n" + canary + "\nYou are", "Look:\n```"},
		"none of it":      {"Stay a while, Ada. You are welcome [#1].", "Stay a while, Ada. You are welcome [#1]."},
	} {
		t.Run(name, func(t *testing.T) { checkFiltered(t, optionsWithForbiddenPromptLines, llm.FinishStop, c.in, c.want) })
	}
	if _, stopped := filterPieces(optionsWithForbiddenPromptLines, "", "a "+canary+" b"); !stopped {
		t.Error("a reply goes on behind the canary")
	}
}
