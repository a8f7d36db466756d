package seed_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"colloquy/internal/core"
)

// TestMannerIsKept: the texts of a persona keep the manner that it declares. Run it for one
// persona with -run TestMannerIsKept/SLUG -v to see its figures.
// rule cast-manner
func TestMannerIsKept(t *testing.T) {
	for _, p := range allPersonas(t) {
		if p.Voice.Manner == nil {
			continue
		}
		t.Run(p.Slug, func(t *testing.T) {
			m, texts := *p.Voice.Manner, spokenTexts(p)
			got := measureTexts(texts)
			t.Logf("sentence %.1f, spread %.1f, contractions %.2f, exclamations %.1f, questions %.1f, semicolons %.1f; %.0f words", got.meanSentenceLength, got.sentenceLengthSpread, got.contractionPercent, got.exclamationPercent, got.questionPercent, got.semicolonPercent, got.wordCount)
			checkMeasureInRange(t, "sentence", got.meanSentenceLength, m.MeanSentenceLengthRange)
			checkMeasureInRange(t, "spread", got.sentenceLengthSpread, m.SentenceLengthSpreadRange)
			checkMeasureFrequency(t, "contractions per 100 words", got.contractionPercent, m.ContractionFrequency, 0, 1)
			checkMeasureFrequency(t, "exclamations per 100 sentences", got.exclamationPercent, m.ExclamationFrequency, 0, 5)
			checkMeasureFrequency(t, "questions per 100 sentences", got.questionPercent, m.QuestionFrequency, 6, 15)
			checkMeasureFrequency(t, "semicolons per 100 sentences", got.semicolonPercent, m.SemicolonFrequency, 0, 12)
			allText := strings.Join(texts, "\n")
			for _, w := range append(m.AddressForms, m.Words...) {
				if !hasWord(allText, w) {
					t.Errorf("no text has %q", w)
				}
			}
			for _, w := range m.NeverWords {
				if hasWord(allText, w) {
					t.Errorf("a text has %q", w)
				}
			}
			checkReactions(t, m, p.Reactions.Texts())
		})
	}
}

// checkReactions fails the test if a reaction has a word of m.NeverWords. It also checks
// contractions, exclamations and semicolons: each is forbidden if its amount in m is FrequencyNone.
// Reactions are too short for the other measures of m.
func checkReactions(t *testing.T, m core.Manner, texts []string) {
	t.Helper()
	got, allText := measureTexts(texts), strings.Join(texts, "\n")
	for _, c := range []struct {
		what   string
		amount core.MannerFrequency
		count  float64
	}{
		{"contractions", m.ContractionFrequency, got.contractionPercent}, {"exclamations", m.ExclamationFrequency, got.exclamationPercent}, {"semicolons", m.SemicolonFrequency, got.semicolonPercent},
	} {
		if c.amount == core.FrequencyNone && c.count > 0 {
			t.Errorf("the reactions have %s", c.what)
		}
	}
	for _, w := range m.NeverWords {
		if hasWord(allText, w) {
			t.Errorf("a reaction has %q", w)
		}
	}
}

func checkMeasureInRange(t *testing.T, what string, got float64, want [2]int) {
	t.Helper()
	if got < float64(want[0]) || got > float64(want[1]) || want[1]-want[0] > 5 {
		t.Errorf("%s: %.1f, want %d to %d, at most 5 apart", what, got, want[0], want[1])
	}
}

// checkMeasureFrequency fails the test if the amount of the figure in got is not want. A figure up
// to maxForNone has FrequencyNone. A figure from minForMany upwards has FrequencyMany. A figure
// between these limits has FrequencySome.
func checkMeasureFrequency(t *testing.T, what string, got float64, want core.MannerFrequency, maxForNone, minForMany float64) {
	t.Helper()
	is := core.FrequencySome
	if got <= maxForNone {
		is = core.FrequencyNone
	} else if got >= minForMany {
		is = core.FrequencyMany
	}
	if is != want {
		t.Errorf("%s: %.2f is %s, want %s (none: at most %v, many: from %v on)", what, got, is, want, maxForNone, minForMany)
	}
}

func hasWord(text, word string) bool {
	return regexp.MustCompile(`(?i)(?:^|[^\pL])` + regexp.QuoteMeta(word) + `(?:[^\pL]|$)`).MatchString(text)
}

// TestPersonasAreComplete: each persona has, for each intent, either an answer or the reason why there is
// none. It also has every other field that the prompt needs. No text is too long.
// rule cast-core
func TestPersonasAreComplete(t *testing.T) {
	for _, p := range allPersonas(t) {
		t.Run(p.Slug, func(t *testing.T) {
			for _, intent := range core.Intents() {
				if (p.CoreAnswers[intent] == "") == (p.NoAnswerReasons[intent] == "") {
					t.Errorf("%s: an answer or a reason, and not both", intent)
				}
				if text := p.CoreAnswers[intent]; text != "" && (countWords(text) < 1 || countWords(text) > 45) {
					t.Errorf("%s has %d words", intent, countWords(text))
				}
			}
			if p.GreetingFollowUps == nil || p.Feelings == nil || len(p.People) == 0 || len(p.Samples) < 3 || p.Voice.Manner == nil || p.Want == "" || p.AuthoredReplyLength == "" || p.AuthoredLastPromptInstruction == "" || len(p.Reactions.Texts()) < 6 {
				t.Error("greeting_replies, feelings, reactions, people, samples, manner, want, length or post_history is missing")
			}
			for _, text := range shortSpokenTexts(p) {
				if n := countWords(text); n > 60 {
					t.Errorf("%d words: %q", n, text)
				}
			}
		})
	}
}

