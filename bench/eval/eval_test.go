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
	missCountByCriterion := map[string]int{}
	for _, s := range scores {
		if s.replyCount != len(questions) || s.failedCallCount != 0 {
			t.Errorf("%s: %d replies, %d failed", s.slug, s.replyCount, s.failedCallCount)
		}
		for name, n := range s.applicableCountByCriterion {
			missCountByCriterion[name] += n - s.passedCountByCriterion[name]
		}
	}
	// The model sends each of the four faultyReplies 12 times. Each of them fails one criterion.
	// The model's other replies may also fail the criterion "first person", so 12 is only the least
	// count for that criterion.
	for criterion, want := range map[string]int{"no assistant": 12, "no stage": 12, "quotation": 12} {
		if missCountByCriterion[criterion] != want {
			t.Errorf("%s: %d missed, want %d", criterion, missCountByCriterion[criterion], want)
		}
	}
	if missCountByCriterion["first person"] < 12 {
		t.Errorf("first person: %d missed", missCountByCriterion["first person"])
	}
}

func TestTheDemoPassesTheHardCriteria(t *testing.T) {
	scores, err := evaluate(t.Context(), demo.New(demo.Options{}), prompt.Frontier, func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scores {
		for _, criterion := range []string{"no stage", "honest", "no assistant"} {
			if s.passedCountByCriterion[criterion] != s.applicableCountByCriterion[criterion] || s.applicableCountByCriterion[criterion] == 0 {
				t.Errorf("%s, %s: %d of %d", s.slug, criterion, s.passedCountByCriterion[criterion], s.applicableCountByCriterion[criterion])
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
