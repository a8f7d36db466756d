package prompt

import (
	"fmt"
	"strings"

	"colloquy/internal/core"
)

// sheet is the persona's part of a prompt at a detail.
type sheet struct {
	text string
	// shown has the texts of the persona's pages that the sheet contains.
	shown map[string]bool
}

// sheetKey identifies a sheet of one persona.
type sheetKey struct {
	variant Variant
	detail  int
}

// fitSheet returns the sheet with as much detail as the budget allows. It returns
// ErrPersona if none fits.
func fitSheet(p *core.Persona, v Variant, b Budget, canary string) (*sheet, error) {
	most, least := maxExamples, leanest
	switch {
	case v.isLean():
		most, least = maxLeanFacts, leanest
	case b.context() >= pagesContext:
		most = allPages
	}
	var size int
	for detail := most; detail >= least; detail-- {
		s := cacheOf(p).sheet(p, sheetKey{v, detail})
		text := canaryLine(canary) + s.text
		size = b.cost(text)
		small := detail == least || (Budget{}).cost(text) <= smallSheetTokens
		if size <= b.persona() && (small || !v.isLean()) {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%w: %s takes %d tokens of %d", ErrPersona, p.Slug, size, b.persona())
}

// writeSheet makes a sheet.
func writeSheet(p *core.Persona, key sheetKey) *sheet {
	if key.variant.isLean() {
		return &sheet{text: writeLean(p, key)}
	}
	s := &sheet{text: writePersona(p, key.detail), shown: map[string]bool{}}
	for _, t := range p.Topics {
		for _, text := range t.Texts {
			if strings.Contains(s.text, Fill(text, p.Name, anyUser)) {
				s.shown[text] = true
			}
		}
	}
	return s
}

// Limits of the lean sheet.
const (
	smallSystemTokens = 700 // of all system parts without the memory
	smallSheetTokens  = 630 // of the sheet: the user's name takes the rest
	maxLeanFacts      = 8
	leanSentences     = 2 // of a style or a scene
)

// writeLean writes the sheet of the lean variants with at most detail facts. At
// bareDetail it has neither scene nor want, and at leanest only the first sentence of the
// style.
func writeLean(p *core.Persona, key sheetKey) string {
	b := &sectionWriter{}
	b.line(opening)
	b.field("In short", p.Designation)
	b.field("When and where", whenAndWhere(p))
	if key.detail > bareDetail {
		b.field("Scene", firstSentences(p.Scene, leanSentences))
		b.line(p.WantText())
	}
	b.field("Manner", firstSentences(p.Voice.Style, min(leanSentences, key.detail-leanest+1)))
	b.line("Length: " + sentences(p) + ". " + leanManner)
	b.line(languageRule)
	if key.variant == Bridge {
		b.line(bridgeRule)
	} else if facts := knownFacts(p, key.detail); len(facts) > 0 {
		b.line("Facts you may use:")
		b.list(facts)
	}
	b.line("Bounds:")
	b.list(leanBounds(p))
	b.line(notesRule)
	return Fill(b.String(), p.Name, anyUser)
}

// bridgeRule makes authored pages the substance of a reply.
const bridgeRule = "Say only what the pages in the note of the last message say, turned to the user's question, in your own words. Where no page fits, say in your manner that you do not know. Add no dates, names or events."

// whenAndWhere returns the time and place of a persona.
func whenAndWhere(p *core.Persona) string {
	var parts []string
	if p.Horizon.Year != 0 {
		parts = append(parts, core.YearText(p.Horizon.Year))
	}
	if p.Horizon.Place != "" {
		parts = append(parts, p.Horizon.Place)
	}
	return strings.Join(parts, ", ")
}

// firstSentences returns the first n sentences of a text.
func firstSentences(text string, n int) string {
	for i := range len(text) {
		if !strings.ContainsRune(".!?", rune(text[i])) || i+1 < len(text) && text[i+1] != ' ' {
			continue
		}
		if n--; n == 0 {
			return text[:i+1]
		}
	}
	return text
}

// knownFacts returns at most n dated facts that the persona can know.
func knownFacts(p *core.Persona, n int) (facts []string) {
	for _, f := range p.Facts.Dated {
		if len(facts) < n && !f.AfterHorizon {
			facts = append(facts, f.Year+": "+f.Text)
		}
	}
	return facts
}
