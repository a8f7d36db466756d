package main

import (
	"context"
	"iter"

	"colloquy/internal/llm"
)

// repliesPerFault says how often a reply has a fault: every tenth one has.
const repliesPerFault = 10

// scriptedModel is a model that answers with the persona's own texts, one after another. Every
// tenth reply has a known fault, so a test can compare the grades with the right ones. Rule
// prompt-eval.
type scriptedModel struct{ callCount int } // callCount is the number of calls so far

func (*scriptedModel) Name() string { return "scripted" }

// faultyReplies are replies that each fail one criterion.
var faultyReplies = []string{
	"The captain went down to the sea with all the others and never came home to the town again.",
	"Great question! I like it.",
	"*smiles warmly* I am glad that you ask.",
	"I said, “All the stars are only lamps that somebody forgot to put out.”",
}

// Stream implements llm.Provider. It answers with a text of the persona or with one of
// faultyReplies.
func (s *scriptedModel) Stream(_ context.Context, req llm.Request) iter.Seq2[llm.Delta, error] {
	n := s.callCount
	s.callCount++
	text := "I do not know."
	if topics := req.Persona.Topics; len(topics) > 0 {
		topic := topics[n%len(topics)]
		text = topic.Texts[n%len(topic.Texts)]
	}
	if n%repliesPerFault == repliesPerFault-1 {
		text = faultyReplies[n/repliesPerFault%len(faultyReplies)]
	}
	return func(yield func(llm.Delta, error) bool) {
		yield(llm.Delta{Text: text, Finish: llm.FinishStop}, nil)
	}
}
