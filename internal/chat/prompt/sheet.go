package prompt

import (
	"fmt"
	"strings"

	"colloquy/internal/core"
)

// sheet is the persona's part of a prompt, for one variant and one level of detail.
type sheet struct {
	text string
	// shownTexts has each topic text of the persona that occurs in the field `text`.
	shownTexts map[string]bool
}

// sheetKey identifies a sheet of one persona.
type sheetKey struct {
	variant     Variant
	detailLevel int
}

// fitSheet returns the sheet with as much detail as the budget allows. It returns ErrPersonaTooLong
// if no sheet fits. In a lean variant, maxLeanSheetTokens is a further limit of the sheet. This limit
// does not apply to the sheet with leanestDetailLevel. Rule prompt-frontier.
func fitSheet(p *core.Persona, v Variant, b Budget, canary string) (*sheet, error) {
	maxDetailLevel, minDetailLevel := maxExamples, leanestDetailLevel
	switch {
	case v.isLean():
		maxDetailLevel, minDetailLevel = maxLeanFacts, leanestDetailLevel
	case b.contextTokens() >= minContextTokensForPages:
		maxDetailLevel = allPagesDetailLevel
	}
	var size int
	for detailLevel := maxDetailLevel; detailLevel >= minDetailLevel; detailLevel-- {
		s := cacheOf(p).sheetFor(p, sheetKey{v, detailLevel})
		text := canaryLine(canary) + s.text
		size = b.tokenCost(text)
		isSmallEnough := detailLevel == minDetailLevel || (Budget{}).tokenCost(text) <= maxLeanSheetTokens
		if size <= b.personaTokens() && (isSmallEnough || !v.isLean()) {
			return s, nil
		}
	}
	return nil, fmt.Errorf("%w: %s takes %d tokens of %d", ErrPersonaTooLong, p.Slug, size, b.personaTokens())
}

// writeSheet makes a sheet.
func writeSheet(p *core.Persona, key sheetKey) *sheet {
	if key.variant.isLean() {
		return &sheet{text: writeLeanSheet(p, key)}
	}
	s := &sheet{text: writePersona(p, key.detailLevel), shownTexts: map[string]bool{}}
	for _, t := range p.Topics {
		for _, text := range t.Texts {
			if strings.Contains(s.text, FillPlaceholders(text, p.Name, anyUser)) {
				s.shownTexts[text] = true
			}
		}
	}
	return s
}

// Limits of the lean sheet (rule prompt-small).
const (
	maxLeanSystemTokens = 700 // most tokens of all system parts together, without the memory
	maxLeanSheetTokens  = 630 // most tokens of the sheet; the other 70 tokens are for the user's name
	maxLeanFacts        = 8
	maxLeanSentences    = 2 // the most sentences of a scene, and of a style without measures
)

// writeLeanSheet writes the sheet of the lean variants with at most key.detailLevel facts. At
// bareDetailLevel the sheet lacks the scene and what the persona wants. At leanestDetailLevel it also lacks
// the measures, and has only the first sentence of the style. Rule prompt-manner.
func writeLeanSheet(p *core.Persona, key sheetKey) string {
	b := &sectionWriter{}
	b.writeLine(firstInstruction)
	b.writeField("In short", p.Designation)
	b.writeField("When and where", timeAndPlace(p))
	if key.detailLevel > bareDetailLevel {
		b.writeField("Scene", firstSentences(p.Scene, maxLeanSentences))
		b.writeLine(p.WantFromTalk())
	}
	b.writeField("Manner", firstSentences(p.Voice.Style, styleSentenceCount(p, key)))
	if key.detailLevel > leanestDetailLevel {
		b.writeLineUnlessEmpty(mannerMeasuresText(p))
	}
	b.writeLine("Length: " + replyLengthText(p) + ". " + leanMannerInstruction)
	b.writeLine(languageInstruction)
	if key.variant == Bridge {
		b.writeLine(onlyFromPagesInstruction)
	} else if facts := knownFacts(p, key.detailLevel); len(facts) > 0 {
		b.writeLine("Facts you may use:")
		b.writeList(facts)
	}
	b.writeLine("Bounds:")
	b.writeList(leanBounds(p))
	b.writeLine(notesInstruction)
	return FillPlaceholders(b.String(), p.Name, anyUser)
}

// styleSentenceCount returns how many sentences of Voice.Style the sheet has. One sentence is
// enough if the persona has a Manner, because the sheet then has the measures of the Manner.
func styleSentenceCount(p *core.Persona, key sheetKey) int {
	if p.Voice.Manner != nil || key.detailLevel == leanestDetailLevel {
		return 1
	}
	return maxLeanSentences
}

// onlyFromPagesInstruction limits a reply to the content of authored pages (rule prompt-bridge).
const onlyFromPagesInstruction = "Say only what the pages in the note of the last message say, turned to the user's question, in your own words. Where no page fits, say in your manner that you do not know. Add no dates, names or events."

// timeAndPlace returns the time and place of a persona.
func timeAndPlace(p *core.Persona) string {
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
	for _, f := range p.Facts.DatedFacts {
		if len(facts) < n && !f.IsAfterHorizon {
			facts = append(facts, f.Year+": "+f.EventText)
		}
	}
	return facts
}
