package text_test

import (
	"testing"

	"colloquy/internal/core/text"
)

func TestFirstCountsCodePoints(t *testing.T) {
	for n, want := range map[int]string{-1: "", 0: "", 1: "ø", 3: "øl🎭", 4: "øl🎭x", 9: "øl🎭x"} {
		if got := text.First("øl🎭x", n); got != want {
			t.Errorf("the first %d are %q, want %q", n, got, want)
		}
	}
	if got := text.First("", 3); got != "" {
		t.Errorf("the first of nothing are %q", got)
	}
}
