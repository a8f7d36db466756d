package prompt

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

// requestText returns every word of a request that a model reads.
func requestText(req llm.Request) string {
	b := &sectionWriter{}
	for _, s := range req.System {
		b.writeLine(s)
	}
	for _, m := range req.MergedMessages() {
		b.writeLine(m.OpeningNotes + m.Content + m.ClosingNotes)
	}
	return b.String()
}

// Patterns of years in texts: a number with BC, or four digits without an era.
var (
	ancientYearPattern = regexp.MustCompile(`(?:(\d{1,4})(?:–| to ))?(\d{1,4}) BC\b`)
	recentYearPattern  = regexp.MustCompile(`\b(?:1[0-9]{3}|20[0-9]{2})\b`)
)

// namedYears returns the years in a text that ancientYearPattern and recentYearPattern recognise. Years
// before Christ are negative.
func namedYears(text string) (years []int) {
	text = ancientYearPattern.ReplaceAllStringFunc(text, func(named string) string {
		n, _ := strconv.Atoi(ancientYearPattern.FindStringSubmatch(named)[2])
		years = append(years, -n)
		return ""
	})
	for _, named := range recentYearPattern.FindAllString(text, -1) {
		n, _ := strconv.Atoi(named)
		years = append(years, n)
	}
	return years
}

// TestAPromptOfAYearHasNothingLater builds the prompts of each seeded persona in each of its years.
// No prompt has a fact, page or saying of a later year, or names a later year.
// rules chat-year, prompt-year
func TestAPromptOfAYearHasNothingLater(t *testing.T) {
	momentCount := 0
	for _, p := range seedPersonas(t) {
		for _, m := range p.MomentList() {
			if m.Year == p.Horizon.Year {
				continue
			}
			momentCount++
			for _, v := range variants {
				req := mustBuild(t, Input{
					Persona: p, Year: m.Year, Variant: v, Budget: Budget{ContextTokens: 64_000},
					History: alternatingTurns(m.Greeting, "Good day. Tell me of your whole life."),
				})
				checkNothingLater(t, p, m.Year, requestText(req))
			}
		}
	}
	if momentCount < 287 {
		t.Errorf("only %d years are before a horizon", momentCount)
	}
}

// checkNothingLater checks that a prompt contains no material of the persona from after a year.
func checkNothingLater(t *testing.T, p *core.Persona, year int, text string) {
	t.Helper()
	expectAbsent := func(what, of, content string) {
		if content != "" && strings.Contains(text, FillPlaceholders(content, p.Name, anyUser)) {
			t.Errorf("%s in %d: a %s of %s: %s", p.Slug, year, what, of, content)
		}
	}
	for _, f := range p.Facts.DatedFacts {
		if y, ok := f.LastYear(); ok && y > year {
			expectAbsent("fact", f.Year, f.EventText)
		}
	}
	for _, topic := range p.Topics {
		for _, page := range topic.Texts {
			if y, ok := lastYearNamed(page); topic.FromYear != 0 && topic.FromYear > year || ok && y > year {
				expectAbsent("page", topic.Key, page)
			}
		}
	}
	for _, s := range p.Sayings {
		if y, ok := lastYearNamed(s.Text + " " + s.Source); ok && y > year {
			expectAbsent("saying", s.Source, s.Text)
		}
	}
	expectAbsent("date", "the death", p.Facts.Died)
	for _, named := range namedYears(text) {
		if named > year {
			t.Errorf("%s in %d: names %d", p.Slug, year, named)
		}
	}
}

// Golden prompts of conversations that began at the horizon and continue in an earlier year.
// rule chat-year
func TestGoldenPromptsOfAYear(t *testing.T) {
	for _, v := range variants {
		t.Run(string(v), func(t *testing.T) {
			p := testPersona(t, "johannes-kepler")
			in := variantInput(p, v)
			in.Persona, in.Year = p, p.MomentList()[0].Year
			checkGolden(t, "johannes-kepler.year-"+string(v), mustBuild(t, in))
		})
	}
}

// If the persona speaks from a year before its horizon, the prompt says that nothing later has
// happened. The reason is that messages of the conversation may mention later events. Other prompts
// lack this sentence.
// rule chat-year
func TestThePromptOfAYearDeniesWhatTheTalkHasTold(t *testing.T) {
	p := testPersona(t, "johannes-kepler")
	earlyYear := p.MomentList()[0].Year
	for _, v := range variants {
		for year, want := range map[int]bool{0: false, earlyYear: true, p.Horizon.Year: false} {
			req := mustBuild(t, Input{Persona: p, Year: year, Variant: v, History: alternatingTurns(p.Greeting, "And then?")})
			last := req.Messages[len(req.Messages)-1]
			line := "For Johannes Kepler it is " + core.YearText(earlyYear) + ": nothing later has happened, also if this talk has told of it. "
			if got := strings.Contains(last.OpeningNotes+last.ClosingNotes, line); got != want {
				t.Errorf("%s, %d: %v, want %v: %s", v, year, got, want, last.OpeningNotes+last.ClosingNotes)
			}
		}
	}
}

// lastYearNamed returns the last year that a text names.
func lastYearNamed(text string) (year int, ok bool) {
	for _, y := range core.YearsIn(text) {
		if !ok || y > year {
			year, ok = y, true
		}
	}
	return year, ok
}