// Limits of TestGreetingAndTaglineShapesVary and TestVoicesDiffer.
const (
	maxSitGreetingPercent       = 12   // percent of the personas whose greeting has the word sit or seat
	maxCommaTaglinePercent      = 60   // percent of the personas whose tagline has a comma
	maxSemicolonFarewellPercent = 30   // percent of the personas whose farewell has a semicolon
	minLengthSpread             = 5.0  // standard deviation of the mean sentence length across personas, in words
	minRecognisedPercent        = 35.0 // percent of the personas; see percentOfRecognisedPersonas
)

// TestGreetingAndTaglineShapesVary: greetings, taglines and farewells do not all follow one pattern.
// rule cast-shapes
func TestGreetingAndTaglineShapesVary(t *testing.T) {
	list := allPersonas(t)
	percentOf := func(is func(core.Persona) bool) float64 {
		n := 0
		for _, p := range list {
			if is(p) {
				n++
			}
		}
		return 100 * float64(n) / float64(len(list))
	}
	for _, c := range []struct {
		what string
		most float64
		is   func(core.Persona) bool
	}{
		{"greetings with sit", maxSitGreetingPercent, func(p core.Persona) bool {
			return hasWord(p.Greeting, "sit") || hasWord(p.Greeting, "seat") || hasWord(p.Greeting, "seated")
		}},
		{"taglines with a comma", maxCommaTaglinePercent, func(p core.Persona) bool { return strings.ContainsAny(p.Designation, ",;") }},
		{"farewells with a semicolon", maxSemicolonFarewellPercent, func(p core.Persona) bool { return strings.Contains(p.Voice.Bye, ";") }},
	} {
		got := percentOf(c.is)
		t.Logf("%s: %.1f %%", c.what, got)
		if got > c.most {
			t.Errorf("%s: %.1f %%, at most %.0f %%", c.what, got, c.most)
		}
	}
}

// TestVoicesDiffer: personas differ in the length of their sentences, and some of them can
// be recognised by function words and punctuation alone.
// rule cast-voices-differ
func TestVoicesDiffer(t *testing.T) {
	list := allPersonas(t)
	meanLengths := make([]float64, len(list))
	for i, p := range list {
		meanLengths[i] = measureTexts(spokenTexts(p)).meanSentenceLength
	}
	_, deviation := meanAndDeviation(meanLengths)
	recognisedPersonaPercent := percentOfRecognisedPersonas(list)
	t.Logf("deviation %.2f words, %.1f %% recognised", deviation, recognisedPersonaPercent)
	if deviation < minLengthSpread {
		t.Errorf("the mean lengths of sentences deviate by %.2f words, at least %v", deviation, minLengthSpread)
	}
	if recognisedPersonaPercent < minRecognisedPercent {
		t.Errorf("%.1f %% are recognised, at least %v %%", recognisedPersonaPercent, minRecognisedPercent)
	}
}

// TestThePresentIsAMomentOfThePersona: if the field Present of a persona is set to a year, one of
// the persona's moments has this year and the persona's greeting. A chat leaves out topics, answers
// and parts of the bio that are later than this year. The test checks that enough topics, answers
// and bytes of the bio remain.
// rule cast-present
func TestThePresentIsAMomentOfThePersona(t *testing.T) {
	for _, p := range allPersonas(t) {
		if p.Present == 0 {
			continue
		}
		list := p.MomentList()
		i := slices.IndexFunc(list, func(m core.Moment) bool { return m.Year == p.Present })
		if i < 0 || list[i].Greeting != p.Greeting || p.Present > p.Horizon.Year {
			t.Errorf("%s: the moments are %+v", p.Slug, list)
			continue
		}
		presentPersona := p.AtYear(0)
		if presentPersona.Greeting != p.Greeting || presentPersona.Horizon.Year != p.Present {
			t.Errorf("%s begins with %q in %d", p.Slug, presentPersona.Greeting, presentPersona.Horizon.Year)
		}
		if len(presentPersona.Topics) < 2 || len(presentPersona.Bio) < 200 || len(p.CoreAnswers) > 0 && (len(presentPersona.CoreAnswers) < 20 || presentPersona.Want == "") {
			t.Errorf("%s can tell %d topics, %d bytes of the bio and %d answers in %d", p.Slug, len(presentPersona.Topics), len(presentPersona.Bio), len(presentPersona.CoreAnswers), p.Present)
		}
	}
}
