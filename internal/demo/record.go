package demo

import (
	"slices"
	"strings"

	"colloquy/internal/english"
)

var (
	listLines = []string{"The books list me so.", "In the order of the years, then.", "Here is some of what was set down."}
	bookLines = []string{
		"My pages pass that over, but the books have a line on it.",
		"On that there is one entry in the books.",
		"All that I can find is how the books have it.",
	}
)

// listed is how many dated facts are told at once.
const listed = 3

// bookFact is a dated fact of the fact sheet, as the books have it.
type bookFact struct {
	line  string
	terms []string
}

func (ix *index) addFacts() {
	for _, d := range ix.persona.Facts.Dated {
		text := strings.TrimSpace(d.Text)
		year := strings.ToUpper(d.Year[:min(1, len(d.Year))]) + d.Year[min(1, len(d.Year)):]
		ix.facts = append(ix.facts, bookFact{line: year + ": " + text, terms: queryTerms(english.Words(text))})
	}
}

// record tells the next dated facts, in the order of the years.
func (t *talk) record() string {
	var lines []string
	for _, fact := range t.facts {
		if len(lines) < listed && t.uses(fact.line) == 0 {
			lines = append(lines, fact.line)
		}
	}
	if len(lines) == 0 {
		return ""
	}
	return join(slices.Insert(lines, 0, t.pick(listLines))...)
}

// looked tells the dated fact that is about the question, where no text is. At
// least half of the question must be in it.
func (t *talk) looked() string {
	if !t.asks() || len(t.query) == 0 || slices.Contains(t.words, "i") {
		return ""
	}
	best, most := "", 0
	for _, fact := range t.facts {
		n := 0
		for _, q := range t.query {
			if slices.Contains(fact.terms, q) {
				n++
			}
		}
		if n > most && t.uses(fact.line) == 0 {
			best, most = fact.line, n
		}
	}
	if 2*most < len(t.query) || most == 0 {
		return ""
	}
	return join(t.pick(bookLines), best)
}
