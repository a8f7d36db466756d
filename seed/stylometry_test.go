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

// mannerSignature returns how often each function word and punctuation mark occurs per 100 words of the
// texts. The last three figures are the mean sentence length, the spread of the sentence lengths and
// the contractions per 100 words.
func mannerSignature(texts []string) []float64 {
	allText := strings.ToLower(strings.ReplaceAll(strings.Join(texts, " "), "'", "’"))
	countByWord, total := map[string]float64{}, 0.0
	for _, w := range strings.Fields(allText) {
		countByWord[strings.Trim(w, ".,;:!?“”’()")]++
		total++
	}
	var out []float64
	for _, w := range functionWords {
		out = append(out, 100*countByWord[w]/total)
	}
	for _, mark := range []string{",", ";", ":", ".", "!", "?", "“", "—"} {
		out = append(out, 100*float64(strings.Count(allText, mark))/total)
	}
	m := measureTexts(texts)
	return append(out, m.meanSentenceLength, m.sentenceLengthSpread, m.contractionPercent)
}

// percentOfRecognisedPersonas returns the percentage of recognised personas. The texts of a persona go
// alternately into two halves. A persona is recognised if its second half is nearest to its own
// first half. The distance is the sum of the differences of the standardised signatures.
func percentOfRecognisedPersonas(list []core.Persona) float64 {
	var firstHalves, secondHalves [][]float64
	for _, p := range list {
		var halves [2][]string
		for i, text := range spokenTexts(p) {
			halves[i%2] = append(halves[i%2], text)
		}
		firstHalves, secondHalves = append(firstHalves, mannerSignature(halves[0])), append(secondHalves, mannerSignature(halves[1]))
	}
	standardise(firstHalves, secondHalves)
	recognisedCount := 0
	for i, s := range secondHalves {
		nearestIndex, minDistance := -1, math.Inf(1)
		for j, f := range firstHalves {
			if d := mannerDistance(s, f); d < minDistance {
				nearestIndex, minDistance = j, d
			}
		}
		if nearestIndex == i {
			recognisedCount++
		}
	}
	return 100 * float64(recognisedCount) / float64(len(list))
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

func mannerDistance(a, b []float64) (sum float64) {
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum
}
