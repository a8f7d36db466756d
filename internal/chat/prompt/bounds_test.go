package prompt

import (
	"strings"
	"testing"

	"colloquy/internal/core"
)

// rules prompt-care, safety-minors, safety-contested-figures, safety-bounds-always, safety-horizon
func TestBoundsFollowThePersona(t *testing.T) {
	const (
		isMinor, isStrict, isHistorical, hasHorizon, hasSuffered, isRevered, hasSelfHarm = 1, 2, 4, 8, 16, 32, 64
	)
	for name, c := range map[string]struct {
		p    core.Persona
		want int
	}{
		"historical":        {core.Persona{CharacterID: 1, Horizon: core.Horizon{Year: 1600}}, isHistorical | hasHorizon},
		"contested":         {core.Persona{CharacterID: 9, Category: "Controversial Figures"}, isHistorical | isStrict},
		"infamous":          {core.Persona{CharacterID: 9, Category: "Infamous / Controversial Figures"}, isHistorical | isStrict},
		"did harm":          {core.Persona{CharacterID: 9, Category: "Royalty", CareReasons: []core.CareReason{core.CareHarmDone}}, isHistorical | isStrict},
		"suffered harm":     {core.Persona{CharacterID: 9, CareReasons: []core.CareReason{core.CareHarmSuffered}}, isHistorical | hasSuffered},
		"revered":           {core.Persona{CharacterID: 9, CareReasons: []core.CareReason{core.CareRevered}}, isHistorical | isRevered},
		"self-harm":         {core.Persona{CharacterID: 9, CareReasons: []core.CareReason{core.CareSelfHarm, core.CareEstate}}, isHistorical | hasSelfHarm},
		"fictional":         {core.Persona{CharacterID: 260, Category: "Fictional & Imaginary", Facts: core.FactSheet{Died: "long ago"}}, 0},
		"bot":               {core.Persona{CharacterID: 293}, 0},
		"added, with death": {core.Persona{CharacterID: 400, Facts: core.FactSheet{Died: "1900"}}, isHistorical},
		"added, imaginary":  {core.Persona{CharacterID: 400}, 0},
		"child":             {core.Persona{CharacterID: 260, Minor: true}, isMinor},
		"child by no guess": {core.Persona{CharacterID: 260, Tags: []string{"child"}, Bio: "I am only eleven years old, and busy."}, 0},
		"grown by bio":      {core.Persona{CharacterID: 260, Bio: "I am forty, and tired. I am ten feet tall."}, 0},
		"grown by years":    {core.Persona{CharacterID: 3, Facts: core.FactSheet{Born: "12 May 1801"}, Horizon: core.Horizon{Year: 1850}}, isHistorical | hasHorizon},
		"before Christ":     {core.Persona{CharacterID: 3, Facts: core.FactSheet{Born: "about 287 BC"}, Horizon: core.Horizon{Year: -212}}, isHistorical | hasHorizon},
	} {
		got := strings.Join(boundsOf(&c.p), "\n")
		for bit, text := range map[int]string{isMinor: minorBound, isStrict: strictBound, isHistorical: historicalBound, hasHorizon: "You know nothing after", hasSuffered: harmSufferedBound, isRevered: reveredBound, hasSelfHarm: selfHarmBound} {
			if strings.Contains(got, text) != (c.want&bit != 0) {
				t.Errorf("%s: %q in bounds is %v", name, text[:20], c.want&bit == 0)
			}
		}
		for _, always := range []string{honestyBound, stepOutBound, decencyBound} {
			if !strings.Contains(got, always) {
				t.Errorf("%s: misses %q", name, always[:20])
			}
		}
	}
}

func TestSensitiveNoteIsInThePrompt(t *testing.T) {
	got := strings.Join(boundsOf(&core.Persona{SensitiveNote: "Speaks of slavery."}), "\n")
	if !strings.Contains(got, "The user sees this notice: Speaks of slavery.") {
		t.Error(got)
	}
}

func TestYearTextNamesTheEra(t *testing.T) {
	for y, want := range map[int]string{-44: "44 BC", 180: "AD 180", 1852: "1852"} {
		if got := core.YearText(y); got != want {
			t.Errorf("year(%d) = %q, want %q", y, got, want)
		}
	}
}

func TestPersonaTextIsBounded(t *testing.T) {
	p := *testPersona(t, "johannes-kepler")
	p.Facts.DatedFacts = make([]core.DatedFact, 40)
	p.Sayings = make([]core.Saying, 40)
	p.Topics = append(p.Topics, core.Topic{Question: "Empty?"})
	got := writePersona(&p, maxExamples)
	if n := strings.Count(got, "\n- : "); n != maxDatedFacts {
		t.Errorf("%d facts", n)
	}
	if n := strings.Count(got, "\n- “”"); n != maxSayings {
		t.Errorf("%d sayings", n)
	}
	if strings.Contains(got, "Empty?") {
		t.Error("a question without an answer")
	}
	if lean := writePersona(&p, bareDetailLevel); strings.Contains(lean, "Facts you stand on") || strings.Contains(lean, "How you sound") {
		t.Error("the bare part has facts or examples")
	}
}
