package social

import (
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/core/hostiletest"
)

// TestHostileTextsAreTakenAsTheyAre: comments and the reasons of reports are
// kept as they were written, but for white space around them.
func TestHostileTextsAreTakenAsTheyAre(t *testing.T) {
	for _, text := range hostiletest.Texts(t) {
		for _, r := range []rules{commentRules, reasonRules} {
			if got, err := r.clean(text); err != nil || got != core.TrimText(text) {
				t.Errorf("the %s %q became %q, %v", r.field, text, got, err)
			}
		}
	}
}
