package intent

import (
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/english"
)

// TestEveryIntentHasPhrases: every section of phrases.txt is named after an intent, and has
// enough phrases. Only core.AsksGoodbye has no section, because small talk recognises
// goodbyes.
func TestEveryIntentHasPhrases(t *testing.T) {
	sectionCount := 0
	for _, intent := range core.Intents() {
		switch n := len(phrasesByIntent[intent]); {
		case intent == core.AsksGoodbye:
		case n < 8:
			t.Errorf("%s has %d phrases", intent, n)
		default:
			sectionCount++
		}
	}
	if len(phrasesByIntent) != sectionCount {
		t.Errorf("%d sections for %d intents", len(phrasesByIntent), sectionCount)
	}
}

// TestLongestPhraseCounts: the longest phrase decides, and core.AsksWho counts only if
// nothing else is asked.
func TestLongestPhraseCounts(t *testing.T) {
	for line, want := range map[string]core.Intent{
		"Who are you?": core.AsksWho, "Who are you afraid of? What are you afraid of?": core.AsksFear,
		"so what do you do?": core.AsksWho, "what do you do when it snows": "", "what are you thinking": "",
		"who was your biggest rival": core.AsksEnemy, "what do you really fear": core.AsksFear,
		"What’s your biggest regret?": core.AsksRegret, "How do I make a kite?": "",
	} {
		got, phrase := Detect(english.JoinWords(english.Words(line)))
		if got != want || (phrase == "") != (want == "") {
			t.Errorf("%q asks %q by %q, want %q", line, got, phrase, want)
		}
	}
}
