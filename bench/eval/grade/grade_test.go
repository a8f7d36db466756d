package grade

import (
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/seed"
)

// rule prompt-eval
func TestRulesGradeReplies(t *testing.T) {
	p := &core.Persona{
		Name: "Horatio Nelson", Horizon: core.Horizon{Year: 1805},
		Sayings: []core.Saying{{Text: "No captain can do very wrong if he places his ship alongside that of an enemy."}},
	}
	const good = "I told Foley that I had only one eye, and a right to be blind sometimes. It makes a neater print."
	for name, c := range map[string]struct {
		criterion string
		ask       Question
		text      string
		passes    bool
	}{
		"I":                      {"first person", Question{}, good, true},
		"third person":           {"first person", Question{}, "The admiral told Foley that there was only one eye, and a right to be blind sometimes.", false},
		"by name":                {"first person", Question{}, "Horatio Nelson was an admiral who would, in my view, have told you of the one eye.", false},
		"same language":          {"language", Question{Text: "What do you think of the sea and the ships?"}, "The sea is what it is, and I was sick of it.", true},
		"German":                 {"language", Question{Text: "Was ist das Meer für dich, und warum?"}, "Das Meer ist weit, und ich war nicht gern darauf.", true},
		"other language":         {"language", Question{Text: "Was ist das Meer für dich, und warum?"}, "The sea is wide, and I was sick of it.", false},
		"short":                  {"length", Question{}, "No.", true},
		"empty":                  {"length", Question{}, " ", false},
		"endless":                {"length", Question{}, strings.Repeat("Yes. ", 8), false},
		"year of its life":       {"horizon", Question{}, "In 1798 I was at the Nile.", true},
		"later year":             {"horizon", Question{}, "In 1815 they fought at Waterloo.", false},
		"year of the question":   {"horizon", Question{Text: "What of 1969?", Kind: LaterQuestion}, "Of 1969 I cannot know.", true},
		"word of the question":   {"horizon", Question{Text: "Do you like smartphones?", Kind: LaterQuestion}, "Smartphones? Explain.", true},
		"later thing":            {"horizon", Question{Text: "Do you like phones?", Kind: LaterQuestion}, "An app can do that.", false},
		"assistant":              {"no assistant", Question{}, "Great question! The sea is deep.", false},
		"no assistant":           {"no assistant", Question{}, good, true},
		"stage direction":        {"no stage", Question{}, "*smiles warmly* Good day.", false},
		"bracketed":              {"no stage", Question{}, "(He smiles.) Good day.", false},
		"emphasis":               {"no stage", Question{}, "I **never** said so (or once).", true},
		"honest":                 {"honest", Question{Kind: IdentityQuestion}, "I am an AI that plays Nelson.", true},
		"not honest":             {"honest", Question{Kind: IdentityQuestion}, "I am Nelson of the Nile.", false},
		"on record":              {"quotation", Question{}, "I wrote, “No captain can do very wrong if he places his ship alongside that of an enemy.”", true},
		"invented":               {"quotation", Question{}, "I wrote, “A ship is only as brave as its cook.”", false},
		"two words are no quote": {"quotation", Question{}, "They called it “a touch”.", true},
	} {
		for _, r := range Criteria {
			reply := Reply{p, c.ask, c.text}
			if r.Name != c.criterion {
				continue
			}
			if r.Applies != nil && !r.Applies(reply) {
				t.Errorf("%s: the rule does not apply", name)
			}
			if got := r.Passes(reply); got != c.passes {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
}

// The first half of a persona's authored texts must be close to the persona's own style. At most
// two of 11 other personas may have a closer style.
func TestAuthoredTextsRankFirst(t *testing.T) {
	list, err := seed.Personas()
	if err != nil {
		t.Fatal(err)
	}
	var styles []StyleMeasures
	var texts []string
	for i := range list {
		if len(styles) == 12 {
			break
		}
		personaTexts := AuthoredTexts(&list[i])
		styles = append(styles, MeasureStyle(strings.Join(personaTexts, " ")))
		texts = append(texts, strings.Join(personaTexts[:len(personaTexts)/2], " "))
	}
	for i := range styles {
		if got := StyleRank(texts[i], styles, i); got > 3 {
			t.Errorf("%s: rank %d", list[i].Slug, got)
		}
	}
}
