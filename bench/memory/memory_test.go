package memory

import (
	"strings"
	"testing"

	"colloquy/internal/llm"
	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

// rule memory-recall
func TestFactsOfALongTalkAreInThePrompt(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		r, err := MeasureTalk(t.Context(), o, "a scripted model", ScriptedModel{Facts()}, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if !r.MeetsAims() || r.KeptFactCount+r.DeletedFactCount != factCount || r.DeletedFactCount != factCount/factsPerDeletion {
			t.Errorf("%+v", r)
		}
	})
}

// A model that notes only 150 of 200 facts misses the aim.
func TestForgetfulModelMissesTheAim(t *testing.T) {
	r, err := MeasureTalk(t.Context(), dbtest.SQLite(t), "a forgetful model", ScriptedModel{Facts()[:150]}, 1000)
	if err != nil || r.MeetsAims() {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestFactsAreDistinct(t *testing.T) {
	facts, seenTexts := Facts(), map[string]bool{}
	for _, f := range facts {
		if seenTexts[f.UniqueWord] || seenTexts[f.Question] || strings.Contains(f.Question, f.UniqueWord) || strings.Contains(f.Question, "%") || !strings.Contains(f.Statement, f.UniqueWord) {
			t.Errorf("%+v", f)
		}
		seenTexts[f.UniqueWord], seenTexts[f.Question] = true, true
	}
	if len(facts) != factCount {
		t.Errorf("%d facts", len(facts))
	}
}

func TestReportGivesTheVerdict(t *testing.T) {
	for _, c := range []struct {
		r    Result
		want string
	}{
		{Result{NoteTaker: "a", KeptFactCount: 100, RecalledFactCount: 95, DeletedFactCount: 3}, "95 of 100 facts in the prompt when asked for (95.0 %), 0 of 3 deleted ones, 0 in the prompts of another character: held"},
		{Result{KeptFactCount: 100, RecalledFactCount: 94}, "MISSED"},
		{Result{KeptFactCount: 100, RecalledFactCount: 100, ReappearedFactCount: 1}, "MISSED"},
		{Result{KeptFactCount: 100, RecalledFactCount: 100, LeakedFactCount: 1}, "MISSED"},
	} {
		var out strings.Builder
		c.r.WriteReport(&out)
		if !strings.Contains(out.String(), c.want) {
			t.Errorf("%+v: %s", c.r, out.String())
		}
	}
	var _ llm.Provider = ScriptedModel{}
}
