package grade

import (
	"math"
	"regexp"
	"strings"

	"colloquy/internal/core"
)

// functionWords are common words whose frequencies characterise a style.
var functionWords = strings.Fields(`the a an and or but if of in on at to for with by from as that which who what when
	where not no never nor so then than there here i me my you your he him his she her it its we our they them their is am
	are was were be been have had has do did will would shall should can could may might must one all some any very more
	most much only too also still just well now once upon into out up down over before after`)

// StyleMeasures has numbers that characterise a text. Most numbers are square roots of frequencies:
// of function words, punctuation marks and contractions. One number is the average length of the
// sentences.
type StyleMeasures []float64

var (
	punctuationMarks   = []string{",", ";", ":", "!", "?", "—", "…"}
	contractionPattern = regexp.MustCompile(`(?i)\w[’'](?:t|s|re|ve|ll|d|m)\b`)
	longSentenceWords  = 20.0 // MeasureStyle divides the average number of words of a sentence by it
)

// MeasureStyle returns the style of a text.
func MeasureStyle(text string) StyleMeasures {
	words := strings.Fields(normaliseWords(text))
	n := math.Max(float64(len(words)), 1)
	wordCounts := map[string]float64{}
	for _, w := range words {
		wordCounts[w]++
	}
	var s StyleMeasures
	for _, w := range functionWords {
		s = append(s, math.Sqrt(wordCounts[w]/n))
	}
	for _, m := range punctuationMarks {
		s = append(s, math.Sqrt(float64(strings.Count(text, m))/n))
	}
	s = append(s, math.Sqrt(float64(len(contractionPattern.FindAllString(text, -1)))/n))
	sentenceCount := math.Max(float64(len(sentenceEndPattern.FindAllString(text, -1))), 1)
	return append(s, n/sentenceCount/longSentenceWords)
}

// styleDistance returns the distance of two styles (Burrows' Delta): the sum of the differences of
// their numbers, each divided by the deviation of the number.
func styleDistance(a, b StyleMeasures, styleDeviations []float64) (sum float64) {
	for i := range a {
		if styleDeviations[i] > 0 {
			sum += math.Abs(a[i]-b[i]) / styleDeviations[i]
		}
	}
	return sum
}

// StyleRank returns the rank of styles[own] by its distance to the style of text. Rank 1 means that
// no other style is closer.
func StyleRank(text string, styles []StyleMeasures, own int) int {
	styleDeviations := standardDeviations(styles)
	textStyle := MeasureStyle(text)
	rank, ownDistance := 1, styleDistance(textStyle, styles[own], styleDeviations)
	for i, s := range styles {
		if i != own && styleDistance(textStyle, s, styleDeviations) < ownDistance {
			rank++
		}
	}
	return rank
}

// standardDeviations returns one standard deviation for each number in StyleMeasures. Each standard
// deviation is calculated over all elements of styles.
func standardDeviations(styles []StyleMeasures) []float64 {
	out := make([]float64, len(styles[0]))
	for i := range out {
		var sum, squares float64
		for _, s := range styles {
			sum += s[i]
			squares += s[i] * s[i]
		}
		n := float64(len(styles))
		out[i] = math.Sqrt(math.Max(squares/n-(sum/n)*(sum/n), 0))
	}
	return out
}

// AuthoredTexts returns the texts of a persona that were written by the authors of the seed.
func AuthoredTexts(p *core.Persona) []string {
	texts := []string{p.Bio, p.Greeting, p.Description, p.Voice.Bye}
	for _, t := range p.Topics {
		texts = append(texts, t.Texts...)
	}
	for _, s := range p.SampleExchanges() {
		texts = append(texts, s.CharacterLine)
	}
	for _, s := range p.Sayings {
		texts = append(texts, s.Text)
	}
	return append(append(texts, p.Voice.Openers...), p.Voice.DontKnowAnswers...)
}
