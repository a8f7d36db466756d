package seed_test

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"colloquy/internal/core"
)

// spokenTexts returns all texts that a persona speaks.
func spokenTexts(p core.Persona) []string {
	out := append([]string{p.Bio, p.Description, p.Greeting, p.Voice.Bye}, p.Voice.DontKnowAnswers...)
	for _, topic := range p.Topics {
		out = append(out, topic.Texts...)
	}
	return append(out, shortSpokenTexts(p)...)
}

// shortSpokenTexts returns the short texts that a persona speaks: answers to intents, replies after
// the greeting, answers to feelings, texts about people whom the persona knows, samples, and the
// greetings of moments.
func shortSpokenTexts(p core.Persona) (out []string) {
	for _, intent := range core.Intents() {
		if text := p.CoreAnswers[intent]; text != "" {
			out = append(out, text)
		}
	}
	if r := p.GreetingFollowUps; r != nil {
		out = append(out, replyTexts(*r)...)
	}
	if f := p.Feelings; f != nil {
		out = append(out, f.AfterSadness, f.AfterAnxiety, f.AfterGladness)
	}
	for _, k := range p.People {
		out = append(out, k.Says)
	}
	for _, s := range p.Samples {
		out = append(out, s.CharacterLine)
	}
	for _, m := range p.Moments {
		out = append(out, m.Greeting)
	}
	return out
}

func replyTexts(r core.GreetingFollowUps) []string {
	out := []string{r.AfterYes, r.AfterNo, r.AfterOther}
	for _, b := range []*core.GreetingChoiceReply{r.AfterFirstChoice, r.AfterSecondChoice} {
		if b != nil {
			out = append(out, b.Text)
		}
	}
	return slices.DeleteFunc(out, func(text string) bool { return text == "" })
}

// mannerMeasures are the figures of a persona's texts. The manner of the persona sets limits for them.
type mannerMeasures struct {
	meanSentenceLength   float64 // mean number of words of a sentence
	sentenceLengthSpread float64 // standard deviation of the number of words of a sentence
	contractionPercent   float64 // per 100 words
	exclamationPercent   float64 // per 100 sentences
	questionPercent      float64 // per 100 sentences
	semicolonPercent     float64 // per 100 sentences
	wordCount            float64 // words of all texts
}

var (
	sentenceEndPattern = regexp.MustCompile(`[.!?]+["”’)]*(?:\s+|$)`)
	contractionPattern = regexp.MustCompile(`(?i)(?:n’t|’re|’ve|’ll|’m|’d|\b(?:it|that|he|she|what|there|here|who|let|how|where)’s|’tis|’twas|in’)\b`)
)

func measureTexts(texts []string) mannerMeasures {
	var sentenceLengths []float64
	var m mannerMeasures
	for _, text := range texts {
		text = strings.ReplaceAll(text, "'", "’")
		rest := text
		for rest != "" {
			end := sentenceEndPattern.FindStringIndex(rest)
			sentence := rest
			if end != nil {
				sentence, rest = rest[:end[1]], rest[end[1]:]
			} else {
				rest = ""
			}
			n := float64(countWords(sentence))
			if n == 0 {
				continue
			}
			sentenceLengths = append(sentenceLengths, n)
			m.wordCount += n
			trimmedSentence := strings.TrimRight(sentence, " \n\"”’)")
			if strings.HasSuffix(trimmedSentence, "!") {
				m.exclamationPercent++
			}
			if strings.HasSuffix(trimmedSentence, "?") {
				m.questionPercent++
			}
			m.semicolonPercent += float64(strings.Count(sentence, ";"))
		}
		m.contractionPercent += float64(len(contractionPattern.FindAllString(text, -1)))
	}
	count := float64(len(sentenceLengths))
	m.meanSentenceLength, m.sentenceLengthSpread = meanAndDeviation(sentenceLengths)
	m.exclamationPercent, m.questionPercent, m.semicolonPercent = 100*m.exclamationPercent/count, 100*m.questionPercent/count, 100*m.semicolonPercent/count
	m.contractionPercent = 100 * m.contractionPercent / m.wordCount
	return m
}

func meanAndDeviation(list []float64) (mean, deviation float64) {
	for _, x := range list {
		mean += x / float64(len(list))
	}
	for _, x := range list {
		deviation += (x - mean) * (x - mean) / float64(len(list))
	}
	return mean, math.Sqrt(deviation)
}
