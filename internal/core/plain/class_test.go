package plain_test

import (
	"testing"
	"unicode"

	"colloquy/internal/core/plain"
)

func TestIsRecognisesEachClass(t *testing.T) {
	allClasses := plain.Control | plain.Format | plain.PrivateUse | plain.Separator | plain.VariationSelector | plain.BrailleBlank | plain.Bidi | plain.BidiOverride | plain.ByteOrder | plain.Replacement
	for r, want := range map[rune]plain.RuneClass{
		0: plain.Control, '\n': plain.Control, '\x7f': plain.Control, '\u0085': plain.Control, ' ': plain.Separator, '\u00a0': plain.Separator,
		'\u2028': plain.Separator, '\u00ad': plain.Format, '\u200b': plain.Format, '\u115f': plain.Format, '\ue000': plain.PrivateUse,
		'\ufe0f': plain.VariationSelector, '\u2800': plain.BrailleBlank, '\u2066': plain.Format | plain.Bidi,
		'\u202e': plain.Format | plain.Bidi | plain.BidiOverride, '\ufeff': plain.Format | plain.ByteOrder, '\ufffd': plain.Replacement,
		'a': 0, 'é': 0, '李': 0, '🎭': 0, '\u0301': 0, '~': 0,
	} {
		for class := plain.RuneClass(1); class <= plain.Replacement; class <<= 1 {
			if got := plain.Is(r, class); got != (want&class != 0) {
				t.Errorf("%U is in class %b: %v", r, class, got)
			}
		}
		if got := plain.Is(r, allClasses); got != (want != 0) {
			t.Errorf("%U is in some class: %v", r, got)
		}
	}
}

// The shortcut for ASCII agrees with Unicode's tables.
func TestASCIIClassesMatchUnicode(t *testing.T) {
	for r := range rune(0x80) {
		if got := plain.Is(r, plain.Control); got != unicode.IsControl(r) {
			t.Errorf("%U is a control character: %v", r, got)
		}
		if got := plain.Is(r, plain.Separator); got != unicode.Is(unicode.Z, r) {
			t.Errorf("%U is a separator: %v", r, got)
		}
		if plain.Is(r, ^(plain.Control | plain.Separator)) {
			t.Errorf("%U is in another class", r)
		}
	}
}
