package main

import (
	"strings"
	"testing"

	"colloquy/internal/chat/prompt"
	"colloquy/internal/demo"
)

// The scripted model makes a known number of faults, so its grades are known.
// rule prompt-eval
func TestTheGraderFindsTheFaultsOfTheScript(t *testing.T) {
	scores, err := evaluate(t.Context(), &scriptedModel{}, prompt.Frontier, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	missesByRule := map[string]int{}
	for _, s := range scores {
		if s.replyCount != len(questions) || s.failedCallCount != 0 {
			t.Errorf("%s: %d replies, %d failed", s.slug, s.replyCount, s.failedCallCount)
		}
		for name, n := range s.appliedByRule {
			missesByRule[name] += n - s.passedByRule[name]
		}
	}
	// The model sends each of the four faultyReplies 12 times. Each of them breaks one rule. The
	// model's other replies may also break the rule "first person", so 12 is only the least count
	// for that rule.
	for rule, want := range map[string]int{"no assistant": 12, "no stage": 12, "quotation": 12} {
		if missesByRule[rule] != want {
			t.Errorf("%s: %d missed, want %d", rule, missesByRule[rule], want)
		}
	}
	if missesByRule["first person"] < 12 {
		t.Errorf("first person: %d missed", missesByRule["first person"])
	}
}

func TestTheDemoPassesTheHardRules(t *testing.T) {
	scores, err := evaluate(t.Context(), demo.New(demo.Options{}), prompt.Frontier, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scores {
		for _, rule := range []string{"no stage", "honest", "no assistant"} {
			if s.passedByRule[rule] != s.appliedByRule[rule] || s.appliedByRule[rule] == 0 {
				t.Errorf("%s, %s: %d of %d", s.slug, rule, s.passedByRule[rule], s.appliedByRule[rule])
			}
		}
	}
	if text := markdownTable(scores); strings.Count(text, "\n") < len(personaSlugs)+4 {
		t.Error(text)
	}
}

func TestSectionIsReplaced(t *testing.T) {
	doc := withSection(withSection("# Eval\n\nText.\n", "a", "One.\n"), "b", "Two.\n")
	if got, want := withSection(doc, "a", "New.\n"), "# Eval\n\nText.\n\n## Model a\nNew.\n\n## Model b\nTwo.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
