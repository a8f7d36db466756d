package main

import (
	"context"
	"iter"

	"colloquy/internal/llm"
)

// faultEvery is how often the scripted model commits a fault.
const faultEvery = 10

// scripted is a model without a mind: it answers with the persona's own texts, one after
// another, and commits a known fault in every tenth reply. Its grades are known before,
// so that they check the grader.
type scripted struct{ asked int }

func (*scripted) Name() string { return "scripted" }

// faults are replies that each break one rule.
var faults = []string{
	"The captain went down to the sea with all the others and never came home to the town again.",
	"Great question! I like it.",
	"*smiles warmly* I am glad that you ask.",
	"I said, “All the stars are only lamps that somebody forgot to put out.”",
}

// Stream answers with a text of the persona, or with a fault.
func (s *scripted) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	n := s.asked
	s.asked++
	text := "I do not know."
	if all := req.Persona.Topics; len(all) > 0 {
		topic := all[n%len(all)]
		text = topic.Texts[n%len(topic.Texts)]
	}
	if n%faultEvery == faultEvery-1 {
		text = faults[n/faultEvery%len(faults)]
	}
	return func(yield func(llm.Delta, error) bool) {
		yield(llm.Delta{Text: text, Finish: llm.FinishStop}, nil)
	}
}
