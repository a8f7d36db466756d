package search

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"colloquy/internal/storage"
	"colloquy/internal/storage/dbtest"
)

func TestPersonasAreReproducible(t *testing.T) {
	personas := GeneratePersonas(500)
	if !reflect.DeepEqual(personas, GeneratePersonas(500)) {
		t.Error("two casts of a size differ")
	}
	slugs, ids, letters, categories := map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, p := range personas {
		slugs[p.Slug], ids[p.ID], letters[p.Initial], categories[p.Category] = true, true, true, true
		if p.Name == "" || !utf8.ValidString(p.Name) || len(p.ID) != 10 || len(p.Tags) < 3 || p.Description == "" {
			t.Errorf("%+v", p)
		}
	}
	if len(slugs) != 500 || len(ids) != 500 || len(categories) != 24 || len(letters) < 20 {
		t.Errorf("%d slugs, %d ids, %d categories, %d letters", len(slugs), len(ids), len(categories), len(letters))
	}
}

func TestMisspellChangesOneLetter(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		for _, text := range []string{"Kierkegaard", "李", "ñø"} {
			got := Misspell(r, text)
			if d := utf8.RuneCountInString(got) - utf8.RuneCountInString(text); d < -1 || d > 1 || !utf8.ValidString(got) {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}

func TestMeasureSearchFillsEveryFigure(t *testing.T) {
	dbtest.EachOptions(t, func(t *testing.T, o storage.Options) {
		got, err := MeasureSearch(t.Context(), Database{Name: "here", Options: o}, 60, Effort{Rounds: 2, RequestsPerKind: 2})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Figures) != len(queryKinds) || got.CharacterCount != 60 || got.IndexBuildTime <= 0 {
			t.Errorf("%+v", got)
		}
		for _, f := range got.Figures {
			if f.P50Millis <= 0 || f.P99Millis < f.P50Millis || f.P99AimMillis != smallCatalogueAimMillis {
				t.Errorf("%+v", f)
			}
		}
	})
}

func TestReportMarksMissedAims(t *testing.T) {
	r := Result{DatabaseName: "SQLite", CharacterCount: 287, Figures: []Figure{{"exact name", 0.1, 2, 3}, {"misspelt", 1, 3.5, 3}}}
	var out strings.Builder
	r.WriteReport(&out)
	for _, want := range []string{
		"Search, 287 characters, SQLite:",
		"exact name                    0.10      2.00   < 3: held", "misspelt                      1.00      3.50   < 3: MISSED",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, out.String())
		}
	}
}

// Rounds in which other processes used much processor time do not count. One slow request of 200
// does not change the result.
func TestNoisyRoundsAreIgnored(t *testing.T) {
	newRound := func(others, ms float64) roundResult {
		r := roundResult{make([][]float64, len(queryKinds)), others}
		for k := range queryKinds {
			for range 200 {
				r.durations[k] = append(r.durations[k], ms)
			}
			r.durations[k][7] = 500
		}
		return r
	}
	got := medianFigures(calmestHalf([]roundResult{newRound(0.5, 90), newRound(0.1, 1), newRound(0.6, 80), newRound(0.2, 3), newRound(0, 2), newRound(0.9, 70)}), 100_000)
	if len(got) != len(queryKinds) || got[0].P50Millis != 2 || got[0].P99Millis != 2 || got[0].P99AimMillis != usualAimMillis {
		t.Errorf("%+v", got)
	}
}

func TestQuantileNeedsNoSortedValues(t *testing.T) {
	unsortedValues := make([]float64, 100)
	for i := range unsortedValues {
		unsortedValues[i] = float64(99 - i)
	}
	if got := []float64{quantile(unsortedValues, 0), quantile(unsortedValues, 0.5), quantile(unsortedValues, 0.99), quantile(unsortedValues, 1), quantile(nil, 0.5)}; !reflect.DeepEqual(got, []float64{0, 50, 99, 99, 0}) {
		t.Errorf("quantiles are %v", got)
	}
}
