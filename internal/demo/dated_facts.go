package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

var (
	factListIntros  = []string{"The books list me so.", "In the order of the years, then.", "Here is some of what was set down."}
	datedFactIntros = []string{
		"Of that the books say only this.",
		"All that I can give you is how the books have it.",
		"It is set down so.",
	}
)

// maxListedFacts is the largest number of dated facts in one reply.
const maxListedFacts = 3

// datedFact is one entry of the persona's dated facts.
type datedFact struct {
	yearAndText string
	terms       []string
}

// addDatedFacts adds the dated facts that the persona can know. Rule safety-horizon.
func (ix *index) addDatedFacts() {
	for _, d := range ix.persona.Facts.DatedFacts {
		if d.IsAfterHorizon {
			continue
		}
		text := strings.TrimSpace(d.EventText)
		year := strings.ToUpper(d.Year[:min(1, len(d.Year))]) + d.Year[min(1, len(d.Year)):]
		ix.facts = append(ix.facts, datedFact{yearAndText: year + ": " + text, terms: queryTerms(english.Words(text))})
	}
}

// listDatedFacts returns the next dated facts, ordered by year.
func (t *turn) listDatedFacts() string {
	var lines []string
	for _, fact := range t.facts {
		if len(lines) < maxListedFacts && t.timesSaid(fact.yearAndText) == 0 {
			lines = append(lines, fact.yearAndText)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return joinParts(slices.Insert(lines, 0, t.pickWording(factListIntros))...)
}

// answerFromDatedFacts answers a question that no text matches. The answer is a dated fact that
// contains at least half of the question's terms.
func (t *turn) answerFromDatedFacts() string {
	if !t.isQuestion() || len(t.queryTerms) == 0 || slices.Contains(t.words, "i") {
		return ""
	}
	bestLine, most := "", 0
	for _, fact := range t.facts {
		n := 0
		for _, q := range t.queryTerms {
			if slices.Contains(fact.terms, q) {
				n++
			}
		}
		if n > most && t.timesSaid(fact.yearAndText) == 0 {
			bestLine, most = fact.yearAndText, n
		}
	}
	if 2*most < len(t.queryTerms) || most == 0 {
		return ""
	}
	return joinParts(t.pickWording(datedFactIntros), bestLine)
}
