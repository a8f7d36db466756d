package app

import (
	"slices"
	"testing"

	"colloquy/internal/memory"
)

// Many pinned facts leave room for those that are relevant to the user's last words.
// rule memory-told
func TestPinnedAndRelevantFactsAlternate(t *testing.T) {
	pinnedMemories := []memory.Memory{{Text: "Lives in Leeds"}, {Text: "Plays the viola"}, {Text: "Is called Ada"}}
	relevantMemories := []memory.Memory{{Text: "Has a dog"}}
	want := []string{"Lives in Leeds", "Has a dog", "Plays the viola", "Is called Ada"}
	if got := interleaveTexts(pinnedMemories, relevantMemories); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := interleaveTexts(nil, relevantMemories); !slices.Equal(got, want[1:2]) {
		t.Errorf("%q", got)
	}
}
