package seed_test

import (
	"math"
	"strings"

	"colloquy/internal/core"
)

// functionWords are words that say nothing about the subject of a text.
var functionWords = strings.Fields(`the a an and or but nor so yet if then than that this these those there here it its he him his she her they them their we us our
i me my you your one who whom whose which what when where why how not no never ever only just even also too very much more most less
of in on at by for from to with without into upon over under about after before between through against as like because while until since
is are was were be been am do does did have has had will would shall should can could may might must let`)

// signature returns the rates of function words and marks in texts, and three measures of
// their sentences.
func signature(texts []string) []float64 {
	all := strings.ToLower(strings.ReplaceAll(strings.Join(texts, " "), "'", "’"))
	counts, total := map[string]float64{}, 0.0
	for _, w := range strings.Fields(all) {
		counts[strings.Trim(w, ".,;:!?“”’()")]++
		total++
	}
	var out []float64
	for _, w := range functionWords {
		out = append(out, 100*counts[w]/total)
	}
	for _, mark := range []string{",", ";", ":", ".", "!", "?", "“", "—"} {
		out = append(out, 100*float64(strings.Count(all, mark))/total)
	}
	m := measure(texts)
	return append(out, m.sentences, m.spread, m.contractions)
}

// recognisedShare returns the percentage of personas that are recognised. The texts of a
// persona are dealt in turn to two halves. A persona is recognised if its second half is
// nearer to its own first half than to that of any other persona, by the sum of the
// differences of standardised rates.
func recognisedShare(list []core.Persona) float64 {
	var first, second [][]float64
	for _, p := range list {
		var halves [2][]string
		for i, text := range spokenTexts(p) {
			halves[i%2] = append(halves[i%2], text)
		}
		first, second = append(first, signature(halves[0])), append(second, signature(halves[1]))
	}
	standardise(first, second)
	right := 0
	for i, s := range second {
		nearest, minDistance := -1, math.Inf(1)
		for j, f := range first {
			if d := distance(s, f); d < minDistance {
				nearest, minDistance = j, d
			}
		}
		if nearest == i {
			right++
		}
	}
	return 100 * float64(right) / float64(len(list))
}

func standardise(tables ...[][]float64) {
	for column := range tables[0][0] {
		var values []float64
		for _, table := range tables {
			for _, row := range table {
				values = append(values, row[column])
			}
		}
		mean, deviation := meanAndDeviation(values)
		for _, table := range tables {
			for _, row := range table {
				row[column] -= mean
				if deviation > 0 {
					row[column] /= deviation
				}
			}
		}
	}
}

func distance(a, b []float64) (sum float64) {
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum
}
