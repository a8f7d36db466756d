package spoken_test

import (
	"slices"
	"strings"
	"testing"

	"colloquy/internal/voice/spoken"
)

// rule voice-spoken-text
func TestSentencesEndWhereTheyShould(t *testing.T) {
	for text, want := range map[string][]string{
		"":   nil,
		"  ": nil,
		"One. Two! Is it three? “Four.” Five":  {"One.", "Two!", "Is it three?", "“Four.”", "Five"},
		"Mr. Darcy met Dr. Who. They left.":    {"Mr. Darcy met Dr. Who.", "They left."},
		"Pi is 3.14 or so. Really.":            {"Pi is 3.14 or so.", "Really."},
		"J. S. Bach wrote it. So did I. Yes.":  {"J. S. Bach wrote it.", "So did I.", "Yes."},
		"Iron, e.g. rust, etc. and so on. No.": {"Iron, e.g. rust, etc. and so on.", "No."},
		"Bread, etc. Then we ate.":             {"Bread, etc.", "Then we ate."},
		"“Really?” he said. I nodded.":         {"“Really?” he said.", "I nodded."},
		"Wait… What?! No...":                   {"Wait…", "What?!", "No..."},
		"私は行く。君は？はい！":                          {"私は行く。", "君は？", "はい！"},
		"...":                                  {"..."},
	} {
		if got := spoken.Sentences(text); !slices.Equal(got, want) {
			t.Errorf("%q is cut into %q, want %q", text, got, want)
		}
	}
}

func TestSentencesLoseNothing(t *testing.T) {
	text := strings.Repeat("Mr. X. Went (home.) 3.5 e.g. now? “Yes!” ", 50)
	if got := strings.Join(spoken.Sentences(text), " "); got != strings.TrimSpace(text) {
		t.Errorf("joined: %q", got)
	}
}
