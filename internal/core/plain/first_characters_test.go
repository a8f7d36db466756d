package plain_test

import (
	"testing"

	"colloquy/internal/core/plain"
)

func TestFirstCharactersCountsCodePoints(t *testing.T) {
	for n, want := range map[int]string{-1: "", 0: "", 1: "ø", 3: "øl🎭", 4: "øl🎭x", 9: "øl🎭x"} {
		if got := plain.FirstCharacters("øl🎭x", n); got != want {
			t.Errorf("the first %d are %q, want %q", n, got, want)
		}
	}
	if got := plain.FirstCharacters("", 3); got != "" {
		t.Errorf("the first of nothing are %q", got)
	}
}
