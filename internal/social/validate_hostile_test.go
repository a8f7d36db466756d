package social

import (
	"testing"

	"colloquy/internal/core/hostiletest"
	"colloquy/internal/core/plain"
)

// TestHostileTextsAreTakenAsTheyAre: comments and the reasons of reports are
// kept as they were written, but for white space around them.
func TestHostileTextsAreTakenAsTheyAre(t *testing.T) {
	for _, text := range hostiletest.Texts(t) {
		for _, r := range []textRules{commentRules, reasonRules} {
			if got, err := r.clean(text); err != nil || got != plain.Trim(text) {
				t.Errorf("the %s %q became %q, %v", r.field, text, got, err)
			}
		}
	}
}
