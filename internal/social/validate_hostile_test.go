package social

import (
	"testing"

	"colloquy/internal/core/hostiletest"
	"colloquy/internal/core/plain"
)

// cleanAndCheck accepts hostile texts as comments and as reasons of reports. It trims them and
// changes nothing else.
func TestHostileTextsAreAccepted(t *testing.T) {
	for _, text := range hostiletest.Texts(t) {
		for _, r := range []textLimits{commentTextLimits, reasonTextLimits} {
			if got, err := r.cleanAndCheck(text); err != nil || got != plain.Trim(text) {
				t.Errorf("the %s %q became %q, %v", r.field, text, got, err)
			}
		}
	}
}
