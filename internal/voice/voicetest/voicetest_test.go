package voicetest

import "testing"

func TestHostileTextsAreThreeHundredDifferentOnes(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range HostileTexts("mark") {
		seen[text] = true
	}
	if len(seen) != 300 {
		t.Errorf("%d texts", len(seen))
	}
}
