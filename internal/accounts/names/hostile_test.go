package names

import (
	"strings"
	"testing"
	"unicode"

	"colloquy/internal/core/hostiletest"
)

// TestCleanNameMakesHostileTextsOneLine: a cleaned name has no control characters and no
// characters that change the direction of text.
func TestCleanNameMakesHostileTextsOneLine(t *testing.T) {
	for _, text := range hostiletest.Texts(t) {
		name := Clean(text)
		if fault := FaultText(name); fault != "" && fault != "Name can have at most 50 characters" {
			t.Errorf("%q: %s", text, fault)
		}
		if strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) }) {
			t.Errorf("%q became %q", text, name)
		}
		if again := Clean(name); again != name {
			t.Errorf("%q became %q, and that %q", text, name, again)
		}
	}
}
