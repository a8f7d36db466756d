package prompt

import (
	"path/filepath"
	"strings"
	"testing"
)

// Every seeded persona fits into the default context, even if its tokens are 1.5 times
// the estimate. All its examples fit into twice that context.
func TestSeedPersonasFit(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "seed", "personas", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Fatal("no personas found")
	}
	for _, path := range paths {
		p := readPersona(t, path)
		in := In{Persona: p, History: said(p.Greeting, "Good day.")}
		for _, b := range []Budget{{}, {Ratio: 1.5}} {
			in.Budget = b
			if _, err := Build(in); err != nil {
				t.Errorf("%+v: %v", b, err)
			}
		}
		in.Budget = Budget{ContextTokens: 2 * DefaultContext}
		req := build(t, in)
		if n := strings.Count(req.System[0], "\nYou answer: "); n != min(maxExamples, len(p.Topics)) {
			t.Errorf("%s: %d example exchanges", p.Slug, n)
		}
		if anyPlaceholder.MatchString(req.System[0]) {
			t.Errorf("%s: a placeholder is left", p.Slug)
		}
		if has := strings.Contains(req.System[0], "You are a child:"); has != (p.Slug == "alice-in-wonderland") {
			t.Errorf("%s is bound as a child: %v", p.Slug, has)
		}
		if !strings.Contains(req.System[0], "say kindly in one line that you are an AI playing "+p.Name) {
			t.Errorf("%s may deny what it is", p.Slug)
		}
	}
}
