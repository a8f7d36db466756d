package prompt

import (
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// personaWithAuthoredEntries returns a persona with three authored entries: an answer, a question that it
// cannot answer, and a text about a person.
func personaWithAuthoredEntries(t *testing.T) *core.Persona {
	t.Helper()
	p := testPersona(t, "johannes-kepler")
	p.CoreAnswers = map[core.Intent]string{core.AsksRegret: "That I cast horoscopes for bread, and some of them came true."}
	p.NoAnswerReasons = map[core.Intent]string{core.AsksSecret: "no letter of his tells one"}
	p.People = []core.KnownPerson{{Name: "Tycho Brahe", Words: []string{"tycho", "brahe"}, Says: "He guarded his tables like a dragon, and left them to me."}}
	return p
}

func lastMessage(req llm.Request) string {
	turns := req.MergedMessages()
	return turns[len(turns)-1].Content
}

// rule prompt-own-words
func TestPersonasOwnWordsStandInTheNotes(t *testing.T) {
	const silence = "Of this nothing is known (no letter of his tells one): say so in your manner and invent nothing."
	p := personaWithAuthoredEntries(t)
	for _, v := range []Variant{Frontier, Small, Bridge} {
		for line, want := range map[string]string{
			"What do you regret?":       "- " + p.CoreAnswers[core.AsksRegret],
			"And what was Tycho like?":  "- " + p.People[0].Says,
			"Will you tell me a secret": silence,
		} {
			notes := lastMessage(mustBuild(t, Input{Persona: p, Variant: v, History: alternatingTurns(p.Greeting, line)}))
			if !strings.Contains(notes, want) {
				t.Errorf("%s: %q misses %q:\n%s", v, line, want, notes)
			}
			if strings.Contains(notes, silence) != (want == silence) || strings.Contains(notes, "No page of yours fits") {
				t.Errorf("%s: %q has a wrong note:\n%s", v, line, notes)
			}
		}
	}
}

// TestOwnWordsAreToldOnce checks two cases in which the notes lack the authored answer to "What do
// you regret?". In the first case a reply has told the answer already. In the second case a long
// message contains the question by chance.
// rules prompt-own-words, prompt-told-once
func TestOwnWordsAreToldOnce(t *testing.T) {
	p := personaWithAuthoredEntries(t)
	answer := p.CoreAnswers[core.AsksRegret]
	longLine := "Yesterday I read a book on gardens, whose writer asks each tree and each stone what do you regret, and then he waters it and goes home to write."
	for name, history := range map[string][]llm.Message{
		"told": alternatingTurns(p.Greeting, "What do you regret?", answer, "So what do you regret?"),
		"long": alternatingTurns(p.Greeting, longLine),
	} {
		if notes := lastMessage(mustBuild(t, Input{Persona: p, History: history})); strings.Contains(notes, "- "+answer) {
			t.Errorf("%s: the notes have the answer:\n%s", name, notes)
		}
	}
}

// rule prompt-manner
func TestMannerIsToldInMeasures(t *testing.T) {
	p := personaWithAuthoredEntries(t)
	p.Voice.Manner = &core.Manner{
		MeanSentenceLengthRange: [2]int{5, 8}, ContractionFrequency: core.FrequencyNone, ExclamationFrequency: core.FrequencyMany, QuestionFrequency: core.FrequencySome, SemicolonFrequency: core.FrequencyNone,
		FiguresOfSpeech: "Counts, then corrects himself.", AddressForms: []string{"friend"}, Words: []string{"orbit", "sphere"}, NeverWords: []string{"okay", "gravity"},
	}
	const measures = "Measure: short sentences of about 6 words, no contractions, many exclamations, no semicolons."
	const never = " Never say: okay, gravity."
	const words = "Counts, then corrects himself. Words of yours: orbit, sphere. You may call the user: friend."
	for v, isWhole := range map[Variant]bool{Frontier: true, Small: false, Bridge: false} {
		text := mustBuild(t, Input{Persona: p, Variant: v, History: alternatingTurns(p.Greeting, "Good day.")}).System[0]
		if !strings.Contains(text, measures) || strings.Contains(text, measures+never) != isWhole || strings.Contains(text, words) != isWhole {
			t.Errorf("%s: the manner is not told:\n%s", v, text)
		}
	}
	p = personaWithAuthoredEntries(t)
	p.Voice.Manner = &core.Manner{MeanSentenceLengthRange: [2]int{18, 23}, NeverWords: []string{"okay"}}
	if line := mannerMeasuresText(p); !strings.HasPrefix(line, "Measure: long sentences of about 20 words.") {
		t.Error(line)
	}
}
