package plain_test

import (
	"testing"

	"colloquy/internal/core/plain"
)

func TestTrimRemovesOuterSpaceAndUnifiesLineEnds(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " \r\n ": "", " a\r\nb\rc\n ": "a\nb\nc", "\u00a0a\u2003": "a", "a\n\nb": "a\n\nb", "\ta": "a",
	} {
		if got := plain.Trim(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestHasInkNeedsAVisibleCharacter(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, " \t\n\u00a0\u2028": false, "\u200b\u200d\u2060\ufeff": false, "\u00ad": false, "\u202e": false,
		"\ufe0f": false, "\u3164\u115f\uffa0": false, "\u2800\u2800": false, "\U000e0041": false,
		"a": true, "\u200ba": true, "🎭": true, "❤\ufe0f": true, "\u0301": true, "א": true, "。": true, "\x1b": true, "\u2801": true,
	} {
		if got := plain.HasVisibleRune(text); got != want {
			t.Errorf("%+q has ink: %v", text, got)
		}
	}
}

func TestUnprintableFindsControlCharacters(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "a\n\tb": false, "👩\u200d🔬": false, "שלום": false, "\x00": true, "a\x1b[31m": true, "\x7f": true, "\u0085": true, "a\rb": true,
	} {
		if got := plain.HasUnprintable(text); got != want {
			t.Errorf("%+q is unprintable: %v", text, got)
		}
	}
}
