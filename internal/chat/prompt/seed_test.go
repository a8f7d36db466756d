package prompt

import (
	"path/filepath"
	"strings"
	"testing"

	"colloquy/internal/core"
	"colloquy/internal/llm"
)

var variants = []Variant{Frontier, Small, Bridge}

// minSampleExchangesInPrompt is the least number of examples that must fit into a context of 8,192 tokens.
const minSampleExchangesInPrompt = 4

// Every seeded persona fits into the default context, even if its tokens are 1.5 times the
// estimate. A context of twice that size has room for at least minSampleExchangesInPrompt of the persona's
// examples. If the persona has fewer examples, all of them fit.
func TestSeedPersonasFitTheirContext(t *testing.T) {
	for _, p := range seedPersonas(t) {
		in := Input{Persona: p, History: alternatingTurns(p.Greeting, "Good day.")}
		for _, v := range variants {
			in.Variant = v
			for _, b := range []Budget{{}, {RealTokensPerEstimate: 1.5}} {
				in.Budget = b
				if _, err := Build(in); err != nil {
					t.Errorf("%s, %+v: %v", v, b, err)
				}
			}
		}
		in.Variant = Frontier
		in.Budget = Budget{ContextTokens: 2 * DefaultContextTokens}
		req := mustBuild(t, in)
		if n := strings.Count(req.System[0], "\nYou answer: "); n < min(minSampleExchangesInPrompt, len(p.SampleExchanges())) {
			t.Errorf("%s: %d example exchanges", p.Slug, n)
		}
		if anyPlaceholder.MatchString(req.System[0]) {
			t.Errorf("%s: a placeholder is left", p.Slug)
		}
		for _, v := range variants {
			in.Variant, in.Budget = v, Budget{}
			checkBoundsOfVariant(t, p, v, mustBuild(t, in))
		}
	}
}

// rules safety-minors, safety-bounds-always
func checkBoundsOfVariant(t *testing.T, p *core.Persona, v Variant, req llm.Request) {
	t.Helper()
	if has := strings.Contains(req.System[0], "You are a child: no romance, flirting or sexual content, and no violence"); has != p.AtYear(0).Minor {
		t.Errorf("%s, %s: bound as a child: %v", p.Slug, v, has)
	}
	for _, bound := range []string{"say kindly in one line that you are an AI playing " + p.Name, "leave the role for that whole reply", decencyBound} {
		if !strings.Contains(req.System[0], bound) {
			t.Errorf("%s, %s: misses %q", p.Slug, v, bound)
		}
	}
	for _, f := range p.Facts.DatedFacts {
		if f.IsAfterHorizon && strings.Contains(req.System[0], f.EventText) {
			t.Errorf("%s, %s: knows %q", p.Slug, v, f.EventText)
		}
	}
}

// rule prompt-small
func TestLeanSystemTextIsSmall(t *testing.T) {
	for _, p := range seedPersonas(t) {
		for _, v := range []Variant{Small, Bridge} {
			req := mustBuild(t, Input{Persona: p, Variant: v, UserName: strings.Repeat("Wilhelmina ", 5), Canary: "[#K3V9QX2M7RTA]", History: alternatingTurns(p.Greeting, "Good day.")})
			if n := (llm.Estimator{}).TextTokens(strings.Join(req.System, "\n")); n > maxLeanSystemTokens {
				t.Errorf("%s, %s: %d tokens of system text", p.Slug, v, n)
			}
			if n := len(req.Samples); n < 2*v.settings().sampleCount {
				t.Errorf("%s, %s: %d turns of samples", p.Slug, v, n)
			}
		}
	}
}

func seedPersonas(t testing.TB) (all []*core.Persona) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "seed", "personas", "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d personas, %v", len(paths), err)
	}
	for _, path := range paths {
		all = append(all, readPersona(t, path))
	}
	return all
}
