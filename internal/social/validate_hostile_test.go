package social

import (
	"testing"

	"colloquy/internal/core/hostiletest"
	"colloquy/internal/core/plain"
)

// Comments and reasons of reports are only trimmed.
func TestHostileTextsAreAccepted(t *testing.T) {
	for _, text := range hostiletest.Texts(t) {
		for _, r := range []textRules{commentRules, reasonRules} {
			if got, err := r.cleanAndCheck(text); err != nil || got != plain.Trim(text) {
				t.Errorf("the %s %q became %q, %v", r.field, text, got, err)
			}
		}
	}
}
