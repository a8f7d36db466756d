package voicetest

import "testing"

func TestHostileTextsAreThreeHundredDifferentOnes(t *testing.T) {
	distinctTexts := map[string]bool{}
	for _, text := range HostileTexts("mark") {
		distinctTexts[text] = true
	}
	if len(distinctTexts) != 300 {
		t.Errorf("%d texts", len(distinctTexts))
	}
}
